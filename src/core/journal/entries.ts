import type { Draft } from '../session-record/draft.ts';
import { ACTIVITY_ENTRIES } from './activity-entries.ts';
import type { Fields, Row } from './entry-row.ts';
import { CALL_ENTRIES, type JournalEntry, type JournalLine, lineIn } from './line.ts';

/** All kinds of lines. A line that fits no row is left to newer builds. */
const ENTRIES = { ...CALL_ENTRIES, ...ACTIVITY_ENTRIES };

/** A raw line as one of any kind. */
export function anyLineIn(raw: unknown): JournalLine | undefined {
	return lineIn(raw, ENTRIES);
}

/** Which fields of an entry are redacted, and cut then; none of a kind that a newer build wrote. */
export function freeTextsOf({ e }: JournalEntry): Pick<Row<Fields>, 'texts' | 'cuts'> {
	return Object.hasOwn(ENTRIES, e) ? (ENTRIES[e] as Row<Fields>) : { texts: [], cuts: {} };
}

/** What a line says about its session's life. */
export function lifeIn({ e }: JournalLine): Row<Fields>['life'] {
	return ENTRIES[e].life;
}

/** Adds a line to its session's record. */
export function addLine(draft: Draft, line: JournalLine): void {
	const { adds } = ENTRIES[line.e] as { readonly adds: (draft: Draft, line: JournalLine) => void };
	adds(draft, line);
}
