import { describe, expect, it } from 'vitest';
import { atOnce, everythingStored, noteId, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeReqWorld } from '../../support/run-req.ts';

/** In two pieces, so that no scanner takes this file for a leak. */
const TOKEN = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
const ESC = '\u001b';

describe('req note pin', () => {
	it('keeps label, text and importance, and lists critical ones first', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
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
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.req('note', 'pin', 'db', 'old', '--critical');
		await world.req('note', 'pin', 'db', 'new');
		expect(await world.json('note', 'list')).toMatchObject([
			{ label: 'db', text: 'new', importance: 'standard' },
		]);
	});

	it('refuses one more than there may be, with the list and the next step', async () => {
		await using world = await makeReqWorld(`${GATED}continuity:\n  pins: { max: 2 }\n`);
		await world.start(ANA);
		for (const label of ['one', 'two']) await world.req('note', 'pin', label, 'text');
		const refused = await world.req('note', 'pin', 'three', 'text');
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toMatch(/req note remove ID[\s\S]* one\n[\s\S]* two\n/);
		expect((await world.req('note', 'pin', 'two', 'another')).exit).toBe(0);
		expect((await world.req('note', 'remove', await noteId(world, 'one'))).exit).toBe(0);
		expect((await world.req('note', 'pin', 'three', 'text')).exit).toBe(0);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['two', 'three']);
	});

	it('a secret never reaches the disk, and the user is told', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const pinned = await world.req('note', 'pin', 'ci', `deploy with ${TOKEN} only`);
		expect(pinned.exit).toBe(0);
		expect(pinned.stderr).toMatch(/^req: redacted: \w+/);
		expect(everythingStored(world)).not.toContain(TOKEN);
		expect(await world.json('note', 'list')).toMatchObject([
			{ text: expect.stringMatching(/^deploy with \[redacted:\w+\] only$/) },
		]);
	});

	it.each([
		['a prototype', '__proto__', '__proto__'],
		['what a terminal obeys', `${ESC}[31mred${ESC}[0m\nline`, 'red line'],
	])('a label may be %s', async (_, label, kept) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		expect((await world.req('note', 'pin', label, 'text')).exit).toBe(0);
		expect((await world.req('note', 'list')).stdout).not.toContain(ESC);
		expect(await world.json('note', 'list')).toMatchObject([{ label: kept }]);
		expect((await world.req('note', 'remove', await noteId(world, kept))).exit).toBe(0);
		expect(await world.json('note', 'list')).toEqual([]);
	});

	it('a pin is removed, not done', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.req('note', 'pin', 'api', 'v2');
		const id = await noteId(world, 'api');
		expect(await world.req('note', 'done', id)).toMatchObject({
			exit: 64,
			stderr: expect.stringContaining(`req note remove ${id}`),
		});
		expect(recordIn(world, ANA).pins).toHaveLength(1);
	});

	it('two at once are both kept', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const labels = ['a', 'b', 'c'];
		const exits = await atOnce(
			world,
			labels.map((label) => ['note', 'pin', label, 'text']),
		);
		expect(exits).toEqual([0, 0, 0]);
		const kept = (await world.json('note', 'list')) as { label: string }[];
		expect(kept.map(({ label }) => label).sort()).toEqual(labels);
	});
});

describe('whose memory it is', () => {
	it('the model writes to its own session, the user to the one that is named', async () => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		await world.start(BEN);
		expect((await world.asModel(BEN, 'note', 'pin', 'mine', 'text')).exit).toBe(0);
		expect((await world.req('note', 'pin', 'hers', 'text', '--session', '1a2b')).exit).toBe(0);
		expect(await world.req('note', 'pin', 'whose', 'text')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('--session'),
		});
		expect(recordIn(world, BEN).pins.map(({ label }) => label)).toEqual(['mine']);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['hers']);
	});

	it('is at home also where the model works in another repository (D3)', async () => {
		await using world = await makeReqWorld(GATED);
		await using other = await makeReqWorld(GATED);
		await world.start(ANA);
		const env = { ...world.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA };
		const pinned = await other.reqWith({ env }, 'note', 'pin', 'db', 'text');
		expect(pinned).toMatchObject({ exit: 0, stderr: '' });
		expect(recordIn(world, ANA).pins).toMatchObject([{ label: 'db' }]);
	});
});
