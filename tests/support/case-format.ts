import * as z from 'zod/mini';
import { type HookName, hookNames } from './run-hook.ts';

/**
 * One case is one behaviour of the hooks. `tests/contract/cases/SUBJECT.yaml` holds those of a subject by their names; what
 * all of them begin with is under `shared`. Strict, so that a mistyped expectation cannot pass unseen. Texts may hold
 * placeholders: see `names` in case-world.ts.
 */
const Tree = z.record(z.string(), z.unknown());
const Texts = z.union([z.string(), z.array(z.string())]);
type Json = Readonly<Record<string, unknown>>;

/** How a hook can answer. `halt`: the prompt ends here, and no model is asked. */
const ANSWERS = ['deny', 'ask', 'block', 'context', 'notice', 'halt'] as const;
export type Said = (typeof ANSWERS)[number] | 'nothing';

/** What a step is about, and the event that it is unless `hook` names another. */
const SUBJECTS: Readonly<Record<string, HookName>> = {
	edit: 'pre-tool-use',
	bash: 'pre-tool-use',
	tool: 'pre-tool-use',
	/** The model invoked it. */
	skill: 'post-tool-use',
	/** As in `/req:satisfy NAME`. */
	typed: 'user-prompt-expansion',
	prompt: 'user-prompt-submit',
	/** Calls that are over: an edit, a command that went well, and one that failed. */
	edited: 'post-tool-use',
	ran: 'post-tool-use',
	failed: 'post-tool-use-failure',
};

/** What a call that is over was before. */
const CALLS: Readonly<Record<string, string>> = { edited: 'edit', ran: 'bash', failed: 'bash' };

/** Keys of Claude Code's events that a step may give as its own; any other one is given under `stdin`. */
const OF_CALL = ['session_id', 'prompt_id', 'tool_use_id', 'cwd', 'agent_id', 'agent_type'];
const OF_END = ['duration_ms', 'error', 'is_interrupt'];
const OF_EVENTS = ['permission_mode', 'source', 'reason', 'command_source', 'command_args'];
const OF_TURNS = ['last_assistant_message', 'stop_hook_active', 'background_tasks'];
const EVENT_KEYS = [...OF_CALL, ...OF_END, ...OF_EVENTS, ...OF_TURNS, 'invoked_by', 'compact_summary'];

const optional = <T extends z.ZodMiniType>(keys: readonly string[], type: T) =>
	Object.fromEntries(keys.map((key) => [key, z.optional(type)]));
const oneOrMore = <T extends z.ZodMiniType>(type: T) => z.union([type, z.array(type)]);

/** A hook runs: once for each item, where what it is about is a list. */
const HookSteps = z.strictObject({
	hook: z.optional(z.enum(hookNames)),
	...optional(Object.keys(SUBJECTS), oneOrMore(z.string())),
	tool: z.optional(oneOrMore(Tree)),
	/** Keys added to, or put in place of, those of a usual event. */
	stdin: z.optional(oneOrMore(Tree)),
	...optional(EVENT_KEYS, z.unknown()),
	/** What the tool answered; or what a command printed. */
	response: z.optional(z.unknown()),
	prints: z.optional(z.string()),
	env: z.optional(z.record(z.string(), z.string())),
	/**
	 * The call was allowed in silence, and did this before it was over: a line of shell, or files that it wrote. It was short,
	 * unless it has a `duration_ms`.
	 */
	does: z.optional(z.union([z.string(), Tree])),
	/** The kind of the answer, with the pieces that it holds. Without any of these the hook says nothing. */
	...optional(ANSWERS, Texts),
	/** Pieces that the answer holds once, and pieces that it does not hold. */
	...optional(['once', 'not'], Texts),
	/** The exact answer, where its words are part of the contract. */
	stdout: z.optional(z.unknown()),
	/** Every file created, changed or removed by this step, and no other. */
	writes: z.optional(z.array(z.string())),
	/** Files afterwards: a part of a JSON document, keys as paths; the lines of a .jsonl file, `absent` or `unchanged`. */
	files: z.optional(Tree),
	/** The lines that this step added to the journal of `$SESSION`. */
	journal: z.optional(z.array(Tree)),
});

/** The world changes between events. Commands are lines of shell, and run in the repository, or in `in`. */
const WorldStep = z.union([
	z.strictObject({ git: z.string(), in: z.optional(z.string()) }),
	/** A git command of the session: at the present time, as the reflog shows. Any other one was long ago. */
	z.strictObject({ git_now: z.string() }),
	/** A git command that is meant to stop half-way. */
	z.strictObject({ git_stops: z.string() }),
	z.strictObject({ run: z.string() }),
	z.strictObject({ write: Tree }),
	z.strictObject({ states: z.record(z.string(), Tree) }),
]);
export type WorldStep = z.output<typeof WorldStep>;

const head = {
	/** The requirements of `.claude/requirements.yaml`; or all of that file, as text, as what it says or `none`; or a preset. */
	requirements: z.optional(Tree),
	config: z.optional(z.union([z.string(), Tree])),
	preset: z.optional(z.string()),
	/** More files; JSON bodies may be written as such. */
	given: z.optional(Tree),
	/** Notes of the repository, and lessons of the team, a line each: what is always there is filled in. */
	notes: z.optional(z.array(Tree)),
	lessons: z.optional(z.array(Tree)),
	/** Stored states by branch and entries of the registry, filled in as well. */
	states: z.optional(z.record(z.string(), Tree)),
	registry: z.optional(Tree),
	env: z.optional(z.record(z.string(), z.string())),
	/** The hooks run as a user whom file permissions stop, should the tests run as root. */
	unprivileged: z.optional(z.literal(true)),
	/** `none`: the project is no git repository. */
	repo: z.optional(z.literal('none')),
};
const WrittenCase = z.strictObject({
	/**
	 * What this case shows: a decision (`D7`, docs/decisions.md), or a row (`S4-066`) or behaviour of the design that the first
	 * cases were written from. A new one names a decision, a real day that went wrong (`day 6`), or nothing: `[]`.
	 */
	shows: z.array(z.string().check(z.regex(/^(S\d-\d{3}|behaviour \d{1,2}[ab]?|D\d{1,2}|day \d{1,2})$/))),
	why: z.string().check(z.minLength(10)),
	...head,
	steps: z.array(z.union([HookSteps, WorldStep])).check(z.minLength(1)),
});

/** A hook runs once. */
export interface HookStep {
	readonly hook: HookName;
	readonly edit?: string;
	readonly bash?: string;
	readonly skill?: string;
	readonly tool?: Json;
	readonly typed?: string;
	readonly stdin?: Json | undefined;
	readonly response?: unknown;
	readonly env?: Readonly<Record<string, string>>;
	/** What the hook answers; `nothing` unless said. */
	readonly says?: Said;
	/** Pieces the answer holds, and pieces it does not hold. */
	readonly mentions?: readonly string[];
	readonly mentions_once?: readonly string[];
	readonly mentions_not?: readonly string[];
	readonly stdout?: unknown;
	readonly writes?: readonly string[];
	readonly files?: Json;
	readonly journal?: readonly object[];
}

/** A case as it is played. */
export interface Case extends Omit<z.output<typeof WrittenCase>, 'steps' | 'requirements'> {
	readonly steps: readonly (HookStep | WorldStep)[];
}

/** A case as it is written, on its own. */
export function readCase(written: unknown): Case {
	const { requirements, steps, ...given } = WrittenCase.parse(written);
	const config = requirements === undefined ? given.config : { requirements };
	const stored = config === 'none' ? undefined : config;
	return { ...given, config: stored, steps: steps.flatMap(playedSteps) };
}

const Shared = z.strictObject(head);
const CONFIGS = ['requirements', 'config', 'preset'];

/** The cases of a file by their names. What a case says itself is in place of what is shared. */
export function readCases(written: Json): ReadonlyMap<string, Case> {
	const { shared, ...cases } = written;
	const { requirements, config, preset, ...others } = Shared.parse(shared ?? {});
	return new Map(
		Object.entries(cases as Readonly<Record<string, Json>>).map(([name, own]) => {
			const hasConfig = CONFIGS.some((key) => key in own);
			const usual = hasConfig ? others : { ...others, requirements, config, preset };
			return [name, readCase({ ...usual, ...own })];
		}),
	);
}

function playedSteps(step: Json): (HookStep | WorldStep)[] {
	const subject = Object.keys(SUBJECTS).find((key) => key in step);
	if (subject === undefined && !('hook' in step)) return [step as WorldStep];
	const repeated = [subject ?? '', 'stdin'].find((key) => Array.isArray(step[key]));
	if (repeated === undefined) return playedOnce(step, subject);
	const items = step[repeated] as readonly unknown[];
	return items.flatMap((item) => playedOnce({ ...step, [repeated]: item }, subject));
}

/** A busy machine takes its time between the events of a call. */
const SHORT_CALL_MS = 1_900;

/** One event; or the two of a whole call, and what it does between them. */
function playedOnce(step: Json, subject: string | undefined): (HookStep | WorldStep)[] {
	const about = subject === undefined ? {} : { [CALLS[subject] ?? subject]: step[subject] };
	const says = ANSWERS.find((answer) => answer in step);
	const { does, prints: stdout } = step;
	const printed = stdout === undefined ? {} : { response: { stdout, stderr: '', interrupted: false } };
	const after = {
		...printed,
		...picked(step, ['response', 'env', 'stdout', 'writes', 'files', 'journal']),
		...about,
		hook: step['hook'] ?? SUBJECTS[subject ?? ''],
		stdin: { ...picked(step, [...EVENT_KEYS, 'prompt']), ...(step['stdin'] as Json | undefined) },
		says,
		mentions: textsOf(step[says ?? '']),
		mentions_once: textsOf(step['once']),
		mentions_not: textsOf(step['not']),
	} as HookStep;
	if (does === undefined) return [after];
	const stdin = { duration_ms: SHORT_CALL_MS, ...after.stdin };
	const before = { ...about, ...picked(step, ['env']), stdin: picked(step, OF_CALL) };
	const done = typeof does === 'string' ? { run: does } : { write: does as Json };
	return [{ hook: 'pre-tool-use', ...before }, done, { ...after, stdin }];
}

function picked(from: Json, keys: readonly string[]): Json {
	return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

function textsOf(value: unknown): readonly string[] | undefined {
	return value === undefined ? undefined : ([value].flat() as string[]);
}
