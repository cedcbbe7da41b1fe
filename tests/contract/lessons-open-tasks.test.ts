import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import {
	ask,
	begun,
	LEAVING,
	OPEN,
	SILENT_STARTS,
	todo,
	toldBy,
	worldAfter,
} from '../support/left-open.ts';
import { daysAgo, plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const LINE = `- open task: "${OPEN}" (20 days ago, branch feature/old, session c0de0001)`;

describe('what a session left to do that ended weeks ago', () => {
	it.each(Object.entries(LEAVING))(
		'comes with the prompt that is about it: %s',
		async (_, leave) => {
			await using world = await worldAfter(leave);
			const second = begun(world, 2);
			expect(ask(second, 'Rename foo to bar.')).toBe('');
			expect(ask(second).split('\n')).toEqual([
				'[EARLIER LESSONS: what sessions of this repository learned about this]',
				LINE,
				expect.stringContaining('[END OF EARLIER LESSONS: '),
			]);
			expect(ask(second)).toBe('');
			rmSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'));
			expect(ask(begun(world, 3)).split('\n')).toContain(LINE);
		},
	);

	it('comes also where five that are done fit as well', async () => {
		await using world = await worldAfter((first) => {
			first.req('task', 'add', OPEN);
			for (const n of [1, 2, 3, 4, 5]) first.req('task', 'add', `${OPEN}, step${n}`);
		});
		const tasks = world.world.json('task', 'list', '--all') as { id: string; title: string }[];
		const done = tasks.filter(({ title }) => title !== OPEN);
		expect(done).toHaveLength(5);
		for (const { id } of done) expect(world.world.req('task', 'done', id).exit).toBe(0);
		expect(ask(begun(world, 2)).split('\n')[1]).toBe(LINE);
	});

	it('is not told when its own session did it', async () => {
		await using world = await worldAfter((first) => {
			first.tool('TodoWrite', todo('in_progress'));
			first.tool('TodoWrite', todo('completed'));
		});
		expect(ask(begun(world, 2))).toBe('');
	});

	it('is not told again where the start told it', async () => {
		await using world = await makeContinuityWorld();
		const first = begun(world, 1);
		first.req('next', 'add', OPEN);
		first.req('task', 'add', 'Oil the hinges of the harbour gate');
		first.end();
		const second = world.session(2);
		expect(second.start()).toMatch(/Oil the hinges.*next: Wire-the-ledger-cache/s);
		expect(ask(second)).toBe('');
		expect(ask(second, 'Oil the hinges of the harbour gate.')).toBe('');
	});

	it('comes with a file that it names', async () => {
		const text = 'Split src/tariff.ts into two modules';
		await using world = await worldAfter((first) => void first.req('next', 'add', text));
		const second = begun(world, 2);
		ask(second, 'Go on.');
		const file_path = join(world.world.repo, 'src/tariff.ts');
		const edit = second.hook('pre-tool-use', {
			...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: 't1' },
			tool_input: { file_path, old_string: 'a', new_string: 'b' },
		});
		expect(toldBy(edit)).toContain(`- open task: "${text}"`);
	});

	it('is shown by `req search --as-prompt` while it is open, and neither reviewed nor listed as a lesson', async () => {
		await using world = await worldAfter(LEAVING['a next step']);
		const { world: req } = world;
		expect(req.json('search', '--as-prompt', OPEN)).toMatchObject([{ kind: 'task', told: true }]);
		expect(req.json('learn', 'list', '--all')).toEqual([]);
		expect(req.json('learn', 'review', '--all')).toEqual([]);
		expect(req.req('next', 'done', '1', '--session', 'c0de0001').exit).toBe(0);
		expect(req.json('search', '--as-prompt', OPEN)).toEqual([]);
	});

	it('stands behind what somebody noted, and takes the place of none of it', async () => {
		await using world = await makeContinuityWorld(SILENT_STARTS);
		const text = 'The tariff importer must never wire to the ledger cache';
		const steps = Array.from({ length: 6 }, (_, n) => `${OPEN} with option${n}`);
		const old = someRecord('5e6f7a8b-0000-4000-8000-000000000002', {
			days: 9,
			insights: [1, 2, 3].map((n) => someInsight(`i123456${n}`, `${text} in zone${n}`)),
			activity: { next_actions: steps, next_actions_at: steps.map(() => daysAgo(9)) },
		});
		plantRecords(world.world.repo, old);
		const kinds = ask(begun(world, 1)).match(/^- [a-z ]+/gm);
		expect(kinds).toEqual(['- warning', '- warning', '- warning', '- open task', '- open task']);
	});
});

describe('a task of the list', () => {
	it('is not told while the list cannot be read', async () => {
		await using world = await worldAfter(LEAVING['a task of `req task`']);
		writeFileSync(join(world.stateDir, 'tasks.json'), '{');
		expect(ask(begun(world, 2))).toBe('');
	});

	it('is told by the session that worked on it last, when that has ended', async () => {
		await using world = await worldAfter(LEAVING['a task of `req task`']);
		const later = begun(world, 2);
		later.req('task', 'start', 't1');
		expect(ask(begun(world, 3))).toBe('');
		later.end();
		expect(ask(begun(world, 4))).toContain('session c0de0002 and 1 more)');
	});
});
