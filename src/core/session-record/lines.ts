import { ActivityEntry, type ActivityLine } from '../journal/activity.ts';
import { type JournalLine, linesOfAll } from '../journal/line.ts';

/** A line a record is folded from. */
export type RecordLine = JournalLine | ActivityLine;

/** A line of one kind. */
export type RecordLineOf<E extends RecordLine['e']> = Extract<RecordLine, { e: E }>;

/** Characters. No door lets a longer text in: what is above comes from a stranger. */
const MAX_TEXT = 4_000;

/**
 * The lines of one session, in the order of their times; of one time, in the order of the file. Torn,
 * foreign and unknown lines cost only themselves (D9).
 *
 * @param uuid full id of the session
 */
export function recordLinesOf(raw: readonly unknown[], uuid: string): RecordLine[] {
	return raw
		.flatMap((line) => recordLine(line, uuid))
		.sort((one, other) => compare(one.at, other.at));
}

/** Lines of one kind, in their order. */
export function linesOfKind<E extends RecordLine['e']>(
	lines: readonly RecordLine[],
	kind: E,
): RecordLineOf<E>[] {
	return lines.filter((line): line is RecordLineOf<E> => line.e === kind);
}

function recordLine(raw: unknown, uuid: string): RecordLine[] {
	const { at, s } = (raw ?? {}) as Record<string, unknown>;
	if (s !== uuid || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return [];
	const line = { ...(clipped(raw) as object), at: new Date(Date.parse(at)).toISOString() };
	const [known] = linesOfAll([line]);
	if (known !== undefined) return [known];
	const entry = ActivityEntry.safeParse(line);
	return entry.success ? [{ at: line.at, s: uuid, ...entry.data }] : [];
}

/** The same value with no text longer than allowed. */
function clipped(value: unknown): unknown {
	if (typeof value === 'string') return value.slice(0, MAX_TEXT);
	if (Array.isArray(value)) return value.map(clipped);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.slice(0, MAX_TEXT), clipped(one)]),
	);
}

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
