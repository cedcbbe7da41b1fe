import { expect, it } from 'vitest';
import { contractCases, playCases } from '../support/contract-cases.ts';

/** Those of tools have files of their own. */
playCases((event, isLong) => !isLong && !/^(?:pre|post)-tool-use/.test(event));

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
	const shown = contractCases.flatMap(({ given }) => given.shows);
	expect(shown).toContain(`behaviour ${behaviour}`);
});
