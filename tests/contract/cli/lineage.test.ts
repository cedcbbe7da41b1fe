import { describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const CONFIG = 'version: 1\n';
const CARL = '77777777-0000-4000-8000-000000000003';

/** Ana ← Ben ← Carl ← a forgotten session. */
async function family() {
	const world = await makeReqWorld(CONFIG);
	plantRecords(
		world.repo,
		someRecord(ANA, { name: 'auth-v3', days: 1, parent: '5e6f7a8b' }),
		someRecord(BEN, { name: 'auth-v2', days: 2, parent: '77777777' }),
		someRecord(CARL, { days: 40, parent: '99999999', status: 'archived', branch: 'main' }),
	);
	return world;
}

const COLUMNS = 'key uuid name started_at ended_at continued_by topics tasks branch status parent';

describe('req session lineage', () => {
	it('the tree, newest first, with dates, and a parent that is no longer recorded', async () => {
		await using world = await family();
		const shown = (await world.json('session', 'lineage', 'auth-v3')) as object[];
		expect(shown).toMatchObject([{ key: '1a2b3c4d' }, { key: '5e6f7a8b' }, { parent: '99999999' }]);
		expect(Object.keys(shown[0] ?? {})).toEqual(COLUMNS.split(' '));
		const { stdout, exit } = await world.req('session', 'lineage', 'auth-v3');
		expect(exit).toBe(0);
		const rows = stdout.trimEnd().split('\n');
		const day = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
		expect(rows[0]).toMatch(new RegExp(`^"auth-v3" 1a2b3c4d {2}feature/x {2}${day} – ${day} \\(24 hours ago\\)$`));
		expect(rows[1]).toMatch(/^└─ "auth-v2" 5e6f7a8b {2}feature\/x /);
		expect(rows[2]).toMatch(/^ {3}└─ 77777777 {2}main /);
		expect(rows[3]).toBe('      └─ 99999999: no longer recorded');
	});

	it('no parent', async () => {
		await using world = await family();
		plantRecords(world.repo, someRecord(BEN, { name: 'auth-v2', days: 2 }));
		expect(await world.json('session', 'lineage', 'auth-v2')).toMatchObject([{ parent: null }]);
		const { stdout } = await world.req('session', 'lineage', 'auth-v2');
		expect(stdout).toMatch(/\n└─ no parent session\n$/);
	});
});
