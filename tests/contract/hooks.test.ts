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
