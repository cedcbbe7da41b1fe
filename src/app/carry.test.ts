import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../tests/support/memory-ports.ts';
import { MemorySession, skill } from '../../tests/support/memory-session.ts';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';

const CLAIRE = session('cccc0003-4444-4444-8444-444444444444');

/** Anna satisfied `plan` and was heard of last; what the next session of hers carries is to be seen. */
async function annaIsGone(carry: string[], reason = 'other') {
	const w = new MemoryWorld({ plan: { skills: ['a'], carry } });
	const [anna, bert] = [new MemorySession(w, ANNA), new MemorySession(w, BERT)];
	bert.prompt = 'p2';
	await anna.start();
	await anna.does(skill('a'));
	await anna.end(reason);
	return { world: w, anna, bert };
}

function carriedTo(w: MemoryWorld, key: string): boolean {
	const state = w.documents.stateAt(w.at('/project'));
	return state?.requirements['plan']?.sessions[key]?.satisfied_by === 'carried';
}

describe('D1, D12: what /clear carries', () => {
	it.each([
		['from the session that was cleared', { reason: 'clear', pid: 7, isCarried: true }],
		['not from one that ended otherwise', { reason: 'other', pid: 7, isCarried: false }],
		['not into another client', { reason: 'clear', pid: 8, isCarried: false }],
	])('%s', async (_, { reason, pid, isCarried }) => {
		const { world: w, bert } = await annaIsGone(['clear'], reason);
		w.host = { ...w.host, clientPid: pid };
		await bert.start('clear');
		expect(carriedTo(w, BERT.key)).toBe(isCarried);
	});

	it('nothing at any other start', async () => {
		const { world: w, bert } = await annaIsGone(['clear'], 'clear');
		await bert.start('startup');
		expect(carriedTo(w, BERT.key)).toBe(false);
	});
});

describe('D1, D12: what a fork carries', () => {
	async function forked(carry: string[], source: string, transcript: string | undefined) {
		const made = await annaIsGone(carry);
		made.world.transcripts.set('/t', ['p0', 'p1']);
		made.bert.transcript = transcript;
		await made.bert.start(source);
		await made.bert.stops();
		return made;
	}

	it('from the session whose prompts its transcript holds, once', async () => {
		const { world: w, bert } = await forked(['fork'], 'fork', '/t');
		expect(carriedTo(w, BERT.key)).toBe(true);
		w.takeWrites();
		await bert.stops();
		expect(w.takeWrites()).toEqual(['registry', `journal ${BERT.key}`, `record ${BERT.key}`]);
	});

	it.each([
		['without the key', () => forked(['clear'], 'fork', '/t')],
		['without a transcript', () => forked(['fork'], 'fork', undefined)],
		['into a session that is no fork', () => forked(['fork'], 'startup', '/t')],
	])('nothing %s', async (_, make) => {
		const { world: w } = await make();
		expect(carriedTo(w, BERT.key)).toBe(false);
	});

	it('D1: nothing from a session that lives', async () => {
		const { world: w, anna, bert } = await annaIsGone(['fork']);
		await anna.start('resume');
		w.transcripts.set('/t', ['p1']);
		bert.transcript = '/t';
		await bert.start('fork');
		await bert.stops();
		expect(carriedTo(w, BERT.key)).toBe(false);
	});

	it('from the session that its copied answers name, whatever prompts they have', async () => {
		const { world: w, bert } = await annaIsGone(['fork']);
		w.transcripts.set('/t', ['p9']);
		w.answers.set('/t', [CLAIRE.uuid, ANNA.uuid, BERT.uuid]);
		bert.transcript = '/t';
		await bert.start('fork');
		await bert.stops();
		expect(carriedTo(w, BERT.key)).toBe(true);
	});

	it('from the latest of several', async () => {
		const { world: w, bert } = await annaIsGone(['fork']);
		const claire = new MemorySession(w, CLAIRE);
		claire.prompt = 'p3';
		await claire.does(skill('a'));
		await claire.end();
		w.transcripts.set('/t', ['p1', 'p3']);
		bert.transcript = '/t';
		await bert.start('fork');
		await bert.stops();
		const state = w.documents.stateAt(w.at('/project'));
		expect(state?.requirements['plan']?.sessions[BERT.key]?.metadata).toMatchObject({
			carried_from: CLAIRE.key,
		});
	});
});
