import * as z from '../../store/shape.ts';
import type { Draft } from '../session-record/draft.ts';

export type Fields = Readonly<Record<string, z.Shape<unknown>>>;

/** What a line of that kind says. `at`: ISO time. */
type Said<Of extends Fields> = z.output<z.ObjectShape<Of>> & { readonly at: string };

type CutText<Of extends Fields> = (text: string, entry: z.output<z.ObjectShape<Of>>) => string;

/** All that is to be known of one kind of line. */
export interface Row<Of extends Fields> {
	readonly fields: Of;
	/** What reads a line: its fields. */
	readonly shape: z.Shape<object>;
	/** The fields in which a person's, a model's or a program's words may stand: they are redacted (D30). */
	readonly texts: readonly (keyof Of & string)[];
	/** How much of a text is stored. It is cut after it was redacted: half a secret is not found. */
	readonly cuts: Partial<Readonly<Record<keyof Of & string, CutText<Of>>>>;
	/**
	 * What a line says about its session's life (D13). `alive`: only a hook of the session writes it, so whoever was held
	 * for dead is not. `none`: others, or the user at a terminal, speak of the session. `active`: it was, unless it is over.
	 * What a start, an end and a crash say beyond that is in `fold.ts`.
	 */
	readonly life: 'alive' | 'active' | 'none';
	/** What a line changes in its session's record. */
	readonly adds: (draft: Draft, line: Said<Of>) => void;
}

type Rest<Of extends Fields> = Partial<Pick<Row<Of>, 'texts' | 'cuts' | 'adds'>>;

const NOTHING = { texts: [], cuts: {}, adds: () => undefined };

/** Makes rows of one kind: what they hold, and what else is to be known of them. */
function rowOf(life: Row<Fields>['life']) {
	return <Of extends Fields>({ fields, ...rest }: Rest<Of> & { readonly fields: Of }): Row<Of> => ({
		...NOTHING,
		...rest,
		fields,
		shape: z.object(fields),
		life,
	});
}

export const byItself = rowOf('alive');
export const active = rowOf('active');
export const ofIt = rowOf('none');

export const text = z.string();
export const amount = z.number();
export const names = z.array(text);
export const mayText = z.optional(text);
export const mayNumber = z.optional(amount);
export const mayFlag = z.optional(z.boolean());
/** Id of the user's prompt during which it happened (host: `prompt_id`). */
export const p = z.optional(text);
