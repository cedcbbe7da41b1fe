import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';
import { startOf } from '../../support/start-of.ts';

const CARL = '9a9a9a9a-0000-4000-8000-000000000009';
const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

const pin = (label: string, days: number) => ({
	...{ label, content: `${label} is settled`, importance: 'standard' as const },
	pinned_at: daysAgo(days),
});

/** Carl's session of yesterday, which a start takes by itself, and ben's of two weeks ago in the archive. */
async function twoEarlier(): Promise<ReqWorld> {
	const world = await makeReqWorld(CONFIG);
	plantRecords(
		world.repo,
		someRecord(CARL, { days: 1, pins: [pin('recent', 1)] }),
		someRecord(BEN, { days: 14, status: 'archived', name: 'auth', pins: [pin('old', 14)] }),
	);
	return world;
}

function eventsNamed(world: ReqWorld, name: string): Record<string, unknown>[] {
	const file = join(world.repo, '.git/requirements/events.jsonl');
	const lines = readFileSync(file, 'utf8').split('\n');
	const events = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
	return events.filter((event) => event.name === name);
}

describe('req session continue', () => {
	it('D23, D24: takes all pins of one session at any age, in place of others', async () => {
		await using world = await twoEarlier();
		await startOf(world, ANA);
		expect((await world.req('note', 'list')).stdout).toContain('recent is settled');
		const { exit, stdout } = await world.req('session', 'continue', 'auth');
		expect(exit).toBe(0);
		expect(stdout).toContain('old is settled');
		expect((await world.req('note', 'list')).stdout).toContain('old is settled');
		const record = await world.json('session', 'show', ANA.slice(0, 8));
		expect(record).toMatchObject({ parent: '5e6f7a8b', previous: '9a9a9a9a' });
		expect(record).toMatchObject({ pins: [{ label: 'old' }] });
	});

	it('is kept with who asked for it', async () => {
		await using world = await twoEarlier();
		await startOf(world, ANA);
		await world.req('session', 'continue', 'auth');
		await world.asModel(ANA, 'session', 'continue', '5e6f');
		expect(eventsNamed(world, 'session_override')).toMatchObject([
			{ session: ANA, data: { command: 'session continue', ref: BEN, by: 'ana' } },
			{ session: ANA, data: { ref: BEN, by: 'agent' } },
		]);
		for (const { ts } of eventsNamed(world, 'session_override'))
			expect(Math.abs(Date.now() - Date.parse(`${ts}`))).toBeLessThan(3_600_000);
	});

	it('D25: warns of a session that is running still', async () => {
		await using world = await twoEarlier();
		await startOf(world, ANA);
		await startOf(world, CARL, { source: 'resume' });
		const { exit, stderr } = await world.req('session', 'continue', '9a9a', '--session', '1a2b');
		expect(exit).toBe(2);
		expect(stderr).toContain('still running');
	});

	it('typed in the client, the model gets the context and the user a line', async () => {
		await using world = await twoEarlier();
		await startOf(world, ANA);
		const { stdout } = await world.hook('user-prompt-expansion', ANA, {
			hook_event_name: 'UserPromptExpansion',
			expansion_type: 'slash_command',
			command_name: 'req:continue',
			command_source: 'plugin',
			command_args: 'auth',
			prompt: '/req:continue auth',
		});
		const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
		expect(hookSpecificOutput.additionalContext).toContain('old is settled');
		expect(systemMessage).not.toContain('old is settled');
		expect(systemMessage).toContain('5e6f7a8b');
	});
});

describe('req session restore', () => {
	it('brings in by hand what a start would have brought in', async () => {
		await using world = await twoEarlier();
		const without = await world.req('session', 'restore');
		expect(without.exit).toBe(2);
		expect(without.stdout).toContain('recent is settled');
		await startOf(world, ANA, { source: 'fork' });
		const { exit, stdout } = await world.req('session', 'restore');
		expect(exit).toBe(0);
		expect(stdout).toContain('recent is settled');
		expect((await world.req('note', 'list')).stdout).toContain('recent is settled');
	});
});
