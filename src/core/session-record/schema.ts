import type { Continuity } from '../../config/settings.ts';
import { type DocumentKind, parserOf } from '../../store/document.ts';
import * as z from '../../store/shape.ts';
import { Importance, InsightKind, TaskStatus } from '../journal/enums.ts';
import { flat } from '../text/one-line.ts';

const MAX_LENGTH = 64;
/** Visible letters with single blanks between: nothing to look through for what is invisible. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const FORBIDDEN = /[,/\\]|\.\./;
/** What would be taken for a session's key or id. */
const LIKE_AN_ID = /^(?:[0-9a-f]{8}|[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f-]{36})$/i;

/** A name as it is kept, or why it is none. */
type NameRead =
	| { readonly kind: 'name'; readonly name: string }
	| { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a session's name (D15): at most 64 characters, without comma, slash, backslash, `..`, anything
 * invisible or a leading `-`, and nothing that looks like an id.
 */
export function parseSessionName(raw: string): NameRead {
	const name = raw.trim();
	const why = whyNot(name);
	return why === undefined ? { kind: 'name', name } : { kind: 'refused', why };
}

/** Whether a stored text is a name as `parseSessionName` keeps it: whoever wrote the file may be a stranger (D15). */
export function isSessionName(text: string): boolean {
	return text === text.trim() && whyNot(text) === undefined;
}

/** Whether two names would be taken for one. */
export function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

function whyNot(name: string): string | undefined {
	if (name === '') return 'it is empty';
	if (name.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
	if (name.startsWith('-')) return 'it begins with "-"';
	if (FORBIDDEN.test(name)) return 'it has a comma, a slash, a backslash or ".." in it';
	if (!PLAIN.test(name) && flat(name) !== name) return 'it has something invisible in it';
	return LIKE_AN_ID.test(name) ? 'it looks like the id of a session' : undefined;
}

/** Milliseconds of a day, which lifetimes of records, pins and tasks are counted in. */
export const MS_A_DAY = 86_400_000;

const text = z.string();
const maybe = z.nullable(text);

/** Where an inherited pin was first made: it travels with the pin and decides its decay (D23). */
const PinOrigin = z.looseObject({ session: text, at: text });

export const Pin = z.looseObject({
	label: text,
	content: text,
	importance: Importance,
	pinned_at: text,
	origin: z.optional(PinOrigin),
});
export type Pin = z.output<typeof Pin>;

/** A pin that was taken away. `session`: key of the session it was first made in. */
const Unpinned = z.looseObject({ label: text, session: text, at: text });
export type Unpinned = z.output<typeof Unpinned>;

export const Insight = z.looseObject({
	id: text,
	kind: InsightKind,
	text,
	why: z.optional(text),
	/** 0–1 (D22). */
	confidence: z.number(),
	source: text,
	created_at: text,
	/** Id of the one that took its place, as long as its confidence is 0. */
	superseded_by: z.optional(text),
	tags: z.optional(z.array(text)),
	/** Files that were worked on when it was noted, of a warning or a decision. */
	near: z.optional(z.array(text)),
});
export type Insight = z.output<typeof Insight>;

/** A task as it stood when the session was last folded. */
export const TaskSnapshot = z.looseObject({
	id: text,
	title: text,
	status: TaskStatus,
	stage: z.optional(text),
	flagged_incomplete: z.boolean(),
	last_activity: text,
	/** Who keeps it: client, todo or req. */
	source: z.optional(text),
	branch: z.optional(text),
});
export type TaskSnapshot = z.output<typeof TaskSnapshot>;

const Activity = z.looseObject({
	/** Relative to the root, or `<project>:<path>` in another project; oldest first. */
	files: z.array(
		z.looseObject({
			...{ path: text, edits: z.number(), last: text },
			/** When a call changed it past a gate, where nothing else is known to have edited it. */
			bypassed: z.optional(text),
		}),
	),
	functions: z.array(text),
	/** `test:npm`, `commit:<subject>`, `task:<title>`, `done:<next step>`: what was brought to an end. */
	completed: z.array(text),
	/** When each of them was so last, in the same order (D27). */
	completed_at: z.optional(z.array(text)),
	next_actions: z.array(text),
	/** Since when, in the same order. */
	next_actions_at: z.optional(z.array(text)),
	blockers: z.array(
		z.looseObject({
			type: text,
			text,
			at: text,
			source: text,
			resolved: z.optional(z.boolean()),
		}),
	),
	/** First words of what it was asked: of the first prompt, and of the last that says more than to go on. */
	asked: z.optional(z.looseObject({ first: text, last: z.optional(text) })),
	/** Id of the last prompt where that was a command of ours. */
	aside: z.optional(text),
	/** Requirements that were unmet when the last turn ended. */
	unmet: z.optional(z.array(text)),
	/** Test commands whose last run failed, oldest first. */
	failed: z.optional(z.array(text)),
	/** Commands that failed: how, which (both hashes), when first, and when the same command succeeded after it. */
	failures: z.optional(
		z.array(z.looseObject({ same: text, key: text, at: text, fixed: z.optional(text) })),
	),
	turns: z.number(),
	tools: z.record(text, z.number()),
	skills: z.array(text),
	commits: z.array(z.looseObject({ subject: text, sha: z.optional(text), at: text })),
	/** How many of what did not fit into 50 KB (D28). */
	dropped: z.optional(z.record(text, z.number())),
});

/**
 * What one session did and knows: `sessions/<key>.json`, folded from its journal (data model). Nobody
 * else writes it: what other sessions have to say of this one are lines in its journal.
 */
export const SessionRecord = z.looseObject({
	schema_version: z.literal(1),
	key: text,
	uuid: text,
	name: z.optional(text),
	user: text,
	/**
	 * `cli`; `terminal` for what a person noted where no session was live; or `nested` for a client started by another
	 * client's Bash call: never a source (D11).
	 */
	channel: text,
	/** Name of the project: the last part of its root. */
	project: text,
	root: text,
	cwd: text,
	branch: text,
	phase: z.optional(text),
	pid: z.optional(z.number()),
	pid_started: z.optional(text),
	host: z.optional(text),
	started_at: text,
	last_activity: text,
	ended_at: maybe,
	end_reason: z.optional(text),
	status: z.enum(['active', 'complete', 'crashed', 'archived']),
	closed: z.optional(z.boolean()),
	crash_recovered: z.optional(z.boolean()),
	archived_at: z.optional(text),
	expires_at: text,
	/** Keys. */
	previous: maybe,
	parent: maybe,
	continued_by: maybe,
	continuations: z.array(text),
	/** ISO time up to which a later session was told of it. */
	told_until: z.optional(text),
	/** Oldest first, ancestors only (D12). */
	lineage: z.array(text),
	restorations: z.array(
		z.looseObject({ from: text, at: text, score: z.number(), mode: z.enum(['auto', 'explicit']) }),
	),
	/** What it inherited on somebody's word; `from`: key. Its bundle has the rest. */
	inherited: z.optional(z.looseObject({ from: text, at: text, door: text, select: text })),
	/** Whether it said what it understood of that; absent where nobody asked for it. */
	comprehension: z.optional(
		z.looseObject({
			required: z.boolean(),
			present: z.boolean(),
			text: z.optional(text),
			warning: maybe,
			at: text,
		}),
	),
	pins: z.array(Pin),
	/** Pins that were taken away here: no later start brings them back. */
	unpinned: z.optional(z.array(Unpinned)),
	insights: z.array(Insight),
	activity: Activity,
	/** Progress text: what the turns and compactions said, oldest first, redacted (D29). */
	notes: z.array(
		z.looseObject({
			...{ at: text, from: text, text },
			/** Said before a stop was held: id of its prompt. */
			held: z.optional(text),
		}),
	),
	/** How often each term occurred (D28). */
	terms: z.record(text, z.number()),
	hot_topics: z.array(text),
	active_projects: z.array(text),
	pending_tasks: z.array(TaskSnapshot),
	/** Tasks of the session that are over: a late line must not bring them back. */
	settled_tasks: z.optional(z.array(TaskSnapshot)),
	recent_learnings: z.array(text),
	confidence_updates: z.array(
		z.looseObject({
			memory_id: text,
			old_score: z.number(),
			new_score: z.number(),
			reason: text,
			timestamp: text,
		}),
	),
	sop_interactions: z.array(
		z.looseObject({
			sop_path: text,
			injected_at: text,
			acknowledged: z.boolean(),
			tool_call: text,
		}),
	),
	/** Bytes of the journal that are in here: the next fold begins there. */
	journal_bytes: z.number(),
	/** Time of the first line of that journal: one that begins with another was begun anew, and is folded whole. */
	journal_begun: z.optional(text),
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** How a record is read. Only folds change it. */
export const recordKind: Pick<DocumentKind<SessionRecord>, 'parse'> = {
	parse: parserOf({ version: 1, shape: SessionRecord }, migrateRecord),
};

type Json = Readonly<Record<string, unknown>>;

/** What a record is kept for where it does not say (D14). */
const EXPIRE_DAYS = 7;

/**
 * Brings a record of an earlier or half-written make to schema 1. An expiry that is missing or is
 * no time is computed from the last activity; without any time the record has expired.
 * Idempotent; returns `json` itself when there is nothing to bring up.
 */
function migrateRecord(json: unknown): unknown {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
	const record = withoutBadName(json as Json);
	if (isTime(record['expires_at'])) return record;
	const last = [record['last_activity'], record['ended_at'], record['started_at']].find(isTime);
	const expires = last === undefined ? 0 : Date.parse(last) + EXPIRE_DAYS * MS_A_DAY;
	return { ...record, expires_at: new Date(expires).toISOString() };
}

function withoutBadName(record: Json): Json {
	const { name, ...rest } = record;
	const isBad = typeof name === 'string' && !isSessionName(name);
	return isBad ? rest : record;
}

function isTime(value: unknown): value is string {
	return (
		typeof value === 'string' && Math.abs(Date.parse(value)) <= 8.64e15 - EXPIRE_DAYS * MS_A_DAY
	);
}

/** What a fold takes from the config; `mirror`: also write `<claude config dir>/requirements/sessions/<uuid>.json`. */
export type FoldSettings = Pick<Continuity, 'topics' | 'pins' | 'expireDays' | 'mirror'>;

/** Where no config is at hand: for readers, who store nothing. */
export const USUAL_SETTINGS: FoldSettings = {
	topics: 20,
	pins: { max: 10, maxInherited: 5 },
	expireDays: 7,
	mirror: false,
};

/**
 * Bytes of a journal that one fold takes at most, a tenth of a second's work; the next one goes on there. A long session
 * writes some 200 kB between two folds.
 */
export const FOLD_PORTION = 2 * 1024 * 1024;
