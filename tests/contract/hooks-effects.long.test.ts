import { expect, it } from 'vitest';
import { type Effects, effectsOf } from '../support/case-effects.ts';
import type { HookStep } from '../support/case-format.ts';
import { type CaseWorld, makeCaseWorld, writeFileOf } from '../support/case-world.ts';

const STATE = 'repo/.git/requirements/main.json';
const JOURNAL = 'repo/.git/requirements/sessions/abc12345.jsonl';
const RECORD = 'repo/.git/requirements/sessions/abc12345.json';
/** The gates' lines are there before anything is read for memory, which has an append of its own. */
const TWICE = [JOURNAL, JOURNAL];
const EVENTS = 'repo/.git/requirements/events.jsonl';
const REGISTRY = 'home/.claude/sessions.json';
const NOTHING: Effects = { spawned: [], documents: [], appended: [] };

const CONFIG = {
	requirements: {
		commit_plan: {},
		reviewed: { scope: 'single_use', blocks: [{ command: 'git commit' }] },
		tested: { enforce: 'stop', commands: ['npm test'], stale_after: ['edit'] },
	},
};

const start: HookStep = { hook: 'session-start' };
const plan: HookStep = { hook: 'post-tool-use', skill: 'arch-review' };
const before = (call: Partial<HookStep>): HookStep => ({ hook: 'pre-tool-use', ...call });
const after = (call: Partial<HookStep>): HookStep => ({ hook: 'post-tool-use', ...call });
const edit = { edit: 'a.txt' };
const stop: HookStep = { hook: 'stop' };

/** What happened before, the event, and all it may do to the machine. */
const ROWS: readonly [string, readonly HookStep[], HookStep, Partial<Effects>][] = [
	['an edit that passes', [start, plan], before(edit), {}],
	['an edit that is refused', [start], before(edit), { appended: [JOURNAL] }],
	['an edit without a compiled config', [plan], before(edit), {}],
	['an edit that ran', [start], after(edit), { appended: TWICE }],
	['a command of no interest', [start], before({ bash: 'ls' }), {}],
	['a command of no interest that ran', [start], after({ bash: 'ls' }), { appended: [JOURNAL] }],
	['a refused commit', [start], before({ bash: 'git commit' }), { appended: [JOURNAL] }],
	['a skill of no interest', [start], after({ skill: 'other' }), { appended: [JOURNAL] }],
	['a skill', [start], plan, { documents: [STATE], appended: TWICE }],
	['a proof', [start], after({ bash: 'npm test' }), { documents: [STATE], appended: TWICE }],
	[
		'the edit that makes a proof stale',
		[start, after({ bash: 'npm test' })],
		after(edit),
		{ documents: [STATE], appended: TWICE },
	],
	[
		'the edit after it',
		[start, after({ bash: 'npm test' }), after(edit)],
		after(edit),
		{ appended: TWICE },
	],
	['a stop after nothing', [start], stop, { documents: [REGISTRY, RECORD], appended: [JOURNAL] }],
	[
		'a stop after an edit',
		[start, after(edit)],
		stop,
		{ documents: [REGISTRY, STATE, RECORD], appended: [JOURNAL] },
	],
	[
		'a stop after everything is known',
		[start, after(edit), stop],
		{ ...stop, stdin: { stop_hook_active: true } },
		{ documents: [REGISTRY, RECORD], appended: [JOURNAL] },
	],
	[
		'the end of a session',
		[start],
		{ hook: 'session-end' },
		{ documents: [REGISTRY, RECORD], appended: [JOURNAL, EVENTS] },
	],
	['the end of a session nobody knows', [], { hook: 'session-end' }, {}],
];

async function worldAfter(steps: readonly HookStep[]): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, CONFIG);
	for (const [index, step] of steps.entries()) await effectsOf(world, step, index);
	return world;
}

it.each(ROWS)('%s', async (_, ...row) => {
	const [steps, event, expected] = row;
	await using world = await worldAfter(steps);
	expect(await effectsOf(world, event, steps.length)).toEqual({ ...NOTHING, ...expected });
});

it('a session start starts no process and writes each document once', async () => {
	await using world = await worldAfter([]);
	const { spawned, documents, appended } = await effectsOf(world, start, 1);
	expect({ spawned, appended }).toEqual({ spawned: [], appended: [JOURNAL] });
	expect([...new Set(documents)]).toEqual(documents);
	const kept = /requirements\/(?:cache\/|configs\/|calls\/|clock$)|sessions\/index\.json/;
	expect(documents.filter((path) => !kept.test(path))).toEqual([REGISTRY]);
	expect(documents.filter((path) => path.includes('requirements/configs'))).toHaveLength(1);
});

it('sees a process that a hook starts: measuring a branch asks git', async () => {
	await using world = await makeCaseWorld(true);
	const size = { type: 'dynamic', measure: 'branch_size', block: 400 };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, { requirements: { size } });
	expect((await effectsOf(world, after(edit), 1)).spawned).not.toEqual([]);
});
