import { describe, expect, it } from 'vitest';
import { ANA, makeLiveWorld, makeReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const LONG = 'a task with a long description '.repeat(4).trim();

describe('tables', () => {
	it('fit the terminal, tell how long ago, and are whole in a pipe and with --wide', async () => {
		await using world = await makeLiveWorld('version: 1\n');
		await world.req('task', 'add', LONG);
		await world.req('note', 'pin', 'db', `${'text '.repeat(30)}end`);
		const inTerminal = async (...args: string[]) =>
			(await world.reqWith({ columns: 60 }, ...args)).stdout.trimEnd().split('\n');
		for (const args of [
			['task', 'list'],
			['note', 'list'],
			['session', 'list'],
			['session', 'events'],
		])
			for (const line of await inTerminal(...args)) expect(line.length, `${args}: ${line}`).toBeLessThanOrEqual(60);
		const cut = await inTerminal('task', 'list');
		expect(cut[1]).toMatch(/just now.*a task with.*…$/);
		expect(cut.join('\n')).not.toContain(LONG);
		const wide = (await inTerminal('note', 'list', '--wide')).join(' ');
		expect(wide).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/);
		expect(wide).toContain('end');
		expect((await world.req('task', 'list')).stdout).toContain(LONG);
	});

	it('tell times as how long ago; pages tell both', async () => {
		await using world = await makeReqWorld('version: 1\n');
		plantRecords(world.repo, someRecord(ANA, { name: 'auth-v3', days: 3 }));
		const list = (await world.req('session', 'list')).stdout;
		expect(list).toContain('3 days ago');
		expect(list).not.toMatch(/\d{4}-\d\d-\d\d/);
		expect((await world.req('session', 'list', '--wide')).stdout).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/);
		for (const args of [['show'], ['lineage'], ['lineage', '--continued']])
			expect((await world.req('session', ...args, 'auth-v3')).stdout).toMatch(
				/\d{4}-\d\d-\d\d \d\d:\d\d.*\(3 days ago\)/,
			);
	});
});
