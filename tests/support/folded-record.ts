import { foldLines, recordLinesOf } from '../../src/core/session-record/fold.ts';
import {
	type FoldSettings,
	type SessionRecord,
	USUAL_SETTINGS,
} from '../../src/core/session-record/schema.ts';
import { ANNA } from './some-session.ts';

const FACTS = { key: ANNA.key, uuid: ANNA.uuid, user: 'anna', root: '/home/anna/app' };
/** A time of Anna's session. */
export function at(seconds: number): string {
	return new Date(1_790_000_000_000 + seconds * 1000).toISOString();
}

/** A line of its journal. */
export function line(seconds: number, entry: object): object {
	return { at: at(seconds), s: ANNA.uuid, ...entry };
}

/** How it began. */
export const START = line(0, {
	e: 'start',
	source: 'startup',
	branch: 'main',
	cwd: '/home/anna/app',
});

/** Its record after more lines; three pins at most. */
export function foldOn(before: SessionRecord | undefined, raw: readonly unknown[]) {
	const lines = recordLinesOf(raw, ANNA.uuid, Number.POSITIVE_INFINITY);
	const settings: FoldSettings = { ...USUAL_SETTINGS, pins: { max: 3, maxInherited: 3 } };
	return foldLines(
		before,
		{ lines, journalBytes: 7, journalBegun: undefined },
		{ facts: FACTS, settings },
	);
}

/** Its record after a start and these entries, one second after the other. */
export function folded(...entries: object[]): SessionRecord {
	const record = foldOn(undefined, [
		START,
		...entries.map((entry, index) => line(index + 1, entry)),
	]);
	if (record === undefined) throw new Error('no record');
	return record;
}
