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
	/** Files afterwards: a part of a JSON document, keys as paths; the lines of a .jsonl file, `absent` or `unchanged`. */
	files: z.optional(Tree),
};

/** What an event is about: a call of a tool by its name and input, short for the usual ones, or a typed command. */
const call = {
	edit: z.string(),
	bash: z.string(),
	skill: z.string(),
	tool: Tree,
	/** As in `/req:satisfy NAME`. */
	typed: z.string(),
	/** Keys added to, or put in place of, those of a usual event. */
	stdin: Tree,
};

const around = {
	hook: z.enum(hookNames),
	/** What the tool answered. */
	response: z.optional(z.unknown()),
	env: z.optional(z.record(z.string(), z.string())),
	...expectations,
};

/** A hook runs once. */
const HookStep = z.strictObject({ ...z.partial(z.object(call)).shape, ...around });
export type HookStep = z.output<typeof HookStep>;

const oneOrMore = <T extends z.ZodMiniType>(type: T) => z.optional(z.union([type, z.array(type)]));

/** A hook runs: once for each item, where one of these is a list. */
const HookSteps = z.strictObject({
	edit: oneOrMore(call.edit),
	bash: oneOrMore(call.bash),
	skill: oneOrMore(call.skill),
	tool: oneOrMore(call.tool),
	typed: oneOrMore(call.typed),
	stdin: oneOrMore(call.stdin),
	...around,
});
type HookSteps = z.output<typeof HookSteps>;

/** The single events of a step. */
export function eventsIn(step: HookSteps): readonly HookStep[] {
	const listed = Object.entries(step).find(([key, value]) => key in call && Array.isArray(value));
	if (listed === undefined) return [HookStep.parse(step)];
	const [key, items] = listed;
	return (items as readonly unknown[]).map((item) => HookStep.parse({ ...step, [key]: item }));
}

/** Stored states by branch and entries of the registry: what is always there is filled in. */
const stored = {
	states: z.optional(z.record(z.string(), Tree)),
	registry: z.optional(z.record(z.string(), z.unknown())),
};

/** The world changes between events. Commands run in the repository, or in `in`. */
const WorldStep = z.union([
	z.strictObject({ git: z.array(z.string()), in: z.optional(z.string()) }),
	/** A git command that is meant to stop half-way. */
	z.strictObject({ git_stops: z.array(z.string()) }),
	z.strictObject({ run: z.array(z.string()) }),
	z.strictObject({ write: Tree }),
	z.strictObject({ states: z.record(z.string(), Tree) }),
]);
export type WorldStep = z.output<typeof WorldStep>;

export const Case = z.strictObject({
	/**
	 * What this case shows: a decision (`D7`, docs/decisions.md), or a row (`S4-066`) or behaviour of the design that the first
	 * cases were written from. A new one names a decision, a real day that went wrong (`day 6`), or nothing: `[]`.
	 */
	shows: z.array(
		z.string().check(z.regex(/^(S\d-\d{3}|behaviour \d{1,2}[ab]?|D\d{1,2}|day \d{1,2})$/)),
	),
	why: z.string().check(z.minLength(10)),
	/** `.claude/requirements.yaml`: as text, or as what it says. */
	config: z.optional(z.union([z.string(), Tree])),
	/** Instead: a preset as `req init` ships it. */
	preset: z.optional(z.string()),
	/** More files; JSON bodies may be written as such. */
	given: z.optional(Tree),
	...stored,
	env: z.optional(z.record(z.string(), z.string())),
	/** The hooks run as a user whom file permissions stop, should the tests run as root. */
	unprivileged: z.optional(z.literal(true)),
	/** `none`: the project is no git repository. */
	repo: z.optional(z.literal('none')),
	steps: z.array(z.union([HookSteps, WorldStep])).check(z.minLength(1)),
});
export type Case = z.output<typeof Case>;
