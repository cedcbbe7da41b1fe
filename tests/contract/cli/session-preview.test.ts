import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';
import { startOf } from '../../support/start-of.ts';

const CARL = '9a9a9a9a-0000-4000-8000-000000000009';
const DORA = '7d7d7d7d-0000-4000-8000-000000000007';
const NESTED = '6e6e6e6e-0000-4000-8000-000000000006';
const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

const pin = (label: string, days: number) => ({
	...{ label, content: `${label} is settled`, importance: 'standard' as const },
	pinned_at: daysAgo(days),
});
const LESSON = {
	...{ id: 'i00000001', kind: 'learning' as const, text: 'the proxy drops cookies' },
	...{ confidence: 1, source: 'agent' },
};
const RECENT = someRecord(CARL, { days: 1, pins: [pin('recent', 1)] });

describe('req session preview', () => {
	it('is what the next start is told, and writes nothing that tells of one', async () => {
		await using world = await makeReqWorld(CONFIG);
		const auth = { days: 14, status: 'archived' as const, name: 'auth', pins: [pin('old', 14)] };
		plantRecords(world.repo, RECENT, someRecord(BEN, auth));
		const preview = (await world.json('session', 'preview')) as Record<string, unknown>;
		expect((await startOf(world, ANA)).text).toBe(preview['text']);
		expect(preview).toMatchObject({
			chars: String(preview['text']).length,
			token_count: Math.ceil(String(preview['text']).length / 4),
			sources: [{ key: '9a9a9a9a', score: expect.any(Number) }],
			dropped: [],
		});
	});

	it('names for people each session, its score and why it is not taken', async () => {
		await using world = await makeReqWorld(CONFIG);
		const auth = { days: 14, status: 'archived' as const, name: 'auth', pins: [pin('old', 14)] };
		plantRecords(world.repo, RECENT, someRecord(BEN, auth));
		const { exit, stdout } = await world.req('session', 'preview');
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^9a9a9a9a .*context, all pins/m);
		expect(stdout).not.toMatch(/^auth/m);
	});

	it('counts sessions that are too old for any start, where nothing is told', async () => {
		await using world = await makeReqWorld(CONFIG);
		const preview = async () => (await world.req('session', 'preview')).stdout;
		expect(await preview()).toContain('No earlier session is recorded here.');
		const old = { days: 40, status: 'archived' as const, pins: [pin('old', 40)] };
		plantRecords(world.repo, someRecord(BEN, old));
		plantRecords(world.repo, someRecord(DORA, { ...old, user: 'dora' }));
		plantRecords(world.repo, someRecord(NESTED, { ...old, channel: 'nested' }));
		const told = /^No start looks back at 1 older session any more .*retention_days.*list --all/m;
		expect(await preview()).toMatch(told);
		expect(await preview()).not.toContain('No earlier session');
		// Whoever asks has mostly started the session that was told nothing.
		expect((await startOf(world, ANA)).text).not.toContain('CONTINUITY');
		expect(await preview()).toMatch(/^1a2b3c4d .*still running$/m);
		expect(await preview()).toMatch(told);
		// It has left the index by now, and no other setting brings it back.
		writeIn(
			world.repo,
			'.claude/requirements.yaml',
			`${CONFIG}continuity: { retention_days: 90, lookback_days: 90 }\n`,
		);
		expect(await preview()).toMatch(told);
		writeIn(world.repo, '.claude/requirements.yaml', CONFIG);
		plantRecords(world.repo, RECENT);
		expect(await preview()).toMatch(/^9a9a9a9a .*context, all pins/m);
		expect(await preview()).not.toContain('retention_days');
	});

	it('says that max_sessions keeps all out, not that others score higher', async () => {
		const none = 'continuity:\n  relevance:\n    max_sessions: 0\n';
		await using world = await makeReqWorld(`${CONFIG}${none}`);
		const insights = [{ ...LESSON, created_at: daysAgo(1) }];
		plantRecords(world.repo, someRecord(CARL, { days: 1, insights }));
		const { stdout } = await world.req('session', 'preview');
		expect(stdout).toMatch(/^9a9a9a9a .*`max_sessions` is 0$/m);
	});
});
