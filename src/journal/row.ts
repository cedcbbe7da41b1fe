import type { SessionRecord } from '../memory/record.ts';
import * as z from '../store/shape.ts';

type Fields = z.Fields;
type EntryOf<Of extends Fields> = z.output<z.ObjectShape<Of>>;
type Texts<Of extends Fields> = {
	readonly [Field in keyof Of & string]?: (text: string, entry: EntryOf<Of>) => string;
};
export type LineOf<Of extends Fields> = EntryOf<Of> & { readonly at: string };

/** All that is to be known of one kind of line. */
export interface Row<Of extends Fields> {
	/** What a line holds beside its time, its session and its kind. */
	readonly fields: Of;
	/** What reads a line. */
	readonly shape: z.Shape<object>;
	/**
	 * The fields in which a person's, a model's or a program's words may be, and how much of each is stored. They are
	 * redacted (D30), then cut: half a secret is not found.
	 */
	readonly texts: Texts<Of>;
	/**
	 * What a line says about its session's life (D13). `alive`: only a hook of the session writes it, so whoever found it
	 * dead was wrong. `active`: the session did something, unless it is over. `none`: others speak of it.
	 */
	readonly life: 'alive' | 'active' | 'none';
	/** Adds a line to the record of its session. */
	readonly adds: (record: SessionRecord, line: LineOf<Of>) => void;
}

/** Makes a row. `texts`, `adds`: none if they are left out. */
export function row<Of extends Fields>(
	life: Row<Of>['life'],
	fields: Of,
	texts: Texts<Of> = {},
	adds: Row<Of>['adds'] = () => undefined,
): Row<Of> {
	return { fields, shape: z.object(fields), texts, life, adds };
}

/** Stores a text as long as it is. */
export const whole = (text: string) => text;

export const text = z.string();
export const amount = z.number();
export const names = z.array(text);
export const mayText = z.optional(text);
export const mayNumber = z.optional(amount);
export const mayFlag = z.optional(z.boolean());
/** Id of the user's prompt during which it happened (Claude Code: `prompt_id`). */
export const p = z.optional(text);

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
export function complete({ activity }: SessionRecord, what: string, at: string): void {
	const { completed, completed_at: times } = activity;
	const index = completed.indexOf(what);
	times[index < 0 ? completed.push(what) - 1 : index] = at;
}
