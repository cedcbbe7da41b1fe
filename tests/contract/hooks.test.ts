import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Case } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';

const here = new URL('cases/', import.meta.url);
const cases = readdirSync(here, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.sort()
	.map((name): [string, Case] => {
		const given = Case.parse(JSON.parse(readFileSync(new URL(name, here), 'utf8')));
		return [`${name.slice(0, -'.json'.length)} (${given.shows.join(', ')})`, given];
	});

it.each(cases)('%s', async (_title, given) => {
	expect(await playCase(given), given.why).toEqual([]);
});

/**
 * Behaviours of the hooks, less those shown elsewhere: 30, 32 and 41 to 43 by the command line, 38 by
 * tests/concurrency, and 47, 48, 50 and 56 by the files beside this one.
 */
const BEHAVIOURS = [
	...[
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
	],
	...[
		27,
		28,
		29,
		31,
		33,
		34,
		35,
		36,
		37,
		39,
		40,
		44,
		45,
		'45a',
		'45b',
		46,
		49,
		51,
		52,
		53,
		54,
		55,
		57,
	],
];

it.each(BEHAVIOURS)('behaviour %s has a case', (behaviour) => {
	const shown = cases.flatMap(([, { shows }]) => shows);
	expect(shown).toContain(`behaviour ${behaviour}`);
});
