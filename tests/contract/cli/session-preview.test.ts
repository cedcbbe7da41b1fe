import { describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';
import { startOf } from '../../support/start-of.ts';

const CARL = '9a9a9a9a-0000-4000-8000-000000000009';
const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

const pin = (label: string, days: number) => ({
	...{ label, content: `${label} is settled`, importance: 'standard' as const },
	pinned_at: daysAgo(days),
});
const RECENT = someRecord(CARL, { days: 1, pins: [pin('recent', 1)] });

describe('req session preview', () => {
	it('looks back as far as the next start, however long sessions are listed', async () => {
		await using world = await makeReqWorld(`${CONFIG}continuity: { lookback_days: 60 }\n`);
		const pins = [{ ...pin('old', 40), importance: 'critical' as const }];
		plantRecords(world.repo, someRecord(CARL, { days: 40, pins }));
		const { text } = (await world.json('session', 'preview')) as { text: string };
		expect(text).toContain('old is settled');
		expect(text).toBe((await startOf(world, ANA)).text);
	});

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
			codes: ['proj:repo'],
			expires_at: new Date(Date.parse(RECENT.last_activity) + 7 * 86_400_000).toISOString(),
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

	it('says where older sessions are listed if none is told, and names the one that runs', async () => {
		await using world = await makeReqWorld(CONFIG);
		const preview = async () => (await world.req('session', 'preview')).stdout;
		plantRecords(world.repo, someRecord(BEN, { days: 40, status: 'archived', pins: [pin('old', 40)] }));
		expect(await preview()).toMatch(/^No other session is recent: .*session list --all/m);
		expect((await startOf(world, ANA)).text).not.toContain('CONTINUITY');
		expect(await preview()).toMatch(/^1a2b3c4d .*still running$/m);
	});
});
