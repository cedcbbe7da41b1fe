import * as z from '../document/shape.ts';
import { Importance, InsightKind, TaskStatus } from './values.ts';

const text = z.string();
/** Id of the prompt during which it happened. */
const during = { p: z.optional(text) };

/** Who said it: a command, or a prompt, whose sentences are candidates only (D26). */
const Source = z.enum(['user', 'agent', 'prompt', 'import']);

/**
 * What a session did, beyond what the gates ask for: one line of its journal each (D9). Every text in
 * here was redacted before it came here (D30). All of it can be folded into the session's record.
 */
export const ActivityEntry = z.discriminatedUnion('e', [
	/** The user's prompt, as topics only: how often each term occurs (D26). */
	z.object({ e: z.literal('prompt'), terms: z.record(text, z.number()), ...during }),
	/** A tool call that succeeded. `project`: where it worked, when that is not the session's own project. */
	z.object({ e: z.literal('tool'), name: text, project: z.optional(text), ...during }),
	/** A file changed: relative to the root of `project`, else of the session's project. */
	z.object({ e: z.literal('file'), path: text, project: z.optional(text), ...during }),
	/** Functions and methods that a change defined. */
	z.object({ e: z.literal('fn'), names: z.array(text), path: text, ...during }),
	/** Tests that ran and passed: `runner` as in `test:<runner>`, and the command as typed. */
	z.object({ e: z.literal('test'), runner: text, command: text, ...during }),
	/** A run of tests that failed; nothing of what it printed. */
	z.object({ e: z.literal('failed'), runner: text, command: text, ...during }),
	z.object({
		e: z.literal('commit'),
		subject: text,
		sha: z.optional(text),
		branch: text,
		...during,
	}),
	/** A task as somebody left it. Absent fields keep what was known. `source`: client, todo or req. */
	z.object({
		e: z.literal('task'),
		id: text,
		title: z.optional(text),
		status: z.optional(TaskStatus),
		stage: z.optional(text),
		flagged: z.optional(z.boolean()),
		source: z.enum(['client', 'todo', 'req']),
		branch: z.optional(text),
		...during,
	}),
	z.object({ e: z.literal('pin'), label: text, content: text, importance: Importance, ...during }),
	z.object({ e: z.literal('unpin'), label: text }),
	z.object({
		e: z.literal('insight'),
		id: text,
		kind: InsightKind,
		text,
		why: z.optional(text),
		confidence: z.number(),
		source: Source,
		tags: z.optional(z.array(text)),
		...during,
	}),
	/**
	 * Somebody confirmed or disputed an insight (S2-009): a line in the journal of the session in which they did,
	 * and one in that of the session the insight is of. `by`, in the latter: key of the former. Each changes
	 * the insight where the session has it; without `by` it is one of the session's own updates.
	 */
	z.object({
		e: z.literal('score'),
		id: text,
		old: z.number(),
		new: z.number(),
		reason: text,
		by: z.optional(text),
	}),
	z.object({ e: z.literal('forget'), id: text }),
	/**
	 * What is to be done next. `done` ends the one with the same text: it is something completed then; `removed`
	 * only takes it away.
	 */
	z.object({
		e: z.literal('next'),
		text,
		done: z.optional(z.boolean()),
		removed: z.optional(z.boolean()),
		...during,
	}),
	/** A blocker; `resolved` ends the one with the same type and text. A prompt's is a candidate (D26). */
	z.object({
		e: z.literal('block'),
		type: text,
		text,
		source: Source,
		resolved: z.optional(z.boolean()),
		...during,
	}),
	/** The turn ended, on this branch, with this message (D29). */
	z.object({ e: z.literal('turn'), branch: text, text: z.optional(text), ...during }),
	/** Progress text that is no turn: a compaction's summary, a subagent's last message, `req session capture`. */
	z.object({ e: z.literal('note'), from: z.enum(['compaction', 'agent', 'user']), text }),
	/** An empty name takes it away. */
	z.object({ e: z.literal('name'), name: text }),
	z.object({ e: z.literal('phase'), phase: text }),
	/** `req session complete`: its codes are not passed on any more (S1-025). */
	z.object({ e: z.literal('complete') }),
	/**
	 * Requirements were satisfied: what had been shown of them counts as followed (S2-010). `by`: how, as
	 * the branch state names it.
	 */
	z.object({ e: z.literal('satisfied'), names: z.array(text), by: text, ...during }),
	/**
	 * The sessions this one follows (D12), by key. `lineage`: all ancestors, oldest first, the parent last.
	 * Of several lines the first `previous` and the last `parent` hold.
	 */
	z.object({
		e: z.literal('link'),
		previous: z.nullable(text),
		parent: z.nullable(text),
		lineage: z.optional(z.array(text)),
	}),
	/** Context of another session came in (D12). */
	z.object({
		e: z.literal('restore'),
		from: text,
		score: z.number(),
		mode: z.enum(['auto', 'explicit']),
		pins: z.array(
			z.object({
				label: text,
				content: text,
				importance: Importance,
				pinned_at: text,
				origin: z.object({ session: text, at: text }),
			}),
		),
	}),
	/**
	 * The session inherited on somebody's word (seed 000): its bundle is written. `from`: key of the source.
	 * `door`: how it was asked for. `select`: as `readSelection` reads it. `required`: it has to say what it understood (P3-1).
	 */
	z.object({
		e: z.literal('inherit'),
		from: text,
		door: z.enum(['command', 'environment', 'clear', 'config', 'pipeline']),
		select: text,
		required: z.boolean(),
		sha256: text,
	}),
	/** What the session says it understood of what it inherited (CMP-1). */
	z.object({ e: z.literal('ack'), text, ...during }),
	/** A turn ended without that word although it is required: the user was told (P3-2). */
	z.object({ e: z.literal('unacknowledged') }),
	/** In the journal of the earlier session: `by` goes on with it (S2-058). */
	z.object({ e: z.literal('continued'), by: text }),
	/**
	 * A start is about to be told of earlier sessions; the first such line of one start speaks (D19).
	 * `client`: which process started, `by`: the hook's own process.
	 */
	z.object({ e: z.literal('told'), source: text, client: text, by: z.number(), ...during }),
	/** Found dead by a later session (D13). The session ended with its last sign of life. */
	z.object({ e: z.literal('crashed') }),
]);
export type ActivityEntry = z.output<typeof ActivityEntry>;

/** One activity line of `sessions/<key>.jsonl`. `at`: ISO time, `s`: full session id. */
export type ActivityLine = { readonly at: string; readonly s: string } & ActivityEntry;
