import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteId, recordIn } from '../../support/remembered.ts';
import { ANA, GATED, makeLiveWorld, ran } from '../../support/run-req.ts';

describe('req note pin', () => {
	it('keeps label, text and importance, and lists critical ones first', async () => {
		await using world = await makeLiveWorld();
		expect(await world.req('note', 'pin', 'db', 'Postgres', '16')).toMatchObject({
			exit: 0,
			stderr: '',
		});
		await world.req('note', 'pin', 'api', 'v2 only', '--critical');
		expect(await world.json('note', 'list')).toEqual([
			{
				...{ id: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'pin', label: 'api' },
				...{ text: 'v2 only', importance: 'critical' },
				...{ at: expect.any(String), source: null, origin: null },
			},
			{
				...{ id: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'pin', label: 'db' },
				...{ text: 'Postgres 16', importance: 'standard' },
				...{ at: expect.any(String), source: null, origin: null },
			},
		]);
		expect(recordIn(world, ANA).pins).toHaveLength(2);
		expect((await world.req('note')).stdout).toMatch(
			/^ID .*\n\w{8} +critical pin +api .*v2 only\n\w{8} +pin +db /,
		);
	});

	it('the same label is replaced, and the current one wins', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'pin', 'db', 'old', '--critical');
		await world.req('note', 'pin', 'db', 'new');
		expect(await world.json('note', 'list')).toMatchObject([
			{ label: 'db', text: 'new', importance: 'standard' },
		]);
	});

	it('refuses one more than there may be, with the list and the next step', async () => {
		await using world = await makeLiveWorld(`${GATED}continuity:\n  pins: { max: 2 }\n`);
		for (const label of ['one', 'two']) await world.req('note', 'pin', label, 'text');
		const refused = await world.req('note', 'pin', 'three', 'text');
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toMatch(/req note remove ID[\s\S]* one\n[\s\S]* two\n/);
		expect((await world.req('note', 'pin', 'two', 'another')).exit).toBe(0);
		expect((await world.req('note', 'remove', await noteId(world, 'one'))).exit).toBe(0);
		expect((await world.req('note', 'pin', 'three', 'text')).exit).toBe(0);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['two', 'three']);
	});

	it('a pin is removed, not done', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'pin', 'api', 'v2');
		const id = await noteId(world, 'api');
		expect(await world.req('note', 'done', id)).toMatchObject({
			exit: 64,
			stderr: expect.stringContaining(`req note remove ${id}`),
		});
		expect(recordIn(world, ANA).pins).toHaveLength(1);
	});

	it('takes nothing from the fold after it: tasks and events are kept', async () => {
		await using world = await makeLiveWorld();
		const read = (name: string) =>
			readFileSync(join(world.repo, '.git/requirements', name), 'utf8');
		const task = ran('TaskCreate', { subject: 'port the cache' }, { task: { id: '7' } });
		await world.hook('post-tool-use', ANA, task);
		await world.hook('post-tool-use', ANA, ran('Bash', { command: 'npm test' }, { stdout: 'ok' }));
		await world.req('note', 'pin', 'db', 'Postgres 16');
		await world.hook('stop', ANA, { hook_event_name: 'Stop' });
		expect(read('tasks.json')).toContain('port the cache');
		expect(read('events.jsonl').match(/"requirement_satisfied"/g)).toHaveLength(1);
	});
});
