import type { SessionRecord } from '../memory/record.ts';
import { redactPath } from '../secrets/redact.ts';
import * as z from '../store/shape.ts';

type EntryOf<Of extends z.Fields> = z.output<z.ObjectShape<Of>>;
/** Adds a line to the record of its session. */
type Adds<Of extends z.Fields> = (record: SessionRecord, line: EntryOf<Of> & { readonly at: string }) => void;

/** All that is to be known of one kind of line. */
export interface Row<Of extends z.Fields> {
	/** A line without its time, its session and its kind. */
	readonly fields: Of;
	/** What reads a line. */
	readonly shape: z.Shape<object>;
	/** What a line means for the life of its session (D13). */
	readonly life: 'alive' | 'active' | 'none';
	readonly adds: Adds<Of>;
}

/** Something that the session did, unless it is over; a command may write it. */
export function ofCommand<Of extends z.Fields>(fields: Of, adds: Adds<Of> = () => undefined): Row<Of> {
	return { fields, shape: z.object(fields), life: 'active', adds };
}

/** What others say of the session. */
export function ofOthers<Of extends z.Fields>(fields: Of, adds: Adds<Of>): Row<Of> {
	return { ...ofCommand(fields, adds), life: 'none' };
}

const PROMPT = { p: z.optional(z.string()) };

/**
 * Only a hook of the session writes it: if another session found this one dead, it was wrong. `p`: id of the user's prompt
 * during which it happened (Claude Code: `prompt_id`).
 */
export function ofHook<Of extends z.Fields>(
	fields: Of,
	adds: Adds<Of & typeof PROMPT> = () => undefined,
): Row<Of & typeof PROMPT> {
	return { ...ofCommand({ ...fields, ...PROMPT }, adds), life: 'alive' };
}

/** How much of a field's words is stored. */
export type Cut = (words: string, entry: Readonly<Record<string, unknown>>) => string;

/**
 * Marks a field in which a person's, a model's or a program's words may be: they are redacted before they are stored (D30),
 * and then cut. Half a secret would not be found.
 */
export function words<Of extends z.Shape<unknown>>(shape: Of, cut: Cut = (all) => all) {
	return { ...shape, cut };
}

export const text = z.string();
export const amount = z.number();
export const names = z.array(text);
export const mayText = z.optional(text);
export const mayNumber = z.optional(amount);
export const mayFlag = z.optional(z.boolean());
export const freeText = words(text);
export const mayFreeText = words(mayText);
export const freeNames = words(names);
export const path = words(text, redactPath);
export const mayPath = words(mayText, redactPath);

/** Items of one list that a record keeps while lines are added: on disk it has room for a third of them. */
const MOST = 2_000;

/**
 * Puts an item at the end of a list that holds each once. Of too many the oldest goes.
 *
 * @param isSame whether an item of the list is the one that `next` replaces
 */
export function renew<Item>(
	list: Item[],
	{ isSame, most = MOST }: { readonly isSame: (item: Item) => boolean; readonly most?: number },
	next: (known: Item | undefined) => Item,
): void {
	const index = list.findLastIndex(isSame);
	const [known] = index < 0 ? [] : list.splice(index, 1);
	list.push(next(known));
	if (list.length > most) list.shift();
}

/** Counts a word. */
export function countUp(counts: Record<string, number>, word: string, by = 1): void {
	counts[word] = (Object.hasOwn(counts, word) ? (counts[word] ?? 0) : 0) + by;
}

/** Notes what the session brought to an end, once, and when it was so last. */
export function complete({ activity }: Pick<SessionRecord, 'activity'>, what: string, at: string): void {
	const { completed, completed_at: times } = activity;
	const index = completed.indexOf(what);
	times[index < 0 ? completed.push(what) - 1 : index] = at;
}
