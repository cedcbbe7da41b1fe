import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compileConfig } from './compile.ts';
import { COMPILED_FORMAT, freshResult, type SourceKey, serialiseCompiled } from './config.ts';

const SOURCES: readonly SourceKey[] = [
	{ path: '/home/ada/.claude/requirements.yaml', key: 'absent' },
	{ path: '/repo/.claude/requirements.yaml', key: '1.5:10:99' },
];

/** Every kind of requirement, and every key of one that becomes something else. */
const value = {
	enabled: true,
	protect: 'ask',
	session_end: { clear_session_state: true },
	requirements: {
		commit_plan: {},
		tdd_planned: { plan: true, carry: ['clear'], locked: true, satisfy_on: 'evidence' },
		pre_commit_review: {
			scope: 'single_use',
			triggers: ['edit', { edit: 'src/**' }, { tool: 'mcp__fs__*' }],
			blocks: [{ command: 'git commit' }, 'task_completed'],
			message: 'Review first.',
			hold_stop: false,
		},
		tested: { enforce: 'stop', commands: ['npm test'], stale_after: ['edit'], ttl: '8h' },
		on_main: { type: 'guard', guard: 'protected_branch' },
		size: { type: 'dynamic', measure: 'branch_size', warn: 250, block: 400 },
		broken: { scope: 'x' },
		off: { enabled: false },
	},
};
const { config, problems } = compileConfig([
	{ layer: 'project', file: 'r.yaml', value, lineOf: () => 1 },
]);
const result = { kind: 'some', config, problems } as const;
const stored = () => JSON.parse(serialiseCompiled(SOURCES, result, 'head'));

/** The order of keys means nothing. */
function inOrder(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('the compiled config (D40)', () => {
	it('comes back as it was stored', () => {
		expect(freshResult(stored(), SOURCES)).toEqual(result);
	});

	it.each([
		['another path', [SOURCES[0], { path: '/x', key: '1.5:10:99' }]],
		['another key', [SOURCES[0], { path: '/repo/.claude/requirements.yaml', key: '1.6:10:99' }]],
		['fewer sources', SOURCES.slice(1)],
		['more sources', [...SOURCES, { path: '/y', key: 'absent' }]],
		['another order', SOURCES.toReversed()],
	])('is not used for %s', (_, sources) => {
		expect(freshResult(stored(), sources as SourceKey[])).toBeUndefined();
	});

	it.each([undefined, null, 7, 'text', [], {}, { format: COMPILED_FORMAT }])(
		'is not taken from %j',
		(json) => {
			expect(freshResult(json, SOURCES)).toBeUndefined();
		},
	);

	it('is not taken from another format', () => {
		expect(freshResult({ ...stored(), format: COMPILED_FORMAT + 1 }, SOURCES)).toBeUndefined();
	});

	it('compiles the same files to the same thing, or has a new format number', () => {
		const fingerprint = createHash('sha256')
			.update(JSON.stringify([config, problems.map(({ key }) => key)], inOrder))
			.digest('hex')
			.slice(0, 12);
		expect({ format: COMPILED_FORMAT, fingerprint }).toEqual({
			format: 20,
			fingerprint: 'def3e213ec03',
		});
	});
});
