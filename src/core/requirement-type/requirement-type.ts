import type * as z from 'zod/mini';
import type { Requirement, Trigger } from '../config/config.ts';

/** The forms that keys of a config may have. They are handed in: no hook loads what checks configs. */
export interface KeyForms {
	/** An optional key with what an editor shows for it. */
	readonly key: <Form extends z.ZodMiniType>(
		form: Form,
		description: string,
	) => z.ZodMiniOptional<Form>;
	readonly only: <Word extends string>(word: Word) => z.ZodMiniLiteral<Word>;
	readonly globs: z.ZodMiniType<string[]>;
	readonly lines: z.ZodMiniType<number>;
}

/** What is known of a branch when a requirement is judged. */
export interface BranchFacts {
	/** Whether its name, or one that it had, is one of these. */
	readonly isNamed: (globs: readonly string[]) => boolean;
	/** Changed lines, where they were counted. */
	readonly lines: number | undefined;
}

/** One way in which a requirement may ask less, for one field. */
export interface Strictness<Value> {
	/** Keys that can have this effect, directly or through a default; the plainest first. */
	readonly keys: readonly string[];
	/** Of two values the one that asks more, or what both ask together. */
	readonly stricter: (before: Value, after: Value) => Value;
	readonly why: string;
}

type Written = Readonly<Record<string, unknown>>;

/** The fact that holds all requirements of a type; meanwhile only the user's approval lets them pass. */
export interface HoldingFact {
	/** The fact is the size of the branch, which has to be measured. */
	readonly isMeasured: boolean;
	/** How JSON and the words below call it when the fact holds. */
	readonly reason: string;
	/** Whether the fact holds. */
	holds(requirement: Requirement, facts: BranchFacts): boolean;
	/** Why it is unmet. `named`: makes a foreign name harmless; few hooks need what does. */
	unmet(
		requirement: Requirement,
		facts: { readonly lines: number | undefined; readonly named: (name: string) => string },
	): string;
	/** The same in `req status`, in fewer words. */
	inStatus(requirement: Requirement, size: string): string;
	/** What has to be done before anything else that a refusal names. */
	readonly first?: string;
}

/** What a type of requirement is in a config. A constant of its own: what judges calls does not load it. */
export interface TypeConfig {
	/** Its sentence in the description of the key `type`. */
	readonly about: string;
	/** The calls that arm it, unless the config says which. */
	readonly triggers: readonly Trigger[];
	/** Keys that count for this type alone. */
	keys(forms: KeyForms): Readonly<Record<string, z.ZodMiniType>>;
	/** Keys of which one at least has to be there; what is wrong is said of the last. */
	readonly needs: readonly { readonly keys: readonly string[]; readonly message: string }[];
	/** What is odd about these keys together although each is right. */
	readonly oddity?: {
		readonly keys: readonly string[];
		text(written: Written): string | undefined;
	};
	/** The requirement's own fields; as they are in all other types where it is not of this one. */
	fields(written: Written, isOwn: boolean): Partial<Requirement>;
	/** The same back again, as a config would write them; `null`: nothing. */
	written(requirement: Requirement): Readonly<Record<string, unknown>>;
	/** What counts as stricter in its fields. */
	readonly strictness: { readonly [Field in keyof Requirement]?: Strictness<Requirement[Field]> };
}

export const EDIT: Trigger = { on: 'edit', glob: undefined };
export const COMMIT: Trigger = { on: 'command', command: 'git commit' };

export function smaller(before: number | undefined, after: number | undefined): number | undefined {
	return (before ?? Infinity) < (after ?? Infinity) ? before : after;
}
