import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import { bash, edit, MemorySession, skill, textOf } from '../../../tests/support/memory-session.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';

const REVIEW = {
	scope: 'single_use',
	triggers: ['edit'],
	blocks: [{ command: 'git commit' }],
	skills: ['pre-commit'],
};
const JOURNAL = `journal ${ANNA.key}`;
const STATE = '/project/.git/requirements/main.json';

/** What is remembered beside the gates has tests of its own. */
const GATES_ONLY = { continuity: { enabled: false } };

function world(requirements: Record<string, object>) {
	const made = new MemoryWorld(requirements, GATES_ONLY);
	return { world: made, anna: new MemorySession(made, ANNA), bert: new MemorySession(made, BERT) };
}

function entryOf(w: MemoryWorld, name: string, key: string = ANNA.key) {
	return w.documents.stateAt(w.at('/project'))?.requirements[name]?.sessions[key];
}

describe('a skill', () => {
	const both = { one: { skills: ['a'] }, two: { skills: ['a'] }, other: { skills: ['b'] } };

	it('satisfies everything it is mapped to, in one write', async () => {
		const { world: w, anna } = world(both);
		expect(await anna.after(skill('req:a'))).toBeUndefined();
		expect(w.takeWrites()).toEqual([JOURNAL, STATE]);
		for (const name of ['one', 'two']) {
			expect(entryOf(w, name)).toMatchObject({ satisfied: true, satisfied_by: 'skill' });
		}
		expect(entryOf(w, 'other')).toBeUndefined();
	});

	it.each([
		['that is unknown', skill('x')],
		['that did not succeed', skill('a', false)],
		['without an answer', { tool: 'Skill', input: { skill: 'a' } }],
		['without a name', { tool: 'Skill', input: {}, response: { success: true } }],
	])('%s writes nothing', async (_, doing) => {
		const { world: w, anna } = world(both);
		await anna.after(doing);
		expect(w.takeWrites()).toEqual([]);
	});

	it('D39: that satisfies when it is completed is noted only', async () => {
		const { world: w, anna } = world({ one: { skills: ['a'], satisfy_on: 'done' } });
		await anna.after(skill('a'));
		expect(w.takeWrites()).toEqual([JOURNAL]);
		expect(w.lines(ANNA.key)).toMatchObject([{ e: 'skill', skill: 'a', by: 'model', p: 'p1' }]);
	});
});

describe('a call that triggers', () => {
	it('costs a journal line and no state write', async () => {
		const { world: w, anna } = world({ plan: {} });
		await anna.after(edit());
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL, JOURNAL]);
		expect(w.lines(ANNA.key)).toMatchObject([
			{ e: 'trigger', names: ['plan'], branch: 'main' },
			{ e: 'trigger' },
		]);
	});

	it('one that triggers nothing writes nothing', async () => {
		const { world: w, anna } = world({ plan: {} });
		await anna.after(bash('ls'));
		await anna.after({ tool: 'Read', input: { file_path: '/project/a.ts' } });
		expect(w.takeWrites()).toEqual([]);
	});

	it('D3: in another project is noted there, and where to look for it here', async () => {
		const { world: w, anna } = world({ plan: {} });
		w.branches.set('/other', 'main');
		w.configs.set('/other', { requirements: { theirs: {} } });
		await anna.after(edit('/other/a.ts'));
		expect(w.lines(ANNA.key, '/other')).toMatchObject([{ e: 'trigger', names: ['theirs'] }]);
		expect(w.lines(ANNA.key)).toMatchObject([{ e: 'elsewhere', root: '/other' }]);
	});
});

describe('what is remembered of a call', () => {
	it('is written after all that the gates keep of it, and in one append where they keep nothing', async () => {
		const w = new MemoryWorld({
			tested: { commands: ['npm test'], triggers: ['edit'], stale_after: ['edit'] },
		});
		const anna = new MemorySession(w, ANNA);
		await anna.after(bash('npm test'));
		w.takeWrites();
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL, STATE, JOURNAL]);
		expect(w.lines(ANNA.key).map(({ e }) => e)).toEqual([
			...['satisfied', 'tool', 'test'],
			...['trigger', 'tool', 'file'],
		]);
		await anna.after(bash('ls > /project/b.ts'));
		w.takeWrites();
		await anna.after(bash('ls'));
		expect(w.takeWrites()).toEqual([JOURNAL]);
	});
});

describe('an edit in another worktree', () => {
	it('is noted for the branch there, and where to look for it here', async () => {
		const { world: w, anna } = world({ plan: {} });
		w.branches.set('/worktree', 'topic');
		w.worktrees.set('/worktree', '/project');
		w.configs.set('/worktree', { requirements: { plan: {} } });
		await anna.after(edit('/worktree/a.ts'));
		expect(w.lines(ANNA.key)).toMatchObject([
			{ e: 'trigger', branch: 'topic' },
			{ e: 'elsewhere', root: '/worktree' },
		]);
	});
});

describe('a guarded call', () => {
	it('spends this session’s satisfaction in one write', async () => {
		const { world: w, anna, bert } = world({ review: REVIEW });
		for (const one of [anna, bert]) await one.after(skill('pre-commit'));
		expect(await anna.does(bash('git commit -m x'))).toBe(true);
		expect(w.takeWrites().filter((write) => write === STATE)).toHaveLength(3);
		expect(entryOf(w, 'review')).not.toHaveProperty('satisfied');
		expect(entryOf(w, 'review', BERT.key)).toMatchObject({ satisfied: true });
		expect(await anna.does(bash('git commit -m x'))).toBe(false);
	});

	it('a failed one, or another call, leaves it', async () => {
		const { world: w, anna } = world({ review: REVIEW });
		await anna.after(skill('pre-commit'));
		w.takeWrites();
		await anna.before(bash('git commit -m x'));
		await anna.does(bash('git status'));
		expect(w.takeWrites()).toEqual([JOURNAL]);
		expect(entryOf(w, 'review')).toMatchObject({ satisfied: true });
	});

	it('D31: spends on the branch on which it was checked', async () => {
		const { world: w, anna } = world({ review: REVIEW });
		await anna.after(skill('pre-commit'));
		const commit = bash('git commit -m x && git switch -c topic');
		await anna.before(commit);
		w.branches.set('/project', 'topic');
		await anna.after(commit);
		w.branches.set('/project', 'main');
		expect(entryOf(w, 'review')).not.toHaveProperty('satisfied');
		expect(w.documents.stored.has('/project/.git/requirements/topic.json')).toBe(false);
	});

	it('D31: spends what was checked, not what was satisfied meanwhile', async () => {
		const { world: w, anna } = world({
			review: REVIEW,
			late: { ...REVIEW, skills: ['b'], enforce: 'warn' },
		});
		await anna.after(skill('pre-commit'));
		await anna.before(bash('git commit -m x'));
		await anna.after(skill('b'));
		await anna.after(bash('git commit -m x'));
		expect(entryOf(w, 'review')).not.toHaveProperty('satisfied');
		expect(entryOf(w, 'late')).toMatchObject({ satisfied: true });
	});

	it('D31: the call that spends does not arm', async () => {
		const { world: w, anna } = world({
			review: { ...REVIEW, triggers: [{ command: 'git commit' }] },
		});
		await anna.after(skill('pre-commit'));
		await anna.does(bash('git commit -m x'));
		expect(w.lines(ANNA.key).map(({ e }) => e)).toEqual(['skill', 'checked']);
	});
});

describe('D33: a command', () => {
	const TESTED = { tested: { commands: ['npm test'] } };
	it('that succeeded proves', async () => {
		const { world: w, anna } = world(TESTED);
		await anna.after(bash('cd x && npm test'));
		expect(entryOf(w, 'tested')).toMatchObject({
			satisfied_by: 'command',
			metadata: { command: 'npm test' },
		});
	});

	it.each([
		['in the background', bash('npm test', { backgroundTaskId: 'b1' })],
		['that was interrupted', bash('npm test', { interrupted: true })],
		['whose status is hidden', bash('npm test | tail')],
		['that is only mentioned', bash('echo npm test')],
	])('%s proves nothing', async (_, doing) => {
		const { world: w, anna } = world(TESTED);
		await anna.after(doing);
		expect(entryOf(w, 'tested')).toBeUndefined();
	});

	it('D41: an edit makes the proof stale, once', async () => {
		const { world: w, anna } = world({
			tested: {
				enforce: 'stop',
				commands: ['npm test'],
				triggers: ['edit'],
				stale_after: ['edit'],
			},
		});
		await anna.after(bash('npm test'));
		w.takeWrites();
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL, STATE]);
		expect(entryOf(w, 'tested')).toHaveProperty('stale_since');
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL]);
	});
});

describe('an approved plan', () => {
	it('satisfies what a plan satisfies', async () => {
		const { world: w, anna } = world({ plan: { plan: true }, other: {} });
		await anna.after({ tool: 'ExitPlanMode', input: {}, response: { plan: 'x' } });
		expect(entryOf(w, 'plan')).toMatchObject({ satisfied_by: 'plan' });
		expect(entryOf(w, 'other')).toBeUndefined();
	});
});

describe('the size of a branch', () => {
	it('is measured after what may change it, and written when it changed', async () => {
		const { world: w, anna } = world({
			size: { type: 'dynamic', measure: 'branch_size', block: 9 },
		});
		w.sizes.set('main', 3);
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL, STATE]);
		await anna.after(edit());
		expect(w.takeWrites()).toEqual([JOURNAL]);
		await anna.after(bash('ls'));
		w.sizes.set('main', 4);
		await anna.after(bash('git log'));
		expect(w.takeWrites()).toEqual([]);
		await anna.after(bash('git checkout other'));
		expect(w.takeWrites()).toEqual([STATE]);
	});
});

describe('D7: a satisfaction that cannot be kept', () => {
	it('is told to the user, and is a fault', async () => {
		const { world: w, anna } = world({ plan: { skills: ['a'] } });
		w.documents.writable = false;
		expect(textOf(await anna.after(skill('a')), 'systemMessage')).toContain('main');
		expect(w.faults.get('/project/.git/requirements')).toMatchObject([
			{ code: 'state_unwritable' },
		]);
	});
});
