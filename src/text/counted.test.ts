import { expect, it } from 'vitest';
import { counted } from './phrases.ts';

it.each([
	[0, 'finding', '0 findings'],
	[1, 'finding', '1 finding'],
	[2, 'more notice', '2 more notices'],
	[1, 'branch', '1 branch'],
	[3, 'branch', '3 branches'],
])('%i %s: %s', (count, thing, expected) => {
	expect(counted(count, thing)).toBe(expected);
});
