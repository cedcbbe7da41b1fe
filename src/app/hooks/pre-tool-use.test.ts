import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import {
	bash,
	edit,
	isDenied,
	MemorySession,
	skill,
	textOf,
} from '../../../tests/support/memory-session.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import type { Updated } from '../../core/document/document.ts';
import { preToolUse } from './pre-tool-use.ts';

const PLAN = { plan: { skills: ['arch-review'] } };
const REVIEW = { scope: 'single_use', blocks: [{ command: 'git commit' }], skills: ['pre-commit'] };

function world(requirements: Record<string, object> = PLAN, more = {}) {
	const made = new MemoryWorld(requirements, more);
	return { world: made, anna: new MemorySession(made, ANNA), bert: new MemorySession(made, BERT) };
}

describe('a call that waits', () => {
	it('is denied with what helps, and noted once', async () => {
		const { world: w, anna } = world();
		const output = await anna.before(edit());
		expect(isDenied(output)).toBe(true);
		expect(textOf(output, 'permissionDecisionReason')).toMatch(/plan[\s\S]*\/arch-review/);
		expect(w.lines(ANNA.key)).toMatchObject([
			{ e: 'refuse', names: ['plan'], tool: 'Edit', path: 'a.ts', branch: 'main', p: 'p1' },
		]);
		expect(w.takeWrites()).toEqual([`journal ${ANNA.key}`]);
	});

	it('one answer for all that are not satisfied', async () => {
		const { anna } = world({ ...PLAN, other: { skills: ['arch-review'] } });
		const text = textOf(await anna.before(edit()), 'permissionDecisionReason');
		expect(text).toMatch(/plan[\s\S]*other/);
		expect(text.split('/arch-review')).toHaveLength(2);
	});

	it('is free for the session that satisfied, and for no other', async () => {
		const { world: w, anna, bert } = world();
		await anna.after(skill('arch-review'));
		w.takeWrites();
		expect(await anna.before(edit())).toBeUndefined();
		expect(w.takeWrites()).toEqual([]);
		expect(isDenied(await bert.before(edit()))).toBe(true);
	});

	it('is judged by the branch of now', async () => {
		const { world: w, anna } = world();
		await anna.after(skill('arch-review'));
		w.branches.set('/project', 'topic');
		expect(isDenied(await anna.before(edit()))).toBe(true);
	});

	it('is judged the same from a subdirectory', async () => {
		const { anna } = world();
		anna.cwd = '/project/src/deep';
		expect(isDenied(await anna.before(edit('a.ts')))).toBe(true);
	});

	it('D31: a call that will spend is noted with its branch', async () => {
		const { world: w, anna } = world({ review: REVIEW });
		await anna.after(skill('pre-commit'));
		expect(await anna.before(bash('git commit -m x'))).toBeUndefined();
		expect(w.lines(ANNA.key).at(-1)).toMatchObject({
			e: 'checked',
			names: ['review'],
			branch: 'main',
			call: 'call 1',
		});
	});
});

describe('nothing is said and nothing written', () => {
	const free: [what: string, made: ReturnType<typeof world>, doing: ReturnType<typeof edit>][] = [
		['for a call nobody waits for', world(), bash('ls')],
		['for another command', world({ review: REVIEW }), bash('git log')],
		['with enabled: false', world(PLAN, { enabled: false }), edit()],
		['with enforce: stop', world({ plan: { enforce: 'stop' } }), edit()],
		['D3: for a file outside every project', world(), edit('/elsewhere/a.ts')],
		['for a plan of the client', world(), edit('/project/.claude/plans/a.md')],
	];
	it.each(free)('%s', async (_, { world: w, anna }, doing) => {
		expect(await anna.before(doing)).toBeUndefined();
		expect(w.takeWrites()).toEqual([]);
	});

	it('where nothing is configured', async () => {
		const w = new MemoryWorld();
		expect(await new MemorySession(w, ANNA).before(edit())).toBeUndefined();
		expect(w.takeWrites()).toEqual([]);
	});

	it('while the branch is paused', async () => {
		const { world: w, anna } = world();
		const pause = { op: 'pause', at: 'now', by: 'user' } as const;
		await w.ports().branchState.update(w.at('/project'), [pause]);
		w.takeWrites();
		expect(await anna.before(edit())).toBeUndefined();
		await w.ports().branchState.update(w.at('/project'), [{ op: 'unpause' }]);
		expect(isDenied(await anna.before(edit()))).toBe(true);
	});
});

describe('a file that only looks like a plan', () => {
	it.each(['/project/.claude/plans/../a.ts', '/project/.claude/plans/link.md'])(
		'%s is gated',
		async (path) => {
			const { world: w, anna } = world();
			w.links.set(path, '/project/a.ts');
			expect(isDenied(await anna.before(edit(path)))).toBe(true);
		},
	);
});

describe('a warning', () => {
	it('D17: is said once per prompt', async () => {
		const { anna } = world({ plan: { enforce: 'warn' } });
		expect(textOf(await anna.before(edit()), 'additionalContext')).toContain('plan');
		expect(await anna.before(edit())).toBeUndefined();
		anna.prompt = 'p2';
		expect(textOf(await anna.before(edit()), 'additionalContext')).toContain('plan');
	});

	it.each(['unwritable', 'newer'])(
		'D7: takes the place of a refusal where the state is %s',
		async (why) => {
			const { world: w, anna } = world();
			w.documents.writable = why !== 'unwritable';
			const { stateDir } = w.at('/project');
			if (why === 'newer') w.documents.stored.set(`${stateDir}/main.json`, { schema_version: 9 });
			const output = await anna.before(edit());
			expect(isDenied(output)).toBe(false);
			expect(textOf(output, 'systemMessage')).toContain('plan');
		},
	);
});

describe('what an earlier call has used up although nobody heard that it succeeded', () => {
	it.each([
		['is refused', true],
		['only warns where nothing can be written', false],
	])('%s', async (_, writable) => {
		const { world: w, anna } = world({ review: REVIEW });
		w.commits.set('main', 'one');
		await anna.after(skill('pre-commit'));
		expect(await anna.before(bash('git commit -m x; false'))).toBeUndefined();
		w.commits.set('main', 'two');
		w.documents.writable = writable;
		const output = await anna.before(bash('git commit -m y'));
		expect(isDenied(output)).toBe(writable);
		const told = textOf(output, 'systemMessage');
		expect(told.includes('its state cannot be written here')).toBe(!writable);
	});
});

describe('a state that cannot be read', () => {
	it('keeps the gates on, and is a fault', async () => {
		const { world: w, anna } = world();
		const { stateDir } = w.at('/project');
		w.documents.stored.set(`${stateDir}/main.json`, []);
		expect(isDenied(await anna.before(edit()))).toBe(true);
		expect(w.faults.get(stateDir)).toMatchObject([{ code: 'state_unreadable' }]);
	});
});

describe('a dynamic requirement', () => {
	it('is measured when nobody measured before', async () => {
		const { world: w, anna } = world({
			size: { type: 'dynamic', measure: 'branch_size', block: 400 },
		});
		w.sizes.set('main', 400);
		expect(await anna.before(edit())).toBeUndefined();
		w.sizes.set('main', 401);
		expect(isDenied(await anna.before(edit()))).toBe(true);
	});
});

describe('an id that is none', () => {
	it('is a fault, before anything is read or written', async () => {
		const w = new MemoryWorld(PLAN);
		const anna = new MemorySession(w, { ...ANNA, uuid: '../main' });
		await expect(anna.before(edit())).rejects.toMatchObject({ code: 'bad_session_id' });
		expect(w.takeWrites()).toEqual([]);
	});
});

describe('D1, D12: a fork', () => {
	it('takes along what its parent had satisfied, once its transcript names it', async () => {
		const { anna, bert, world: w } = world({ plan: { skills: ['arch-review'], carry: ['fork'] } });
		await anna.does(skill('arch-review'));
		await bert.start('fork');
		expect(isDenied(await bert.before(edit()))).toBe(true);
		w.transcripts.set('/t', ['p1']);
		bert.transcript = '/t';
		bert.prompt = 'p2';
		expect(await bert.before(edit())).toBeUndefined();
		expect(w.documents.stateAt(w.at('/project'))?.requirements['plan']?.sessions).toMatchObject({
			[BERT.key]: { satisfied_by: 'carried', metadata: { originally_by: 'skill' } },
		});
	});

	it.each([
		['a disk that takes nothing', { kind: 'refused', why: 'unwritable', reason: 'ENOSPC' }],
		['somebody who took it back meanwhile', { kind: 'unchanged' }],
	])('is held all the same by %s', async (_, became) => {
		const { anna, bert, world: w } = world({ plan: { skills: ['arch-review'], carry: ['fork'] } });
		await anna.does(skill('arch-review'));
		await bert.start('fork');
		w.transcripts.set('/t', ['p1']);
		const stored = w.documents.stateAt(w.at('/project'));
		const ports = w.ports();
		const update = async () => ({ ...became, doc: stored }) as Updated<BranchState>;
		const output = await preToolUse(
			{
				...{ session_id: BERT.uuid, cwd: '/project', prompt_id: 'p2', transcript_path: '/t' },
				...{ tool_name: 'Edit', tool_input: edit().input, tool_use_id: 'call 1' },
			},
			{ ...ports, branchState: { ...ports.branchState, update } },
		);
		expect(isDenied(output)).toBe(true);
		expect(textOf(output, 'systemMessage').includes('ENOSPC')).toBe(became.kind === 'refused');
	});
});
