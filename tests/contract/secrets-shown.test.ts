import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, begun } from '../support/after-a-month.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { drawFor } from '../support/redaction/draw.ts';
import { daysAgo, plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';
const token = (name: string) => ['gh', 'p_', drawFor(name).word(36)].join('');
const PLACES = ['lesson', 'why', 'pin', 'label', 'next', 'blocker', 'task', 'turn', 'commit'];

/** A world whose files hold secrets, as no command of req leaves them. */
async function withSecrets(config?: string): Promise<ContinuityWorld> {
	const world = await makeContinuityWorld(config);
	const at = daysAgo(1);
	const said = (place: string) => `Rotate the ${place} with ${token(place)} each week`;
	const record = someRecord(OLD, {
		insights: [
			someInsight('i1234567', said('lesson'), { why: said('why') }),
			someInsight('i1234568', said('learning'), { kind: 'learning' }),
		],
		pins: [{ label: token('label'), content: said('pin'), importance: 'critical', pinned_at: at }],
		notes: [{ at, from: 'turn', text: said('turn') }],
		pending_tasks: [
			{
				id: 't1',
				title: said('task'),
				status: 'open',
				flagged_incomplete: false,
				last_activity: at,
			},
		],
		activity: {
			commits: [{ subject: said('commit'), at }],
			next_actions: [said('next')],
			blockers: [{ type: 'need', text: said('blocker'), at, source: 'user' }],
			turns: 3,
		},
	});
	plantRecords(world.world.repo, record);
	return world;
}

const secretsIn = (text: string) => [...PLACES, 'learning'].filter((one) => text.includes(token(one)));

it('a start shows what was stored without its secrets', async () => {
	await using world = await withSecrets();
	const shown = await world.session(1).start();
	expect(secretsIn(shown)).toEqual([]);
	expect(shown).toContain('Rotate the pin with [redacted:github] each week');
	const { stdout } = await world.world.req('session', 'preview');
	expect(stdout).toContain('Rotate the pin with [redacted:github] each week');
});

it('a prompt brings a lesson without its secrets', async () => {
	await using world = await withSecrets('version: 1\ncontinuity: { inject_on: [] }\n');
	const shown = await ask(await begun(world, 1), 'Do we rotate the lesson each week?');
	expect(shown).toContain('Rotate the lesson with [redacted:github] each week');
	expect(secretsIn(shown)).toEqual([]);
});

it('what is inherited holds none, in its file and as it is shown', async () => {
	await using world = await withSecrets('version: 1\ncontinuity: { inject_on: [] }\n');
	const heir = await begun(world, 1);
	const shown = await heir.req('inherit', OLD);
	const file = readFileSync(join(world.stateDir, `inherited/${heir.uuid}.json`), 'utf8');
	expect(file).toContain('Rotate the learning with [redacted:github] each week');
	expect(secretsIn(`${file}${shown}${await heir.req('inherit', 'show', '--json')}`)).toEqual([]);
});

it('what a person says is stored without its secrets, in a journal that has them already', async () => {
	await using world = await withSecrets();
	const one = await begun(world, 1);
	const journal = join(world.stateDir, `sessions/${one.uuid}.jsonl`);
	appendFileSync(journal, `${JSON.stringify({ e: 'phase', at: daysAgo(0), s: one.uuid, phase: token('turn') })}\n`);
	await one.req('learn', `Use ${token('lesson')} for it`);
	await one.stop(`It is ${token('turn')}.`);
	const stored = readFileSync(journal, 'utf8');
	expect(secretsIn(stored)).toEqual(['turn']);
	expect(readFileSync(join(world.stateDir, 'notes.jsonl'), 'utf8')).toContain('Use [redacted:github] for it');
});

it('a command names the secrets of its own text, not those in names of files', async () => {
	await using world = await makeContinuityWorld();
	const one = await begun(world, 1);
	await one.edit(`src/${token('file')}.js`);
	const { stderr } = await world.world.asModel(one.uuid, 'learn', 'the door PIN is 482913');
	expect(stderr).toBe('req: redacted: code\n');
	const plain = await world.world.asModel(one.uuid, 'learn', 'the door has no bell');
	expect(plain.stderr).toBe('');
});
