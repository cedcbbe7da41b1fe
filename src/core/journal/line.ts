import * as z from '../document/shape.ts';

// What lines, records and tasks say in the same words. Apart from the lines: who reads a record need not know those.

/** What a pin may be worth: a critical one crosses branches and ignores relevance (D20). */
export const Importance = z.enum(['critical', 'standard']);
export type Importance = z.output<typeof Importance>;

/** The four kinds of insight. */
export const InsightKind = z.enum(['learning', 'pattern', 'warning', 'decision']);
export type InsightKind = z.output<typeof InsightKind>;

/** Where a task stands: the client's own words are mapped to these. */
export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped']);
export type TaskStatus = z.output<typeof TaskStatus>;

type Fields = Readonly<Record<string, z.Shape<unknown>>>;

/** What is to be known of a kind of line. */
interface Row<Of extends Fields> {
	readonly fields: Of;
	/** The fields in which a person's, a model's or a program's words may stand: they are redacted (D30). */
	readonly texts: readonly string[];
	/**
	 * What a line says about its session's life (D13). `alive`: only a hook of the session writes it, so whoever was held
	 * for dead is not. `none`: others, or the user at a terminal, speak of the session. Absent: it was active, unless it is over.
	 */
	readonly life: 'alive' | 'none' | undefined;
}

/** Makes rows of one kind. `texts`: names of fields. */
function rowOf(life: 'alive' | 'none' | undefined) {
	return <Of extends Fields>(fields: Of, ...texts: (keyof Of & string)[]): Row<Of> => ({
		fields,
		texts,
		life,
	});
}

const byItself = rowOf('alive');
const active = rowOf(undefined);
const ofIt = rowOf('none');

const text = z.string();
const number = z.number();
const names = z.array(text);
const mayText = z.optional(text);
const mayNumber = z.optional(number);
const mayFlag = z.optional(z.boolean());
/** Id of the user's prompt during which it happened (host: `prompt_id`). */
const p = mayText;
/** Who said it: a command, or a prompt, whose sentences are candidates only (D26). */
const source = z.enum(['user', 'agent', 'prompt', 'import']);

/** What gates ask for. */
const GATE_ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: active({
		...{ source: text, branch: text, cwd: text },
		...{ pid: mayNumber, pid_started: mayText, host: mayText },
		/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
		...{ user: mayText, root: mayText, channel: mayText },
	}),
	/** A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others. */
	trigger: byItself({ branch: text, names, stale: z.optional(names), p }),
	/** A call was refused, or let through with a warning. */
	refuse: byItself(
		{ branch: text, names, tool: text, path: mayText, warned: mayFlag, p },
		'tool',
		'path',
	),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: byItself(
		{ branch: text, tool: text, what: text, answer: z.enum(['deny', 'ask']), p },
		'tool',
		'what',
	),
	/** A call that single-use satisfactions let through, and the branch it was judged on (D31); `commit`: where that stood. */
	checked: byItself({ branch: text, names, call: text, commit: mayText }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: byItself({ skill: text, by: z.enum(['model', 'user']), p }, 'skill'),
	/** What these requirements wait for ran and does not count; `why`, as half a sentence. */
	uncounted: byItself({ branch: text, names, why: text, p }, 'why'),
	/** A call of this tool ran that nobody had checked: it should have waited for these requirements. */
	unchecked: active({ branch: text, names, tool: text, p }, 'tool'),
	/**
	 * These files changed during a call of this tool, or these branches moved (`name commit-before`), round these
	 * requirements. `was`: what each file was, as `Changed` has it; `left`: what the call made of it, where that was kept; `more`: not all are named; `commit`: where the branch stood.
	 */
	bypassed: byItself(
		{
			...{ branch: text, names, tool: text, paths: names, was: names, left: z.optional(names), p },
			...{ commit: mayText, refs: z.optional(names), more: mayFlag },
		},
		'tool',
		'paths',
	),
	/** What got round requirements at that time is as before. */
	put_back: byItself({ branch: text, names, of: text, p }),
	/** A run of tests that failed; nothing of what it printed. */
	failed: byItself({ runner: text, command: text, p }, 'command'),
	/** A stop was held (D32). */
	stopped: byItself({ branch: text, names, p }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then. */
	ended: byItself({ branch: text, names, p }),
	/** Work of this session armed requirements of another project. */
	elsewhere: byItself({ root: text }),
	end: active({ reason: text, pid: mayNumber }, 'reason'),
};

/** What a session did beyond that, for its record. */
const ACTIVITY_ENTRIES = {
	/**
	 * The user's prompt: how often each term occurs (D26), and its first words. `aside`: it was a command of ours, and
	 * what is said in answer is nothing of the work.
	 */
	prompt: byItself(
		{ terms: z.record(text, number), asked: mayText, aside: mayFlag, p },
		'terms',
		'asked',
	),
	/**
	 * A tool call that succeeded. `project`: where it worked, when that is not the session's own project. `key`: which
	 * command it was (`commandKey`).
	 */
	tool: byItself({ name: text, project: mayText, key: mayText, p }, 'name'),
	/** A command failed: how, and which (`Failure.same`, `commandKey`). Nothing of what it printed. */
	failure: byItself({ same: text, key: text, p }),
	/** A file changed: relative to the root of `project`, else of the session's project. */
	file: byItself({ path: text, project: mayText, p }, 'path'),
	/** Functions and methods that a change defined. */
	fn: byItself({ names, path: text, p }, 'names', 'path'),
	/** Tests that ran and passed: `runner` as in `test:<runner>`, and the command as typed. */
	test: byItself({ runner: text, command: text, p }, 'command'),
	commit: byItself({ subject: text, sha: mayText, branch: text, p }, 'subject'),
	/** A task as somebody left it. Absent fields keep what was known. */
	task: active(
		{
			...{ id: text, title: mayText, status: z.optional(TaskStatus), stage: mayText },
			...{ flagged: mayFlag, source: z.enum(['client', 'todo', 'req']), branch: mayText, p },
		},
		'id',
		'title',
		'stage',
	),
	pin: active({ label: text, content: text, importance: Importance, p }, 'label', 'content'),
	unpin: ofIt({ label: text }, 'label'),
	insight: active(
		{
			...{ id: text, kind: InsightKind, text, why: mayText, confidence: number, source },
			...{ tags: z.optional(names), p },
		},
		'text',
		'why',
		'tags',
	),
	/**
	 * Somebody confirmed or disputed an insight: a line in the journal of the session in which they did,
	 * and one in that of the session the insight is of. `by`, in the latter: key of the former. Each changes
	 * the insight where the session has it; without `by` it is one of the session's own updates.
	 */
	score: ofIt({ id: text, old: number, new: number, reason: text, by: mayText }, 'reason'),
	forget: ofIt({ id: text }),
	/**
	 * What is to be done next. `done` ends the one with the same text: it is something completed then; `removed`
	 * only takes it away.
	 */
	next: active({ text, done: mayFlag, removed: mayFlag, p }, 'text'),
	/** A blocker; `resolved` ends the one with the same type and text. A prompt's is a candidate (D26). */
	block: active({ type: text, text, source, resolved: mayFlag, p }, 'type', 'text'),
	/** The turn ended, on this branch, with this message (D29). */
	turn: byItself({ branch: text, text: mayText, p }, 'text'),
	/** What the model said before a stop was held, in the same turn: mostly more than it says at the end (D29). */
	held: byItself({ text, p }, 'text'),
	/** Progress text that is no turn: a compaction's summary, a subagent's last message, `req session capture`. */
	note: active({ from: z.enum(['compaction', 'agent', 'user']), text }, 'text'),
	/** An empty name takes it away. */
	name: ofIt({ name: text }, 'name'),
	phase: ofIt({ phase: text }, 'phase'),
	/** `req session complete`: its codes are not passed on any more. */
	complete: ofIt({}),
	/**
	 * Requirements were satisfied: what had been shown of them counts as followed. `by`: how, as
	 * the branch state names it.
	 */
	satisfied: ofIt({ names, by: text, p }),
	/**
	 * The sessions this one follows (D12), by key. `lineage`: all ancestors, oldest first, the parent last.
	 * Of several lines the first `previous` and the last `parent` hold.
	 */
	link: ofIt({ previous: z.nullable(text), parent: z.nullable(text), lineage: z.optional(names) }),
	/** Context of another session came in (D12). */
	restore: byItself(
		{
			...{ from: text, score: number, mode: z.enum(['auto', 'explicit']) },
			pins: z.array(
				z.object({
					...{ label: text, content: text, importance: Importance, pinned_at: text },
					origin: z.object({ session: text, at: text }),
				}),
			),
		},
		'pins',
	),
	/**
	 * The session inherited on somebody's word: its bundle is written. `from`: key of the source.
	 * `door`: how it was asked for. `select`: as `readSelection` reads it. `required`: it has to say what it understood.
	 */
	inherit: active({
		...{ from: text, door: z.enum(['command', 'environment', 'clear', 'config', 'pipeline']) },
		...{ select: text, required: z.boolean(), sha256: text },
	}),
	/** What the session says it understood of what it inherited. */
	ack: active({ text, p }, 'text'),
	/** A turn ended without that word although it is required: the user was told. */
	unacknowledged: active({}),
	/** The model, or a subagent, was told of these lessons, each by `Lesson.same`; a start tells them by the ids of insights. */
	lessons: byItself({ told: names, agent: mayText, p }),
	/** In the journal of the earlier session: `by` goes on with it. `seen`: that one's last activity as `by` was told of it. */
	continued: ofIt({ by: text, seen: mayText }),
	/**
	 * A start is about to be told of earlier sessions; the first such line of one start speaks (D19).
	 * `client`: which process started, `by`: the hook's own process.
	 */
	told: byItself({ source: text, client: text, by: number, p }),
	/** Found dead by a later session (D13). The session ended with its last sign of life. */
	crashed: ofIt({}),
};

/**
 * All kinds of lines, one row each. What a line changes in the session's record is in `fold.ts` of the records. A line that
 * fits no row is left to newer builds.
 */
const ENTRIES = { ...GATE_ENTRIES, ...ACTIVITY_ENTRIES };

type Kind = keyof typeof ENTRIES;
type EntryOf<E extends Kind> = { e: E } & z.output<z.ObjectShape<(typeof ENTRIES)[E]['fields']>>;

export type JournalEntry = { [E in Kind]: EntryOf<E> }[Kind];

/** One line of `sessions/<key>.jsonl` (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

/** A line of one kind. */
export type LineOf<E extends Kind> = Extract<JournalLine, { e: E }>;

/** The names of an entry's fields that are redacted; none of a kind that a newer build wrote. */
export function freeTextsOf({ e }: JournalEntry): readonly string[] {
	return Object.hasOwn(ENTRIES, e) ? ENTRIES[e].texts : [];
}

/** What a line says about its session's life. */
export function lifeIn({ e }: JournalLine): Row<Fields>['life'] {
	return ENTRIES[e].life;
}

/** What gates ask for of the lines of one session; torn, foreign and unknown lines cost only themselves. */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return linesOfAll(raw.filter((line) => (line as { s?: unknown } | null)?.s === uuid));
}

/** The same of whatever sessions share the file. */
export function linesOfAll(raw: readonly unknown[]): JournalLine[] {
	return raw.flatMap((line) => lineIn(line, GATE_ENTRIES) ?? []);
}

/** A raw line as one of any kind. */
export function anyLineIn(raw: unknown): JournalLine | undefined {
	return lineIn(raw, ENTRIES);
}

/** Shapes are made when they are first asked for: few hooks read lines of more than some kinds. */
const shapes = new Map<unknown, z.Shape<object>>();

function lineIn(raw: unknown, kinds: Readonly<Record<string, Row<Fields>>>) {
	const { at, s, e } = (raw ?? {}) as Record<string, unknown>;
	if (typeof at !== 'string' || typeof s !== 'string' || typeof e !== 'string') return undefined;
	const fields = Object.hasOwn(kinds, e) ? kinds[e]?.fields : undefined;
	if (fields === undefined) return undefined;
	const shape = shapes.get(e) ?? z.object(fields);
	shapes.set(e, shape);
	const entry = shape.safeParse(raw);
	return entry.success ? ({ at, s, e, ...entry.data } as JournalLine) : undefined;
}

/** Lines of one kind, in their order. */
export function ofKind<E extends Kind>(lines: readonly JournalLine[], kind: E): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}

/** How a call was let through: on the branch it ran on, where the line went to several, else on the one it left since. */
export function checkedOf(
	lines: readonly JournalLine[],
	call: string | undefined,
	branch: string,
): LineOf<'checked'> | undefined {
	const own = ofKind(lines, 'checked').filter((line) => line.call === call);
	return own.find((line) => line.branch === branch) ?? own[0];
}
