import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY } from '../../../tests/support/some-state.ts';
import { BranchState } from '../branch-state/schema.ts';
import { Registry, RegistryEntry } from '../registry/schema.ts';
import { fastShape } from './fast-shape.ts';

const ENTRY: RegistryEntry = {
	...{ uuid: ANNA.uuid, pid: 7, pid_started: 'then', host: 'here', nested: true },
	...{ cwd: '/p', common_dir: '/p/.git', branch: 'main', transcript: '/t', source: 'startup' },
	...{ started_at: at(0), last_activity: at(1) },
};
const REGISTRY: Registry = { schema_version: 1, sessions: { abc12345: ENTRY, bad: 7 } };
const STATE: BranchState = {
	...changed(EMPTY, by(ANNA).trigger(1), by(ANNA).satisfy(2, 'skill', 9)).doc,
	paused: { at: at(3), by: 'user' },
};
const DOCUMENTS: [name: string, schema: z.ZodMiniType, sound: unknown][] = [
	['a branch state', BranchState, STATE],
	['a registry', Registry, REGISTRY],
	['a registry entry', RegistryEntry, ENTRY],
];

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
	return after === undefined ? others : { ...others, [key]: after };
}

describe.each(DOCUMENTS)('D7: %s', (_, schema, sound) => {
	const fits = fastShape(schema);

	it('is told by its shape alone', () => {
		expect(fits(JSON.parse(JSON.stringify(sound)))).toBe(true);
	});

	it('of a newer build keeps its own keys', () => {
		const newer = { ...(sound as object), more: [{ of: 'this' }] };
		expect(fits(newer)).toBe(true);
	});

	it('is never taken for sound where the schema refuses or changes it', () => {
		const something = fc.oneof(fc.constant(undefined), fc.jsonValue());
		fc.assert(
			fc.property(fc.constantFrom(...placesIn(sound)), something, (place, other) => {
				const json = damaged(sound, place, other);
				const parsed = schema.safeParse(json);
				expect(fits(json) && !parsed.success).toBe(false);
				if (fits(json)) expect(parsed.data).toEqual(json);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('a shape leaves to the schema', () => {
	const cases: [what: string, schema: z.ZodMiniType, value: unknown][] = [
		['objects that drop other keys', z.object({ a: z.string() }), { a: '' }],
		['objects that refuse other keys', z.strictObject({ a: z.string() }), { a: '' }],
		['checks', z.string().check(z.minLength(1)), 'x'],
		['formats', z.int(), 1],
		['checked keys', z.record(z.string().check(z.minLength(1)), z.unknown()), { a: 1 }],
		['what it does not know', z.union([z.string(), z.number()]), 'x'],
		['numbers without an end', z.number(), Number.POSITIVE_INFINITY],
		[
			'the one key that is no key',
			z.record(z.string(), z.unknown()),
			JSON.parse('{"__proto__":1}'),
		],
	];
	it.each(cases)('%s', (_, schema, value) => {
		expect(fastShape(schema)(value)).toBe(false);
	});
});
