import * as z from 'zod/mini';

const names = z.array(z.string());
/** Id of the user's prompt during which it happened (host: `prompt_id`). */
const p = z.optional(z.string());

/** What a line may tell. A line that fits none of these is left to newer builds. */
export const JournalEntry = z.discriminatedUnion('e', [
	/** SessionStart was seen: the gates are armed in this session. */
	z.object({
		e: z.literal('start'),
		source: z.string(),
		branch: z.string(),
		cwd: z.string(),
		pid: z.optional(z.number()),
		pid_started: z.optional(z.string()),
		host: z.optional(z.string()),
		/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
		user: z.optional(z.string()),
		root: z.optional(z.string()),
		channel: z.optional(z.string()),
	}),
	/** A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others. */
	z.object({ e: z.literal('trigger'), branch: z.string(), names, stale: z.optional(names), p }),
	/** A call was refused, or let through with a warning. */
	z.object({
		e: z.literal('refuse'),
		branch: z.string(),
		names,
		tool: z.string(),
		path: z.optional(z.string()),
		warned: z.optional(z.boolean()),
		p,
	}),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	z.object({
		e: z.literal('protect'),
		branch: z.string(),
		tool: z.string(),
		what: z.string(),
		answer: z.enum(['deny', 'ask']),
		p,
	}),
	/** A call that single-use satisfactions let through, and the branch it was judged on (D31). */
	z.object({
		e: z.literal('checked'),
		branch: z.string(),
		names,
		call: z.string(),
		/** Where the branch stood then. */
		commit: z.optional(z.string()),
	}),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	z.object({ e: z.literal('skill'), skill: z.string(), by: z.enum(['model', 'user']), p }),
	/** What these requirements wait for ran and does not count; `why`, as half a sentence. */
	z.object({ e: z.literal('uncounted'), branch: z.string(), names, why: z.string(), p }),
	/** A call of this tool ran that nobody had checked: these requirements would have been asked. */
	z.object({ e: z.literal('unchecked'), branch: z.string(), names, tool: z.string(), p }),
	/** A run of tests that failed, as activity.ts has it. */
	z.object({ e: z.literal('failed'), runner: z.string(), command: z.string(), p }),
	/** A stop was held (D32). */
	z.object({ e: z.literal('stopped'), branch: z.string(), names, p }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then. */
	z.object({ e: z.literal('ended'), branch: z.string(), names, p }),
	/** Work of this session armed requirements of another project. */
	z.object({ e: z.literal('elsewhere'), root: z.string() }),
	z.object({ e: z.literal('end'), reason: z.string(), pid: z.optional(z.number()) }),
]);
export type JournalEntry = z.output<typeof JournalEntry>;

/** One line of `sessions/<key>.jsonl` (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

/** A line of one kind. */
export type LineOf<E extends JournalEntry['e']> = Extract<JournalLine, { e: E }>;

/** Kinds this build knows. A cheap look at them spares a long journal's other lines the schema. */
const KINDS: ReadonlySet<unknown> = new Set([
	'start',
	'trigger',
	'refuse',
	'protect',
	'checked',
	'skill',
	'uncounted',
	'unchecked',
	'failed',
	'stopped',
	'ended',
	'elsewhere',
	'end',
] satisfies JournalEntry['e'][]);

/** The lines of one session among raw ones; torn, foreign and unknown lines cost only themselves. */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return linesOfAll(raw.filter((line) => (line as { s?: unknown } | null)?.s === uuid));
}

/** The lines of whatever sessions share the file. */
export function linesOfAll(raw: readonly unknown[]): JournalLine[] {
	return raw.flatMap((line) => {
		const { at, s, e } = (line ?? {}) as Record<string, unknown>;
		if (typeof at !== 'string' || typeof s !== 'string' || !KINDS.has(e)) return [];
		const entry = JournalEntry.safeParse(line);
		return entry.success ? [{ at, s, ...entry.data }] : [];
	});
}

/** Lines of one kind, in the order of the file. */
export function ofKind<E extends JournalEntry['e']>(
	lines: readonly JournalLine[],
	kind: E,
): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}
