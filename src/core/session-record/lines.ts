import { textIn } from '../document/foreign-json.ts';
import { anyLineIn, type JournalLine } from '../journal/line.ts';
import { isOfFuture } from '../session/is-of-future.ts';
import { compareTexts } from '../text/compare-texts.ts';

/** Characters. No door lets a longer text in: what is above comes from a stranger. */
const MAX_TEXT = 4_000;
/** Lists and maps within each other. No line of ours has more; what a stranger nests deeper is nothing. */
const MAX_DEPTH = 8;

/**
 * The lines of one session that its record is folded from, in the order of their times; of one time, in the order of the
 * file. Torn, foreign and unknown lines, and those of the future, cost only themselves (D9).
 *
 * @param uuid full id of the session
 * @param now milliseconds since the epoch
 */
export function recordLinesOf(raw: readonly unknown[], uuid: string, now: number): JournalLine[] {
	return raw
		.filter((line) => !isOfFuture(textIn(line, 'at'), now))
		.flatMap((line) => recordLine(line, uuid) ?? [])
		.sort((one, other) => compareTexts(one.at, other.at));
}

function recordLine(raw: unknown, uuid: string): JournalLine | undefined {
	const { at, s } = (raw ?? {}) as Record<string, unknown>;
	if (s !== uuid || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
	return anyLineIn({ ...(clipped(raw, 0) as object), at: new Date(Date.parse(at)).toISOString() });
}

/** The same value with no text longer, and nothing deeper, than allowed. */
function clipped(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return value.slice(0, MAX_TEXT);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return null;
	if (Array.isArray(value)) return value.map((one) => clipped(one, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.slice(0, MAX_TEXT), clipped(one, depth + 1)]),
	);
}
