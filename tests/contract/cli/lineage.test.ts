import { describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CONFIG = 'version: 1\n';
const CARL = '77777777-0000-4000-8000-000000000003';
const DORA = '88888888-0000-4000-8000-000000000004';

/** Ana ← Ben ← Carl ← one that is forgotten; Dora came from Ben, too. */
async function family() {
	const world = await makeReqWorld(CONFIG);
	const inherited = {
		from: '5e6f7a8b',
		at: new Date().toISOString(),
		door: 'command',
		select: 'all',
	};
	plantRecords(
		world.repo,
		someRecord(ANA, { name: 'auth-v3', days: 1, parent: '5e6f7a8b', inherited }),
		someRecord(BEN, { name: 'auth-v2', days: 2, parent: '77777777' }),
		someRecord(CARL, { days: 40, parent: '99999999', status: 'archived', branch: 'main' }),
		someRecord(DORA, { days: 1.5, parent: '5e6f7a8b' }),
	);
	return world;
}

interface Shown {
	readonly lineage: readonly { key: string; parent: string | null }[];
	readonly end: string;
	readonly missing: string | null;
	readonly heirs: readonly { key: string }[];
}
const keys = (sessions: readonly { key: string }[]) => sessions.map(({ key }) => key);

describe('req session lineage', () => {
	it('the tree, newest first, with dates, and one that nobody knows any more', async () => {
		await using world = await family();
		const shown = (await world.json('session', 'lineage', 'auth-v3')) as Shown;
		expect(keys(shown.lineage)).toEqual(['1a2b3c4d', '5e6f7a8b', '77777777']);
		expect(shown).toMatchObject({ end: 'missing', missing: '99999999', heirs: [] });
		expect(Object.keys(shown.lineage[0] ?? {})).toEqual(
			'key uuid name branch status started_at ended_at parent inherited_at'.split(' '),
		);
		const { stdout, exit } = await world.req('session', 'lineage', 'auth-v3');
		expect(exit).toBe(0);
		const rows = stdout.trimEnd().split('\n');
		const day = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
		expect(rows[0]).toMatch(
			new RegExp(
				`^"auth-v3" 1a2b3c4d {2}feature/x {2}${day} – ${day} \\(24 hours ago\\) {2}inherited ${day}$`,
			),
		);
		expect(rows[1]).toMatch(/^└─ "auth-v2" 5e6f7a8b {2}feature\/x /);
		expect(rows[2]).toMatch(/^ {3}└─ 77777777 {2}main /);
		expect(rows[3]).toMatch(/^ {6}└─ 99999999: /);
	});

	it('no parent where there is none; heirs', async () => {
		await using world = await family();
		plantRecords(world.repo, someRecord(BEN, { name: 'auth-v2', days: 2 }));
		const shown = (await world.json('session', 'lineage', 'auth-v2')) as Shown;
		expect(shown).toMatchObject({ end: 'no_parent', missing: null });
		expect(shown.lineage[0]?.parent).toBeNull();
		expect(keys(shown.heirs)).toEqual(['1a2b3c4d', '88888888']);
		const { stdout } = await world.req('session', 'lineage', 'auth-v2');
		expect(stdout).toMatch(/\n└─ no parent\n\nheirs:\n {2}"auth-v3" /);
	});
});
