import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import {
	bash,
	edit,
	isHeld,
	MemorySession,
	skill,
	textOf,
} from '../../../tests/support/memory-session.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';

const TESTED = { tested: { enforce: 'stop', commands: ['npm test'] } };
const JOURNAL = `journal ${ANNA.key}`;
const STATE = '/project/.git/requirements/main.json';

/** What is remembered beside the gates has tests of its own. */
const GATES_ONLY = { continuity: { enabled: false } };

function world(requirements: Record<string, object> = TESTED, more = {}) {
	const made = new MemoryWorld(requirements, { ...GATES_ONLY, ...more });
	return { world: made, anna: new MemorySession(made, ANNA), bert: new MemorySession(made, BERT) };
}

describe('the turn ends', () => {
	it('held while work of this session waits, with what helps', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		w.takeWrites();
		const output = await anna.stops();
		expect(isHeld(output)).toBe(true);
		expect(textOf(output, 'reason')).toMatch(/tested[\s\S]*npm test/);
		expect(w.takeWrites()).toEqual(['registry', STATE, JOURNAL]);
	});

	it('free for a session that only read', async () => {
		const { world: w, anna, bert } = world();
		await bert.does(edit());
		w.takeWrites();
		expect(await anna.stops()).toBeUndefined();
		expect(w.takeWrites()).toEqual(['registry']);
	});

	it('free after a denied edit', async () => {
		const { anna } = world({ plan: {} });
		expect(await anna.does(edit())).toBe(false);
		expect(await anna.stops()).toBeUndefined();
	});

	it('free when everything is satisfied', async () => {
		const { anna } = world();
		await anna.does(edit());
		await anna.does(bash('npm test'));
		expect(await anna.stops()).toBeUndefined();
	});

	it('free after review and commit, held after the next edit', async () => {
		const review = {
			scope: 'single_use',
			blocks: [{ command: 'git commit' }],
			skills: ['pre-commit'],
		};
		const { anna } = world({ review });
		await anna.does(edit());
		await anna.does(skill('pre-commit'));
		await anna.does(bash('git commit -m x'));
		expect(await anna.stops()).toBeUndefined();
		await anna.does(edit());
		expect(isHeld(await anna.stops())).toBe(true);
	});

	it('let go when it goes on already, and the user is told once', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		const output = await anna.stops({ stop_hook_active: true });
		expect(output).toEqual({
			systemMessage: 'req: this turn ended with tested unmet (run `npm test`)',
		});
		expect(w.lines(ANNA.key).at(-1)).toMatchObject({ e: 'ended', names: ['tested'] });
		expect(await anna.stops({ stop_hook_active: true })).toBeUndefined();
	});

	it.each([
		['while an agent works', { background_tasks: [{ type: 'local_agent' }] }],
		['D32: in a subagent', { agent_id: 'a1' }],
	])('free %s', async (_, more) => {
		const { anna } = world();
		await anna.does(edit());
		expect(await anna.stops(more)).toBeUndefined();
	});

	it('a background shell frees nothing', async () => {
		const { anna } = world();
		await anna.does(edit());
		expect(isHeld(await anna.stops({ background_tasks: [{ type: 'shell' }] }))).toBe(true);
	});

	it('D32: held once per prompt and set of requirements', async () => {
		const { anna } = world();
		await anna.does(edit());
		expect(isHeld(await anna.stops())).toBe(true);
		await anna.does(edit());
		expect(isHeld(await anna.stops())).toBe(false);
		anna.prompt = 'p2';
		await anna.does(edit());
		expect(isHeld(await anna.stops())).toBe(true);
	});

	it('a turn that armed nothing is not held for earlier work, nor is the user told again', async () => {
		const { anna } = world();
		await anna.does(edit());
		expect(isHeld(await anna.stops())).toBe(true);
		expect(textOf(await anna.stops(), 'systemMessage')).toContain('tested');
		anna.prompt = 'p2';
		await anna.does(bash('git log'));
		expect(await anna.stops()).toBeUndefined();
	});

	it('a turn whose work became unmet by time alone is free', async () => {
		const { world: w, anna } = world({
			tested: { enforce: 'stop', commands: ['npm test'], ttl: '1h' },
		});
		await anna.does(edit());
		await anna.does(bash('npm test'));
		expect(await anna.stops()).toBeUndefined();
		w.now += 2 * 3_600_000;
		anna.prompt = 'p2';
		expect(await anna.stops()).toBeUndefined();
	});

	it('a call that only makes something stale is work', async () => {
		const { anna } = world({
			tested: {
				...{ enforce: 'stop', commands: ['npm test'] },
				...{ triggers: [{ edit: 'src/**' }], stale_after: [{ edit: '**' }] },
			},
		});
		await anna.does(edit('/project/src/a.ts'));
		await anna.does(bash('npm test'));
		expect(await anna.stops()).toBeUndefined();
		await anna.does(edit('/project/b.ts'));
		expect(isHeld(await anna.stops())).toBe(true);
	});

	it('D9: the triggers are folded once, also where the stop is free', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		w.takeWrites();
		await anna.stops({ stop_hook_active: true });
		expect(w.takeWrites()).toEqual(['registry', STATE, JOURNAL]);
		await anna.stops({ stop_hook_active: true });
		expect(w.takeWrites()).toEqual(['registry']);
	});

	it('D39: a skill of this turn is completed now', async () => {
		const { world: w, anna } = world({
			plan: { skills: ['a'], satisfy_on: 'done', enforce: 'stop' },
		});
		await anna.does(edit());
		await anna.does(skill('a'));
		expect(await anna.stops()).toBeUndefined();
		expect(w.documents.stateAt(w.at('/project'))?.requirements['plan']?.sessions).toMatchObject({
			[ANNA.key]: { satisfied: true, triggered: true },
		});
	});

	it('D3: held for another project the session worked in', async () => {
		const { world: w, anna } = world({});
		w.branches.set('/other', 'main');
		w.configs.set('/other', { requirements: TESTED });
		await anna.does(edit('/other/a.ts'));
		expect(isHeld(await anna.stops())).toBe(true);
	});

	it('D7: not held where nobody could satisfy, but said', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		await anna.stops({ stop_hook_active: true });
		await anna.does(edit());
		w.documents.writable = false;
		const output = await anna.stops();
		expect(isHeld(output)).toBe(false);
		expect(textOf(output, 'systemMessage')).toContain('tested');
	});

	it('free while paused, and with enabled: false', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		const pause = { op: 'pause', at: 'now', by: 'user' } as const;
		await w.ports().branchState.update(w.at('/project'), [pause]);
		expect(await anna.stops()).toBeUndefined();
		w.configs.set('/project', { enabled: false, requirements: TESTED });
		expect(await anna.stops()).toBeUndefined();
	});

	it('nothing happens where nothing is configured', async () => {
		const w = new MemoryWorld();
		expect(await new MemorySession(w, ANNA).stops()).toBeUndefined();
		expect(w.takeWrites()).toEqual([]);
	});
});
