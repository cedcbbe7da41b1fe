import type * as z from '../store/shape.ts';
import { GATE_ENTRIES } from './gate-entries.ts';
import { WORK_ENTRIES } from './work-entries.ts';

/** The kinds of lines, one row each. A line that fits no row is left to newer builds. */
export const ENTRIES = { ...GATE_ENTRIES, ...WORK_ENTRIES };

type Rows = typeof ENTRIES;
export type Kind = keyof Rows;
type EntryOf<E extends Kind> = { e: E } & z.output<z.ObjectShape<Rows[E]['fields']>>;

/** A line without its time and its session. */
export type JournalEntry = { [E in Kind]: EntryOf<E> }[Kind];

/** One line of a session's journal (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;
