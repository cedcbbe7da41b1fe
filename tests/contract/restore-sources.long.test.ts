import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld, type ReqWorld, ran } from '../support/run-req.ts';
import { shiftTimes } from '../support/shift-times.ts';
import { daysAgo, plantRecords, someRecord } from '../support/some-record.ts';
import { startOf } from '../support/start-of.ts';

const CARL = '9a9a9a9a-0000-4000-8000-000000000009';
const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';
const OPENING = '[SESSION CONTINUITY';
const HOUR = 1 / 24;

const WORK = {
	pins: [
		{
			...{ label: 'database', content: 'postgres it is', importance: 'standard' as const },
			pinned_at: daysAgo(2.1),
		},
	],
	activity: { files: [{ path: 'src/parser.ts', edits: 2, last: daysAgo(2) }] },
};

async function afterBen(more: object = {}): Promise<ReqWorld> {
	const world = await makeReqWorld(CONFIG);
	plantRecords(world.repo, someRecord(BEN, { days: 2, ...WORK, ...more }));
	return world;
}

function journal(world: ReqWorld, uuid: string): Record<string, unknown>[] {
	const path = join(world.repo, '.git/requirements/sessions', `${uuid}.jsonl`);
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

describe('a start is told once', () => {
	it('a repeated event says nothing new, and no pin twice', async () => {
		await using world = await afterBen();
		expect((await startOf(world, ANA)).text).toContain(OPENING);
		expect((await startOf(world, ANA)).text).not.toContain(OPENING);
		expect(journal(world, ANA).filter(({ e }) => e === 'restore')).toHaveLength(1);
	});
});

describe('D19: by source', () => {
	it('a compaction gives the session its own pins back, each compaction anew', async () => {
		await using world = await afterBen();
		await startOf(world, ANA);
		expect((await world.asModel(ANA, 'note', 'pin', 'port', 'listens on 8080')).exit).toBe(0);
		const compacted = async (prompt: string) =>
			(await startOf(world, ANA, { source: 'compact', input: { prompt_id: prompt } })).text;
		const first = await compacted('p1');
		expect(first).toContain("this session's own context");
		expect(first).toContain('listens on 8080');
		expect(first).toContain('postgres it is');
		expect(await compacted('p1')).not.toContain(OPENING);
		expect(await compacted('p2')).toContain('listens on 8080');
	});

	it('a resume tells in one line what others finished since', async () => {
		const world = await afterBen();
		await using _ = world;
		const carl = someRecord(CARL, { days: HOUR, ...WORK, terms: { parser: 4 } });
		plantRecords(world.repo, carl);
		const { text } = await startOf(world, BEN, { source: 'resume' });
		expect(text).not.toContain(OPENING);
		expect(text.match(/^.*9a9a9a9a.*$/gm)).toHaveLength(1);
		expect(text).toContain('1 other session ended');
	});

	it('a resume after which nobody worked, and a fork, tell of the gates only', async () => {
		await using world = await afterBen();
		const resumed = await startOf(world, BEN, { source: 'resume' });
		const fork = await startOf(world, ANA, { source: 'fork' });
		for (const { text } of [resumed, fork]) {
			expect(text).toContain('commit_plan');
			expect(text).not.toMatch(/postgres|ended on this branch/);
		}
	});

	it('a live session that lies idle with work in it is named, with what takes it over', async () => {
		await using world = await afterBen();
		await startOf(world, BEN, { source: 'resume' });
		await world.hook('post-tool-use', BEN, ran('Write', { file_path: 'a.ts', content: '' }));
		const registry = join(world.configDir, 'sessions.json');
		const soon = readFileSync(registry, 'utf8');
		const text = async () => (await startOf(world, ANA)).text;
		expect(await text()).not.toContain('req session continue 5e6f7a8b');
		const then = `"last_activity": "${daysAgo(HOUR)}"`;
		shiftTimes({ stateDir: join(world.repo, '.git/requirements') }, 1, [BEN]);
		writeFileSync(registry, soon.replace(/"last_activity": "[^"]*"/, then));
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		expect(await text()).toContain('`req session continue 5e6f7a8b`');
	});

	it('inject_on: a source that is not named there tells of the gates only', async () => {
		await using world = await makeReqWorld(`${CONFIG}continuity:\n  inject_on: [compact]\n`);
		plantRecords(world.repo, someRecord(BEN, { days: 2, ...WORK }));
		expect((await startOf(world, ANA)).text).not.toContain(OPENING);
	});

	it('D12: after /clear the cleared session is the parent, and a source', async () => {
		await using world = await makeReqWorld(CONFIG);
		await startOf(world, ANA);
		await world.asModel(ANA, 'note', 'pin', 'port', 'listens on 8080');
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'clear' });
		const { text } = await startOf(world, CARL, { source: 'clear' });
		expect(text).toContain('listens on 8080');
		const link = { e: 'link', previous: '1a2b3c4d', parent: '1a2b3c4d' };
		expect(journal(world, CARL)).toContainEqual(expect.objectContaining(link));
	});
});

describe('what somebody may want to know', () => {
	it('with REQ_SESSION_DEBUG=1 each decision stands on stderr, with its numbers', async () => {
		await using world = await afterBen();
		const { stderr, text } = await startOf(world, ANA, { env: { REQ_SESSION_DEBUG: '1' } });
		expect(text).toContain(OPENING);
		expect(stderr).toMatch(/session 5e6f7a8b: .*"hours":48\.0.*"score":0\.6.*"recency":0\.71.*"overlap":1/);
		expect(stderr).toMatch(/restored: .*"from":.*"5e6f7a8b".*"database"/);
	});
});
