import * as z from '../document/shape.ts';
import type { ACTIVITY_ENTRIES } from './activity-entries.ts';
import type { Fields, Row } from './entry-row.ts';
import { GATE_ENTRIES } from './gate-entries.ts';

type Rows = typeof GATE_ENTRIES & typeof ACTIVITY_ENTRIES;
type Kind = keyof Rows;
type EntryOf<E extends Kind> = { e: E } & z.output<z.ObjectShape<Rows[E]['fields']>>;

export type JournalEntry = { [E in Kind]: EntryOf<E> }[Kind];

/** One line of `sessions/<key>.jsonl` (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

/** A line of one kind. */
export type LineOf<E extends Kind> = Extract<JournalLine, { e: E }>;

/** What gates ask for of the lines of one session; torn, foreign and unknown lines cost only themselves. */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return linesOfAll(raw.filter((line) => (line as { s?: unknown } | null)?.s === uuid));
}

/** The same of whatever sessions share the file. */
export function linesOfAll(raw: readonly unknown[]): JournalLine[] {
	return raw.flatMap((line) => lineIn(line, GATE_ENTRIES) ?? []);
}

/** Shapes are made when they are first asked for: few hooks read lines of more than some kinds. */
const shapes = new Map<unknown, z.Shape<object>>();

/** A raw line as one of these kinds. */
export function lineIn(
	raw: unknown,
	kinds: Readonly<Record<string, Pick<Row<Fields>, 'fields'>>>,
): JournalLine | undefined {
	const { at, s, e } = (raw ?? {}) as Record<string, unknown>;
	if (typeof at !== 'string' || typeof s !== 'string' || typeof e !== 'string') return undefined;
	const fields = Object.hasOwn(kinds, e) ? kinds[e]?.fields : undefined;
	if (fields === undefined) return undefined;
	const shape = shapes.get(e) ?? z.object(fields);
	shapes.set(e, shape);
	const entry = shape.safeParse(raw);
	return entry.success ? ({ at, s, e, ...entry.data } as JournalLine) : undefined;
}

/** Lines of one kind, in their order. */
export function ofKind<E extends Kind>(lines: readonly JournalLine[], kind: E): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}

/** How a call was let through: on the branch it ran on, where the line went to several, else on the one it left since. */
export function checkedOf(
	lines: readonly JournalLine[],
	call: string | undefined,
	branch: string,
): LineOf<'checked'> | undefined {
	const own = ofKind(lines, 'checked').filter((line) => line.call === call);
	return own.find((line) => line.branch === branch) ?? own[0];
}
