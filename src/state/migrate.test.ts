import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANNA, TWIN } from '../../tests/support/some-session.ts';
import { branchStateKind, migrateBranchState } from './branch-state-kind.ts';

const BIRTH = { branch: 'feature/test', project: '/project', at: '2026-11-20T10:00:00.000Z' };
const migrate = (json: unknown) => migrateBranchState(json, BIRTH);
const dashless = (uuid: string) => uuid.replaceAll('-', '');

/** Session entries of requirement `it`, after migration of these. */
function entriesOf(sessions: object): unknown {
	const { requirements } = migrate({ requirements: { it: { scope: 'session', sessions } } }) as {
		requirements: { it: { sessions: unknown } };
	};
	return requirements.it.sessions;
}

describe('D6: the shape of older tools', () => {
	const seed = {
		requirements: {
			commit_plan: {
				scope: 'session',
				sessions: { abc123: { satisfied: true }, def456: { satisfied: true } },
			},
		},
	};

	it('is kept as it is, and completed', () => {
		expect(migrate(seed)).toEqual({
			schema_version: 1,
			branch: 'feature/test',
			project: '/project',
			created_at: BIRTH.at,
			updated_at: BIRTH.at,
			requirements: seed.requirements,
		});
	});

	it('is read as state that the next write brings up', () => {
		const kind = branchStateKind({ branch: 'feature/test' as never, root: '/project' }, 0);
		const loaded = kind.parse(seed);
		expect(loaded).toMatchObject({ kind: 'present', migrated: true });
		expect(kind.parse(migrate(seed))).not.toHaveProperty('migrated');
	});
});

describe('session keys', () => {
	const satisfied = (at: string) => ({ satisfied: true, satisfied_at: at });
	const OLD = '2026-01-01T00:00:00.000Z';
	const NEW = '2026-02-02T00:00:00.000Z';
	const cases: [what: string, before: object, after: object][] = [
		[
			'a full UUID becomes the key, and is kept beside it',
			{ [ANNA.uuid]: { satisfied: true } },
			{ [ANNA.key]: { satisfied: true, uuid: ANNA.uuid } },
		],
		[
			'so does one without dashes, in upper case',
			{ [dashless(ANNA.uuid).toUpperCase()]: { triggered: true } },
			{ [ANNA.key]: { triggered: true, uuid: ANNA.uuid } },
		],
		[
			'of two spellings of one session the newer satisfaction wins',
			{ [ANNA.uuid]: satisfied(NEW), [dashless(ANNA.uuid)]: satisfied(OLD) },
			{ [ANNA.key]: { ...satisfied(NEW), uuid: ANNA.uuid } },
		],
		[
			'with all of its own fields and none of the older one',
			{
				[ANNA.uuid]: { ...satisfied(OLD), expires_at: NEW, stale_since: NEW },
				[ANNA.key]: satisfied(NEW),
			},
			{ [ANNA.key]: { ...satisfied(NEW), uuid: ANNA.uuid } },
		],
		[
			'and triggers are OR-ed',
			{ [ANNA.uuid]: { triggered: true }, [ANNA.key]: { triggered: false, ...satisfied(OLD) } },
			{ [ANNA.key]: { triggered: true, ...satisfied(OLD), uuid: ANNA.uuid } },
		],
		[
			'a satisfied flag without a time is not lost to one that is not set',
			{ [ANNA.uuid]: { satisfied: true }, [ANNA.key]: { satisfied: false } },
			{ [ANNA.key]: { satisfied: true, uuid: ANNA.uuid } },
		],
		[
			'two UUIDs with one prefix stay apart',
			{ [ANNA.uuid]: satisfied(OLD), [TWIN.uuid]: satisfied(NEW) },
			{
				[ANNA.key]: { ...satisfied(OLD), uuid: ANNA.uuid },
				[TWIN.longKey]: { ...satisfied(NEW), uuid: TWIN.uuid },
			},
		],
		[
			'also where one of them has its key already',
			{ [ANNA.uuid]: satisfied(OLD), [TWIN.key]: { ...satisfied(NEW), uuid: TWIN.uuid } },
			{
				[ANNA.longKey]: { ...satisfied(OLD), uuid: ANNA.uuid },
				[TWIN.key]: { ...satisfied(NEW), uuid: TWIN.uuid },
			},
		],
		[
			'a key of another make stays',
			{ 'my-session': { triggered: true } },
			{ 'my-session': { triggered: true } },
		],
	];
	it.each(cases)('%s', (_, before, after) => {
		expect(entriesOf(before)).toEqual(after);
	});
});

describe('D6: times and nulls', () => {
	it('seconds since the epoch become ISO times, and what is null was never said', () => {
		const old = {
			created_at: 1_700_000_000.5,
			updated_at: null,
			branch: null,
			requirements: {
				it: {
					scope: 'branch',
					satisfied: true,
					satisfied_at: 1_700_000_000,
					expires_at: null,
					metadata: null,
					sessions: { abc123: { triggered: true, triggered_at: 0, satisfied_by: null } },
				},
			},
		};
		expect(migrate(old)).toEqual({
			schema_version: 1,
			branch: 'feature/test',
			project: '/project',
			created_at: '2023-11-14T22:13:20.500Z',
			updated_at: BIRTH.at,
			requirements: {
				it: {
					scope: 'branch',
					satisfied: true,
					satisfied_at: '2023-11-14T22:13:20.000Z',
					sessions: { abc123: { triggered: true, triggered_at: '1970-01-01T00:00:00.000Z' } },
				},
			},
		});
	});

	it('a number that is not a time is left for the schema to refuse', () => {
		const kind = branchStateKind({ branch: 'main' as never, root: '/project' }, 0);
		expect(kind.parse({ created_at: 1e300, requirements: {} })).toMatchObject({ kind: 'corrupt' });
	});

	it('unknown keys are kept at every level, null or not', () => {
		const old = {
			version: '1.0',
			extra: null,
			requirements: {
				it: {
					scope: 'session',
					note: [1],
					none: null,
					sessions: { abc123: { mood: null, x: { y: 1 } } },
				},
			},
		};
		expect(migrate(old)).toMatchObject(old);
	});
});

describe('migration', () => {
	const odd = fc.oneof(
		{ withCrossShrink: true },
		fc.jsonValue(),
		fc.constantFrom<unknown>(true, null, 1_700_000_000, 1e300, -1, '2026-01-01T00:00:00.000Z'),
	);
	const entry = fc.dictionary(
		fc.constantFrom(
			'satisfied',
			'satisfied_at',
			'triggered',
			'expires_at',
			'uuid',
			'__proto__',
			'x',
		),
		odd,
	);
	const key = fc.oneof(
		fc.constantFrom(ANNA.uuid, dashless(ANNA.uuid), ANNA.key, TWIN.uuid, TWIN.longKey),
		fc.constantFrom('__proto__', 'constructor', 'toString'),
		fc.uuid(),
		fc.string(),
	);
	const requirement = fc.record(
		{
			scope: odd,
			satisfied: odd,
			sessions: fc.oneof(odd, fc.dictionary(key, fc.oneof(odd, entry))),
		},
		{ requiredKeys: [] },
	);
	const file = fc.record(
		{
			schema_version: fc.constantFrom<unknown>(1, 0, null, '1', 2),
			branch: odd,
			created_at: odd,
			requirements: fc.oneof(odd, fc.dictionary(key, fc.oneof(odd, requirement))),
		},
		{ requiredKeys: ['requirements'] },
	);
	/** As a file would hold it: with `__proto__` as a key of its own. */
	const json = fc.oneof(fc.jsonValue(), file, requirement).map((value): unknown => {
		return JSON.parse(JSON.stringify(value) ?? 'null');
	});

	it('never throws, whatever a file holds, and the result is one of three kinds', () => {
		const kind = branchStateKind({ branch: 'main' as never, root: '/project' }, 0);
		fc.assert(
			fc.property(json, (value) => {
				expect(['present', 'corrupt', 'newer']).toContain(kind.parse(value).kind);
				expect(({} as { satisfied?: unknown }).satisfied).toBeUndefined();
			}),
		);
	});

	it('happens once', () => {
		fc.assert(
			fc.property(json, (value) => {
				const once = migrate(value);
				expect(migrate(once)).toEqual(once);
			}),
		);
	});

	it('leaves a file of our own alone', () => {
		const own = migrate({ requirements: { it: { sessions: { abc123: { triggered: true } } } } });
		expect(migrate(own)).toBe(own);
	});
});
