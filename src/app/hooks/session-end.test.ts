import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import { edit, MemorySession, skill } from '../../../tests/support/memory-session.ts';
import { ANNA, BERT } from '../../../tests/support/some-session.ts';

const PLAN = { plan: { skills: ['a'], enforce: 'stop' } };
const JOURNAL = `journal ${ANNA.key}`;
const STATE = '/project/.git/requirements/main.json';

function world(more = {}) {
	const made = new MemoryWorld(PLAN, more);
	return { world: made, anna: new MemorySession(made, ANNA), bert: new MemorySession(made, BERT) };
}

function entriesOf(w: MemoryWorld) {
	return w.documents.stateAt(w.at('/project'))?.requirements['plan']?.sessions ?? {};
}

describe('a session ends', () => {
	it('it leaves the registry, and its journal says so', async () => {
		const { world: w, anna, bert } = world();
		await anna.start();
		await bert.start();
		w.takeWrites();
		expect(await anna.end('clear')).toBeUndefined();
		expect(w.takeWrites()).toEqual([JOURNAL, 'registry', `record ${ANNA.key}`]);
		const registry = w.documents.stored.get('registry') as { sessions: object };
		expect(Object.keys(registry.sessions)).toEqual([BERT.key]);
		expect(w.lines(ANNA.key).at(-1)).toMatchObject({ e: 'end', reason: 'clear', pid: 7 });
	});

	it('a session nobody knows leaves no trace', async () => {
		const { world: w, anna } = world();
		await anna.end();
		expect(w.takeWrites()).toEqual([]);
	});

	it('nor where its state is to be cleared', async () => {
		const { world: w, anna } = world({ session_end: { clear_session_state: true } });
		await anna.end();
		expect(w.takeWrites()).toEqual([]);
	});

	it('its state stays as it is', async () => {
		const { world: w, anna } = world();
		await anna.does(skill('a'));
		const before = JSON.stringify(w.documents.stored.get(STATE));
		await anna.end();
		expect(JSON.stringify(w.documents.stored.get(STATE))).toBe(before);
	});

	it('or is cleared where the config says so, nobody else’s', async () => {
		const { world: w, anna, bert } = world({ session_end: { clear_session_state: true } });
		for (const one of [anna, bert]) await one.does(skill('a'));
		await anna.end();
		expect(Object.keys(entriesOf(w))).toEqual([BERT.key]);
		expect(w.documents.history.get(STATE)).toMatchObject([{ ended_by: 'session_end' }]);
	});

	it('D9: triggers that no stop folded are folded now', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		await anna.end();
		expect(entriesOf(w)[ANNA.key]).toMatchObject({ triggered: true });
	});

	it('not with enabled: false', async () => {
		const { world: w, anna } = world();
		await anna.does(edit());
		w.configs.set('/project', { enabled: false, requirements: PLAN });
		await anna.end();
		expect(entriesOf(w)).toEqual({});
	});

	it('nothing happens where nothing is configured', async () => {
		const w = new MemoryWorld();
		await new MemorySession(w, ANNA).end();
		expect(w.takeWrites()).toEqual([]);
	});
});
