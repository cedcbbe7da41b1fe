import { describe, expect, it } from 'vitest';
import { ANNA } from '../../../tests/support/some-session.ts';
import { foldLines, USUAL_TERMS } from './fold.ts';
import { recordLinesOf } from './lines.ts';

const FACTS = { key: ANNA.key, uuid: ANNA.uuid, user: 'anna', root: '/home/anna/app' };

function folded(raw: object[]) {
	const lines = recordLinesOf(raw, ANNA.uuid);
	return foldLines(undefined, { lines, journalBytes: 7 }, { facts: FACTS, terms: USUAL_TERMS });
}

function line(seconds: number, entry: object): object {
	return { at: new Date(1_790_000_000_000 + seconds * 1000).toISOString(), s: ANNA.uuid, ...entry };
}

const START = line(0, { e: 'start', source: 'startup', branch: 'main', cwd: '/home/anna/app' });

describe('the fold', () => {
	it('makes no record of a session that never started', () => {
		expect(folded([line(1, { e: 'turn', branch: 'main' })])).toBeUndefined();
	});

	it('says where and when a session began (S2-003)', () => {
		expect(folded([START])).toMatchObject({
			key: ANNA.key,
			project: 'app',
			status: 'active',
			ended_at: null,
			journal_bytes: 7,
		});
	});
});
