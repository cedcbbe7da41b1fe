import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { someRecord } from '../../../tests/support/some-record.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY } from '../../../tests/support/some-state.ts';
import { BranchState } from '../branch-state/schema.ts';
import { Registry, RegistryEntry } from '../registry/schema.ts';
import { SessionRecord } from '../session-record/schema.ts';
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
/** One of everything that a record can have. */
const RECORD: SessionRecord = someRecord(ANNA.uuid, {
	...{ status: 'archived', name: 'login', phase: 'build', previous: 'def45678', closed: true },
	...{ pid: 7, pid_started: 'then', host: 'here', crash_recovered: true, archived_at: at(2) },
	restorations: [{ from: 'def45678', at: at(0), score: 0.5, mode: 'auto' }],
	inherited: { from: 'def45678', at: at(0), door: 'command', select: 'all' },
	comprehension: { required: true, present: true, text: 'so', warning: null, at: at(1) },
	pins: [
		{
			...{ label: 'a', content: 'b', importance: 'critical', pinned_at: at(0) },
			origin: { session: 'def45678', at: at(0) },
		},
	],
	unpinned: [{ label: 'a', session: 'def45678', at: at(1) }],
	insights: [
		{
			...{ id: 'i1', kind: 'learning', text: 'so', why: 'because', confidence: 0.5 },
			...{ source: 'user', created_at: at(0), tags: ['login'] },
		},
	],
	activity: {
		files: [{ path: 'src/a.ts', edits: 2, last: at(1) }],
		...{ functions: ['login'], completed: ['test:npm'], completed_at: [at(1)] },
		...{ next_actions: ['look'], next_actions_at: [at(1)], skills: ['arch-review'] },
		blockers: [{ type: 'ci', text: 'red', at: at(1), source: 'user', resolved: true }],
		...{ tools: { Edit: 2 }, dropped: { files: 1 } },
		commits: [{ subject: 'Add login', sha: 'abc', at: at(1) }],
		...{ unmet: ['tested'], failed: ['npm test'] },
	},
	notes: [{ at: at(1), from: 'turn', text: 'Done.' }],
	...{ terms: { login: 2 }, hot_topics: ['login'], active_projects: ['repo'] },
	settled_tasks: [
		{
			...{ id: 't2', title: 'Logout', status: 'done' },
			flagged_incomplete: false,
			last_activity: at(1),
		},
	],
	...{
		continued_by: 'fee1dead',
		parent: 'def45678',
		lineage: ['def45678'],
		continuations: ['fee1dead'],
	},
	recent_learnings: ['i1'],
	pending_tasks: [
		{
			...{ id: 't1', title: 'Login', status: 'open', stage: 'build', flagged_incomplete: true },
			...{ last_activity: at(1), source: 'req', branch: 'main' },
		},
	],
	confidence_updates: [
		{ memory_id: 'i1', old_score: 0.4, new_score: 0.5, reason: 'confirmed', timestamp: at(1) },
	],
	sop_interactions: [{ sop_path: 'a', injected_at: at(0), acknowledged: true, tool_call: 'b' }],
	journal_begun: at(0),
});
const DOCUMENTS: [name: string, schema: z.ZodMiniType, sound: unknown][] = [
	['a branch state', BranchState, STATE],
	['a registry', Registry, REGISTRY],
	['a registry entry', RegistryEntry, ENTRY],
	['a session record', SessionRecord, RECORD],
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
	if (Array.isArray(value)) return value.toSpliced(Number(key), 1, ...present(after));
	return after === undefined ? others : { ...others, [key]: after };
}

function present(value: unknown): unknown[] {
	return value === undefined ? [] : [value];
}

it('the record has everything that a record can have', () => {
	expect(Object.keys(RECORD).sort()).toEqual(Object.keys(SessionRecord.shape).sort());
	expect(Object.keys(RECORD.activity).sort()).toEqual(
		Object.keys(SessionRecord.shape.activity.shape).sort(),
	);
});

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
			{ numRuns: 1_000 },
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
		['checked lists', z.array(z.string()).check(z.minLength(1)), ['x']],
		['lists of what it does not know', z.array(z.union([z.string(), z.number()])), ['x']],
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
