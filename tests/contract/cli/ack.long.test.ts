import { describe, expect, it } from 'vitest';
import { entriesIn, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';
import { startOf } from '../../support/start-of.ts';

const CONFIG = 'version: 1\n';
const asked = (comprehension: string) => `${CONFIG}inherit: { from: auth-v1, comprehension: ${comprehension} }\n`;
const SAID = 'Tokens rotate atomically; I finish the logout';

/** A live session of ana's that inherited from ben's of yesterday. */
async function inherited(comprehension: 'required' | 'optional'): Promise<ReqWorld> {
	const world = await makeReqWorld(asked(comprehension));
	plantRecords(world.repo, someRecord(BEN, { name: 'auth-v1' }));
	await startOf(world, ANA);
	await world.req('inherit', 'auth-v1');
	return world;
}

const validation = (world: ReqWorld) => world.json('session', 'show', ANA, '--validation');

describe('req inherit ack', () => {
	it('keeps what the model understood, and the session owes nothing more', async () => {
		await using world = await inherited('required');
		expect(await validation(world)).toMatchObject({
			comprehension_check: { required: true, present: false, warning: null },
		});
		const { exit, stdout } = await world.asModel(ANA, 'inherit', 'ack', ...SAID.split(' '));
		expect([exit, stdout]).toEqual([0, 'session 1a2b3c4d acknowledged what it inherited\n']);
		expect(entriesIn(world, ANA).at(-1)).toMatchObject({ e: 'ack', text: SAID });
		expect(recordIn(world, ANA).comprehension).toMatchObject({ present: true, text: SAID });
		expect(await validation(world)).toMatchObject({
			comprehension_check: { required: true, present: true, warning: null },
		});
		expect(await world.json('status', '--session', ANA)).toMatchObject({
			comprehension: { required: true, present: true },
		});
	});

	it('the status says that a word is owed, warns when a turn ended without it, and is silent where none is', async () => {
		await using world = await inherited('required');
		const status = await world.req('status', '--session', ANA);
		expect([status.exit, status.stdout]).toEqual([0, expect.stringContaining('comprehension:')]);
		expect(status.stdout).toContain('req inherit ack');
		expect(await world.json('status', '--session', ANA)).toMatchObject({
			comprehension: { required: true, present: false, warning: null, at: expect.any(String) },
		});
		await world.hook('stop', ANA, { hook_event_name: 'Stop', stop_hook_active: false });
		const warning = 'Agent did not acknowledge inherited context';
		expect((await world.req('status', '--session', ANA)).stdout).toContain(warning);
		expect(await world.json('status', '--session', ANA)).toMatchObject({
			comprehension: { required: true, present: false, warning },
		});
		await world.req('inherit', 'ack', SAID);
		expect((await world.req('status', '--session', ANA)).stdout).not.toContain('comprehension:');
		expect(await world.json('status', '--session', BEN)).not.toHaveProperty('comprehension');
	});

	it('is kept where nobody asked for it, too, without its secrets', async () => {
		await using world = await inherited('optional');
		expect(await validation(world)).toBeNull();
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const { stderr } = await world.req('inherit', 'ack', `the token is ${secret}`);
		expect(await validation(world)).toMatchObject({
			comprehension_check: { required: false, present: true },
		});
		expect(stderr).toContain('redacted');
		expect(JSON.stringify(entriesIn(world, ANA))).not.toContain(secret);
	});
});
