import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import { edit, MemorySession, skill, textOf } from '../../../tests/support/memory-session.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';
import { at } from '../../../tests/support/some-state.ts';

const PLAN = { plan: { skills: ['arch-review'], enforce: 'stop' } };
const DAY = 24 * 60 * 60 * 1000;
const JOURNAL = `journal ${ANNA.key}`;
const STATE = '/project/.git/requirements/main.json';

/** What is remembered beside the gates has tests of its own. */
const GATES_ONLY = { continuity: { enabled: false } };

function world(requirements: Record<string, object> = PLAN, more = {}) {
	const made = new MemoryWorld(requirements, { ...GATES_ONLY, ...more });
	return { world: made, anna: new MemorySession(made, ANNA), bert: new MemorySession(made, BERT) };
}

function entriesOf(w: MemoryWorld) {
	return w.documents.stateAt(w.at('/project'))?.requirements['plan']?.sessions ?? {};
}

describe('a session starts', () => {
	it('registered, noted, and told where the gates stand', async () => {
		const { world: w, anna } = world();
		const output = await anna.start();
		expect(textOf(output, 'additionalContext')).toMatch(/plan[\s\S]*\/arch-review/);
		expect(textOf(output, 'systemMessage')).toBe('req: 1 gate on main; 1 unmet: plan');
		expect(w.takeWrites()).toEqual(['registry', JOURNAL]);
		expect(w.documents.stored.get('registry')).toMatchObject({
			sessions: { [ANNA.key]: { uuid: ANNA.uuid, pid: 7, pid_started: 'then', branch: 'main' } },
		});
		expect(w.lines(ANNA.key)).toMatchObject([{ e: 'start', source: 'startup', pid: 7 }]);
	});

	it('what another session satisfied does not count', async () => {
		const { anna, bert } = world();
		await anna.does(skill('arch-review'));
		expect(textOf(await bert.start(), 'additionalContext')).toContain('/arch-review');
	});

	it('the same session finds its own satisfied', async () => {
		const { anna } = world();
		await anna.does(skill('arch-review'));
		expect(textOf(await anna.start('resume'), 'additionalContext')).not.toContain('/arch-review');
	});

	it('D34: nothing happens where nothing is configured', async () => {
		const w = new MemoryWorld();
		expect(await new MemorySession(w, ANNA).start()).toBeUndefined();
		expect(w.takeWrites()).toEqual([]);
	});

	it('another live session on the branch is named, a dead one is swept', async () => {
		const { world: w, anna, bert } = world();
		await bert.start();
		expect(textOf(await anna.start(), 'systemMessage')).toContain(BERT.key);
		w.processes.delete(7);
		w.processes.set(8, 'later');
		w.host = { ...w.host, clientPid: 8 };
		expect(textOf(await anna.start(), 'systemMessage')).not.toContain(BERT.key);
		const registry = w.documents.stored.get('registry') as { sessions: object };
		expect(Object.keys(registry.sessions)).toEqual([ANNA.key]);
	});

	it('problems of the config are told to the user as well', async () => {
		const { anna } = world({ ...PLAN, bad: { scope: 'forever' } });
		const output = await anna.start();
		expect(textOf(output, 'systemMessage')).toContain('requirements.bad.scope');
		expect(textOf(output, 'additionalContext')).toContain('requirements.bad.scope');
	});

	it('D7: faults are told once', async () => {
		const { world: w, anna } = world();
		const fault = { at: 'noon', code: 'deadline', where: 'main', message: 'slow' } as const;
		await w.ports().faults.append(w.at('/project'), fault);
		expect(textOf(await anna.start(), 'systemMessage')).toContain('slow');
		expect(textOf(await anna.start(), 'systemMessage')).not.toContain('slow');
	});

	it('an unreadable registry counts as empty, and is a fault', async () => {
		const { world: w, anna } = world();
		w.documents.stored.set('registry', []);
		expect(textOf(await anna.start(), 'systemMessage')).toContain('a fault');
		expect(w.documents.stored.get('registry')).toHaveProperty(`sessions.${ANNA.key}`);
	});

	it('says why no gate stands', async () => {
		const { anna } = world(PLAN, { enabled: false });
		expect(textOf(await anna.start(), 'additionalContext')).toContain('enabled: false');
	});
});

describe('what is stored is tidied at a start', () => {
	it('old keys are migrated in one write, once', async () => {
		const { world: w, anna } = world();
		const sessions = { [ANNA.uuid]: { satisfied: true } };
		w.documents.stored.set(STATE, { requirements: { plan: { scope: 'session', sessions } } });
		const told = textOf(await anna.start('resume'), 'additionalContext');
		expect(told).not.toContain('/arch-review');
		expect(w.takeWrites()).toEqual(['registry', JOURNAL, STATE]);
		expect(entriesOf(w)).toEqual({ [ANNA.key]: { satisfied: true, uuid: ANNA.uuid } });
		await anna.start('resume');
		expect(w.takeWrites()).toEqual(['registry', JOURNAL]);
	});

	it('D10, D2: old entries leave, and come back with their session', async () => {
		const { world: w, anna, bert } = world();
		await anna.does(skill('arch-review'));
		w.now += 40 * DAY;
		await bert.start();
		expect(entriesOf(w)).toEqual({});
		expect(w.documents.history.get(STATE)).toMatchObject([{ ended_by: 'rolled' }]);
		await anna.start('resume');
		expect(entriesOf(w)).toMatchObject({ [ANNA.key]: { satisfied: true } });
	});

	it('D10: only a session that is resumed looks into the history', async () => {
		const { world: w, anna, bert } = world();
		await anna.does(skill('arch-review'));
		w.now += 40 * DAY;
		await bert.start();
		await anna.start('startup');
		expect(entriesOf(w)).toEqual({});
	});

	it('a state nobody needs to change is not written', async () => {
		const { world: w, anna } = world();
		await anna.does(skill('arch-review'));
		w.takeWrites();
		await anna.start('compact');
		expect(w.takeWrites()).toEqual(['registry', JOURNAL]);
	});

	it('D7: a state of a newer build is left alone', async () => {
		const { world: w, anna } = world();
		w.documents.stored.set(STATE, { schema_version: 9 });
		expect(textOf(await anna.start(), 'systemMessage')).toContain('newer');
		expect(w.documents.stored.get(STATE)).toEqual({ schema_version: 9 });
	});
});

describe('D1, D12: after /clear', () => {
	const CARRY = { plan: { skills: ['arch-review'], carry: ['clear'] } };

	async function cleared(requirements: Record<string, object>, seconds: number) {
		const made = world(requirements);
		await made.anna.start();
		await made.anna.does(skill('arch-review'));
		await made.anna.end('clear');
		made.world.now += seconds * 1000;
		await made.bert.start('clear');
		return { ...made, isFree: await made.bert.does(edit()) };
	}

	it('a satisfaction that may be carried goes on', async () => {
		const { world: w, isFree } = await cleared(CARRY, 1);
		expect(isFree).toBe(true);
		expect(entriesOf(w)[BERT.key]).toMatchObject({
			satisfied_by: 'carried',
			satisfied_at: at(3),
		});
	});

	it('not another one, and not after a minute', async () => {
		expect((await cleared({ plan: { skills: ['arch-review'] } }, 1)).isFree).toBe(false);
		expect((await cleared(CARRY, 61)).isFree).toBe(false);
	});
});
