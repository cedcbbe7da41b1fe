import * as z from '../store/shape.ts';
import type { Work } from './work.ts';

type Fields = z.Fields;
type CutText<Of extends Fields> = (text: string, entry: z.output<z.ObjectShape<Of>>) => string;
type Cuts<Of extends Fields> = Partial<Readonly<Record<keyof Of & string, CutText<Of>>>>;
export type LineOf<Of extends Fields> = z.output<z.ObjectShape<Of>> & { readonly at: string };

/** All that is to be known of one kind of line. */
export interface Row<Of extends Fields> {
	/** What a line holds beside its time, its session and its kind. */
	readonly fields: Of;
	/** What reads a line. */
	readonly shape: z.Shape<object>;
	/** The fields in which a person's, a model's or a program's words may stand: they are redacted (D30). */
	readonly texts: readonly (keyof Of & string)[];
	/** How much of a text is stored. It is cut after it was redacted: half a secret is not found. */
	readonly cuts: Cuts<Of>;
	/**
	 * What a line says about its session's life (D13). `alive`: only a hook of the session writes it, so whoever found it
	 * dead was wrong. `active`: it was, unless it is over. `none`: others speak of it. What a start, an end and a crash say
	 * beyond that is in `fold.ts`.
	 */
	readonly life: 'alive' | 'active' | 'none';
	/** What a line adds to the work of its session. */
	readonly adds: (work: Work, line: LineOf<Of>) => void;
}

/** Makes a row that cuts nothing. `texts`, `adds`: none if they are left out. */
export function row<Of extends Fields>(
	life: Row<Of>['life'],
	fields: Of,
	texts: readonly (keyof Of & string)[] = [],
	adds: Row<Of>['adds'] = () => undefined,
): Row<Of> {
	return { fields, shape: z.object(fields), texts, cuts: {}, life, adds };
}

export const text = z.string();
export const amount = z.number();
export const names = z.array(text);
export const mayText = z.optional(text);
export const mayNumber = z.optional(amount);
export const mayFlag = z.optional(z.boolean());
/** Id of the user's prompt during which it happened (host: `prompt_id`). */
export const p = z.optional(text);
