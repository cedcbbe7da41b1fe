import * as z from 'zod/mini';
import { hookNames } from './run-hook.ts';

/**
 * One case: one behaviour of the hooks, as a JSON file. Strict, so that a mistyped expectation cannot
 * pass unseen. Texts may hold placeholders: see `names` in case-world.ts.
 */
const Tree = z.record(z.string(), z.unknown());

/** `halt`: the prompt ends here, and no model is asked. */
const Said = z.enum(['nothing', 'deny', 'ask', 'block', 'context', 'notice', 'halt']);
export type Said = z.output<typeof Said>;

const expectations = {
	/** What the hook answers; `nothing` unless said. */
	says: z.optional(Said),
	/** The exact document, where its words are part of the contract. */
	stdout: z.optional(z.unknown()),
	/** Pieces the answer holds, and pieces it does not hold. */
	mentions: z.optional(z.array(z.string())),
	mentions_once: z.optional(z.array(z.string())),
	mentions_not: z.optional(z.array(z.string())),
	/** Every file created, changed or removed by this step, and no other. */
	writes: z.optional(z.array(z.string())),
	/** Files afterwards: a part of a JSON document, the lines of a .jsonl file, `absent` or `unchanged`. */
	files: z.optional(Tree),
};

/** A hook runs. `edit`, `bash` and `skill` are short for the tool call of that kind. */
const HookStep = z.strictObject({
	hook: z.enum(hookNames),
	edit: z.optional(z.string()),
	bash: z.optional(z.string()),
	skill: z.optional(z.string()),
	/** Keys added to, or put in place of, those of a usual event. */
	stdin: z.optional(Tree),
	env: z.optional(z.record(z.string(), z.string())),
	...expectations,
});
export type HookStep = z.output<typeof HookStep>;

/** The world changes between events. Commands run in the repository, or in `in`. */
const WorldStep = z.union([
	z.strictObject({ git: z.array(z.string()), in: z.optional(z.string()) }),
	/** A git command that is meant to stop half-way. */
	z.strictObject({ git_stops: z.array(z.string()) }),
	z.strictObject({ run: z.array(z.string()) }),
	z.strictObject({ write: Tree }),
]);
export type WorldStep = z.output<typeof WorldStep>;

export const Case = z.strictObject({
	/**
	 * What this case shows: a decision (`D7`, docs/decisions.md), or a row (`S4-066`) or behaviour of the design that the first
	 * cases were written from. A new one names a decision, or nothing: `[]`.
	 */
	shows: z.array(z.string().check(z.regex(/^(S\d-\d{3}|behaviour \d{1,2}[ab]?|D\d{1,2})$/))),
	why: z.string().check(z.minLength(10)),
	/** `.claude/requirements.yaml`: as text, or as what it says. */
	config: z.optional(z.union([z.string(), Tree])),
	/** More files; JSON bodies may be written as such. */
	given: z.optional(Tree),
	env: z.optional(z.record(z.string(), z.string())),
	/** The hooks run as a user whom file permissions stop, should the tests run as root. */
	unprivileged: z.optional(z.literal(true)),
	/** `none`: the project is no git repository. */
	repo: z.optional(z.literal('none')),
	steps: z.array(z.union([HookStep, WorldStep])).check(z.minLength(1)),
});
export type Case = z.output<typeof Case>;
