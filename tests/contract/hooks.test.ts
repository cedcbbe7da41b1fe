import { expect, it } from 'vitest';
import { contractCases } from '../support/contract-cases.ts';

/**
 * Behaviours of the hooks, less those shown elsewhere: 30, 32 and 41 to 43 by the command line, 38 by
 * tests/concurrency, and 47, 48, 50 and 56 by the files beside this one.
 */
const ELSEWHERE = [30, 32, 38, 41, 42, 43, 47, 48, 50, 56];
const BEHAVIOURS = [...Array.from({ length: 57 }, (_, index) => index + 1), '45a', '45b'].filter(
	(one) => !ELSEWHERE.some((other) => other === one),
);

it.each(BEHAVIOURS)('behaviour %s has a case', (behaviour) => {
	const shown = contractCases.flatMap(({ given }) => given.shows);
	expect(shown).toContain(`behaviour ${behaviour}`);
});
