import { makeRecord } from '../../src/memory/make-record.ts';
import { foldNotes } from '../../src/memory/notes.ts';
import type { SessionRecord } from '../../src/memory/record.ts';
import { ANNA } from './some-session.ts';

const { uuid } = ANNA;
const FACTS = {
	user: 'anna',
	root: '/home/anna/app',
	journalBytes: 7,
	now: Number.POSITIVE_INFINITY,
};

/** A time of Anna's session. */
export function at(seconds: number): string {
	return new Date(1_790_000_000_000 + seconds * 1000).toISOString();
}

/** A line of its journal. */
export function line(seconds: number, entry: object): object {
	return { at: at(seconds), s: uuid, ...entry };
}

/** Something that it said. */
export function said(seconds: number, note: object): object {
	const more = { source: 'agent', session: uuid, branch: 'main', user: 'anna' };
	return { at: at(seconds), op: 'note', ...more, ...note };
}

/** How it began. */
export const START = line(0, {
	e: 'start',
	source: 'startup',
	branch: 'main',
	cwd: '/home/anna/app',
});

/** The record that lines add up to. */
export function recordOf(raw: readonly unknown[], notes: readonly object[] = []): SessionRecord | undefined {
	return makeRecord(raw, ANNA, { ...FACTS, notes: foldNotes(notes) });
}

/** Its record after a start and these entries, one second after the other, with what it said. */
export function folded(entries: readonly object[], notes: readonly object[] = []): SessionRecord {
	const lines = entries.map((entry, index) => line(index + 1, entry));
	const record = recordOf([START, ...lines], notes);
	if (record === undefined) throw new Error('no record');
	return record;
}
