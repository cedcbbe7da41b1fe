import * as z from '../document/shape.ts';

const text = z.string();
const mayText = z.optional(text);
const names = z.array(text);
/** Id of the user's prompt during which it happened (host: `prompt_id`). */
const p = mayText;

/** What a line may tell, by its kind. A line that fits none of these is left to newer builds. */
const ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: z.object({
		...{ source: text, branch: text, cwd: text },
		...{ pid: z.optional(z.number()), pid_started: mayText, host: mayText },
		/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
		...{ user: mayText, root: mayText, channel: mayText },
	}),
	/** A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others. */
	trigger: z.object({ branch: text, names, stale: z.optional(names), p }),
	/** A call was refused, or let through with a warning. */
	refuse: z.object({
		branch: text,
		names,
		tool: text,
		path: mayText,
		warned: z.optional(z.boolean()),
		p,
	}),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: z.object({ branch: text, tool: text, what: text, answer: z.enum(['deny', 'ask']), p }),
	/** A call that single-use satisfactions let through, and the branch it was judged on (D31); `commit`: where that stood. */
	checked: z.object({ branch: text, names, call: text, commit: mayText }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: z.object({ skill: text, by: z.enum(['model', 'user']), p }),
	/** What these requirements wait for ran and does not count; `why`, as half a sentence. */
	uncounted: z.object({ branch: text, names, why: text, p }),
	/** A call of this tool ran that nobody had checked: these requirements would have been asked. */
	unchecked: z.object({ branch: text, names, tool: text, p }),
	/** A run of tests that failed, as activity.ts has it. */
	failed: z.object({ runner: text, command: text, p }),
	/** A stop was held (D32). */
	stopped: z.object({ branch: text, names, p }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then. */
	ended: z.object({ branch: text, names, p }),
	/** Work of this session armed requirements of another project. */
	elsewhere: z.object({ root: text }),
	end: z.object({ reason: text, pid: z.optional(z.number()) }),
};

type Kind = keyof typeof ENTRIES;
type EntryOf<E extends Kind> = { e: E } & z.output<(typeof ENTRIES)[E]>;

export type JournalEntry = { [E in Kind]: EntryOf<E> }[Kind];

/** One line of `sessions/<key>.jsonl` (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

/** A line of one kind. */
export type LineOf<E extends Kind> = Extract<JournalLine, { e: E }>;

function isKind(e: unknown): e is Kind {
	return typeof e === 'string' && Object.hasOwn(ENTRIES, e);
}

/** The lines of one session among raw ones; torn, foreign and unknown lines cost only themselves. */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return linesOfAll(raw.filter((line) => (line as { s?: unknown } | null)?.s === uuid));
}

/** The lines of whatever sessions share the file. */
export function linesOfAll(raw: readonly unknown[]): JournalLine[] {
	return raw.flatMap((line) => {
		const { at, s, e } = (line ?? {}) as Record<string, unknown>;
		if (typeof at !== 'string' || typeof s !== 'string' || !isKind(e)) return [];
		const entry = (ENTRIES[e] as z.Shape<object>).safeParse(line);
		return entry.success ? [{ at, s, e, ...entry.data } as JournalLine] : [];
	});
}

/** Lines of one kind, in the order of the file. */
export function ofKind<E extends Kind>(lines: readonly JournalLine[], kind: E): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}
