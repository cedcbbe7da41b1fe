import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import {
	ask,
	begun,
	LEAVING,
	OPEN,
	SILENT_STARTS,
	todo,
	worldAfter,
} from '../support/left-open.ts';
import { plantRecords, someRecord } from '../support/some-record.ts';

type Over = (world: ContinuityWorld, later: Played) => void;

const commits = (session: Played) =>
	session.bash(`git commit -m "${OPEN}"`, { stdout: `[feature/old a1b2c3d] ${OPEN}` });
const commit: Over = (_, later) => commits(later);
const otherList: Over = (_, later) => later.tool('TodoWrite', todo('completed'));
const inTerminal =
	(...args: readonly string[]): Over =>
	({ world }) =>
		expect(world.req(...args)).toMatchObject({ exit: 0 });

/** The ways in which it is over, each while a later session of the branch is at work. */
const ENDING: readonly (readonly [string, keyof typeof LEAVING, Over])[] = [
	['done by `req next`', 'a next step', inTerminal('next', 'done', '1', '--session', 'c0de0001')],
	['removed', 'a next step', inTerminal('next', 'remove', '1', '--session', 'c0de0001')],
	['committed', 'a next step', commit],
	['committed', 'a task of the client', commit],
	['done in another list', 'a next step', otherList],
	['done in another list', 'a task of the client', otherList],
	['done in another list', 'an item of a todo list', otherList],
	['done', 'a task of `req task`', (_, later) => void later.req('task', 'done', 't1')],
	['dropped', 'a task of `req task`', inTerminal('task', 'drop', 't1')],
];

describe('what was left to do is not told any more', () => {
	it.each(ENDING)('when it was %s: %s', async (_how, what, over) => {
		await using world = await worldAfter(LEAVING[what]);
		world.branch('feature/old');
		const later = begun(world, 2);
		expect(ask(begun(world, 3)), 'before').toContain(OPEN);
		over(world, later);
		expect(ask(later), 'to the session that knows').toBe('');
		later.stop();
		expect(ask(begun(world, 4)), 'to another one').toBe('');
		later.end();
		rmSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'));
		expect(ask(begun(world, 5)), 'by the records').toBe('');
	});

	it.each(Object.entries(LEAVING))(
		'while its session is at work, also again, nor when that is complete: %s',
		async (_, leave) => {
			await using world = await makeContinuityWorld(SILENT_STARTS);
			const first = begun(world, 1);
			ask(first, 'Hello there.');
			leave(first);
			first.stop();
			expect(ask(begun(world, 2))).toBe('');
			first.end();
			expect(ask(begun(world, 3))).toContain(OPEN);
			first.start('resume');
			expect(ask(begun(world, 4))).toBe('');
			first.stop();
			expect(ask(first)).toBe('');
			expect(ask(begun(world, 6))).toBe('');
			first.end();
			expect(world.world.req('session', 'complete', '--session', first.key).exit).toBe(0);
			expect(ask(begun(world, 5))).toBe('');
		},
	);

	it('but is where the commit is of before, or of another branch', async () => {
		await using world = await worldAfter((first) => {
			commits(first);
			first.req('next', 'add', OPEN);
		}, 1);
		const later = begun(world, 2);
		commits(later);
		later.stop();
		expect(ask(begun(world, 3))).toContain(OPEN);
	});
});

describe('where nobody can be sure', () => {
	it.each([
		['a next step', false],
		['an item of a todo list', false],
		['a task of `req task`', true],
	] as const)('after 40 days: %s, told: %s', async (what, isTold) => {
		await using world = await worldAfter(LEAVING[what], 40);
		expect(ask(begun(world, 2)).includes(OPEN)).toBe(isTold);
	});

	it('a next step is not told after more sessions of the branch than are looked through', async () => {
		await using world = await worldAfter(LEAVING['a next step']);
		const key = (n: number) => `${(0xabc00000 + n).toString(16)}-0000-4000-8000-000000000000`;
		const records = Array.from({ length: 61 }, (_, n) =>
			someRecord(key(n), { days: 3, branch: 'feature/old' }),
		);
		plantRecords(world.world.repo, ...records.slice(0, 60));
		expect(ask(begun(world, 2))).toContain(OPEN);
		plantRecords(world.world.repo, ...records);
		expect(ask(begun(world, 3))).toBe('');
	});
});
