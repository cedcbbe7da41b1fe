import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod/mini';
import * as own from './shape.ts';

/** The same shape in both makes. */
function documentIn(z: typeof own) {
	const text = z.string();
	const entry = z.looseObject({ at: text, done: z.optional(z.boolean()), by: z.nullable(text) });
	const change = z.looseObject({ op: z.literal('put'), entry, n: z.optional(z.number()) });
	return z.looseObject({
		version: z.literal(1),
		kind: z.enum(['session', 'branch']),
		entries: z.record(text, entry),
		changes: z.optional(z.array(change)),
		later: z.optional(z.array(z.number())),
		rest: z.unknown(),
	});
}

const OURS = documentIn(own);
const THEIRS = documentIn(zod as unknown as typeof own) as unknown as zod.ZodMiniType;

const SOUND = {
	...{ version: 1, kind: 'branch', rest: null, later: [1, 2.5] },
	entries: { a: { at: 'now', done: true, by: null, more: 7 }, b: { at: '', by: 'me' } },
	changes: [{ op: 'put', entry: { at: 'x', by: null }, n: 1 }],
	unknown: { kept: [true] },
};

/** Every place in a document, as the keys that lead there. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [[...path]];
	const below = Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]));
	return [[...path], ...below];
}

/** The same document with something else in one place; without it where that is `undefined`. */
function damaged(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
	if (key === undefined) return by;
	const { [key]: before, ...others } = value as Record<string, unknown>;
	const after = damaged(before, rest, by);
	const present = after === undefined ? [] : [after];
	if (Array.isArray(value)) return value.toSpliced(Number(key), 1, ...present);
	return after === undefined ? others : { ...others, [key]: after };
}

/** A second place may be gone with the first. */
function damagedTwice(first: unknown, path: readonly string[], by: unknown): unknown {
	try {
		return damaged(first, path, by);
	} catch {
		return first;
	}
}

const hostile = fc.constantFrom('{"op":"put"}', '{"op":"x","ids":[]}', '[[]]');
const something = fc.oneof(
	fc.constant(undefined),
	fc.jsonValue(),
	hostile.map((json): unknown => JSON.parse(json)),
);

describe('a shape', () => {
	it('takes and refuses what the same schema of zod does', () => {
		const places = fc.constantFrom(...placesIn(SOUND));
		fc.assert(
			fc.property(places, something, places, something, (place, one, other, two) => {
				const value = damagedTwice(damaged(SOUND, place, one), other, two);
				expect(OURS.fits(value)).toBe(THEIRS.safeParse(value).success);
			}),
			{ numRuns: 400 },
		);
	});

	it('names the first thing that is wrong, and where', () => {
		const json = { ...SOUND, entries: { a: { at: 7, by: null } } };
		const issues = [json, []].flatMap((value) => OURS.check(value) ?? []);
		expect(issues.map(own.issueText)).toEqual(['entries.a.at: expected text', 'expected an object']);
	});
});
