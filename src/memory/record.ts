import type { Continuity } from '../config/settings.ts';
import { formerNames } from '../git/former-names.ts';
import type { Place } from '../git/place.ts';
import { Pin, Task } from '../journal/work.ts';
import { DAY_MS } from '../store/clock.ts';
import * as z from '../store/shape.ts';
import { isSessionName } from './session-name.ts';

const text = z.string();
const number = z.number();
const texts = z.array(text);
const mayText = z.optional(text);
const mayFlag = z.optional(z.boolean());
const maybe = z.nullable(text);

function list<Of extends z.Fields>(fields: Of) {
	return z.array(z.looseObject(fields));
}

/** The four kinds that sessions learn. */
export const InsightKind = z.enum(['learning', 'pattern', 'warning', 'decision']);
export type InsightKind = z.output<typeof InsightKind>;

/** What a session learned, as of its end. */
export const Insight = z.looseObject({
	id: text,
	kind: InsightKind,
	text,
	why: mayText,
	/** 0–1 (D22) */
	confidence: number,
	source: text,
	created_at: text,
	superseded_by: mayText,
	tags: z.optional(texts),
});
export type Insight = z.output<typeof Insight>;

const Activity = z.looseObject({
	/**
	 * Paths from the root of the project, or `<project>:<path>` in another one; the file changed last is the last one.
	 * `branch`, here and below: the one on which it was done.
	 */
	files: list({ path: text, edits: number, last: text, branch: mayText }),
	functions: texts,
	/** `test:npm`, `commit:<subject>`, `task:<title>`, `done:<next step>`: what was brought to an end. */
	completed: texts,
	/** When each was so last, in the same order (D27). */
	completed_at: texts,
	next_actions: texts,
	/** Since when, in the same order. */
	next_actions_at: texts,
	blockers: list({ type: text, text, at: text, source: text, resolved: mayFlag }),
	/** Requirements that were unmet when the last turn on a branch ended. */
	unmet: list({ name: text, branch: mayText }),
	/** Test commands whose last run on a branch failed, oldest first. */
	failed: list({ command: text, branch: mayText }),
	/** Commands that failed: how and which (hashes), since when, and when the same command succeeded. */
	failures: list({ same: text, key: text, at: text, fixed: mayText }),
	turns: number,
	tools: z.record(text, number),
	skills: texts,
	commits: list({ subject: text, sha: mayText, at: text, branch: mayText }),
	/** How many items of a list found no room (D28). */
	dropped: z.optional(z.record(text, number)),
});

/**
 * What one session did and knows: `sessions/<id>.json`, folded from its journal, with what it noted, when it is over. A
 * cache: if the journal is longer, a reader folds it again.
 */
export const SessionRecord = z.looseObject({
	schema_version: number,
	key: text,
	uuid: text,
	name: mayText,
	user: text,
	/** `cli`; or `nested` for a Claude Code that a call of another one started: never a source (D11). */
	channel: text,
	/** The last part of its root. */
	project: text,
	root: text,
	cwd: text,
	branch: text,
	phase: mayText,
	pid: z.optional(number),
	pid_started: mayText,
	host: mayText,
	/** ISO times, as all times in here. */
	started_at: text,
	last_activity: text,
	ended_at: maybe,
	end_reason: mayText,
	status: z.enum(['active', 'complete', 'crashed', 'archived']),
	/** Its work is finished: what it did is no longer shown. */
	closed: mayFlag,
	/** Another session found it dead; it ended with its last activity. */
	crash_recovered: mayFlag,
	archived_at: mayText,
	/** Keys. */
	previous: maybe,
	parent: maybe,
	continued_by: maybe,
	continuations: texts,
	/** Sessions from which context came in, with the ids of the pins that did. */
	restorations: list({
		from: text,
		at: text,
		score: number,
		mode: z.enum(['auto', 'explicit']),
		pins: z.optional(texts),
	}),
	/** What the session inherited because it was asked to. `from`: key of the source. */
	inherited: z.optional(z.looseObject({ from: text, at: text, door: text, select: text })),
	/** Whether the session said what it understood of that. Absent if it was not asked. */
	comprehension: z.optional(
		z.looseObject({
			required: z.boolean(),
			present: z.boolean(),
			text: mayText,
			warning: maybe,
			at: text,
		}),
	),
	pins: z.array(Pin),
	insights: z.array(Insight),
	/** What prompts seem to decide, or to name as a blocker, until a person reviews it (D26). `type`: of a blocker. */
	candidates: list({ kind: z.enum(['decision', 'blocker']), type: mayText, text, at: text }),
	activity: Activity,
	/**
	 * What turns, compactions, subagents and the user said of the progress, oldest first (D29). `held`: said before a stop
	 * was kept open, id of its prompt.
	 */
	notes: list({ at: text, from: text, text, held: mayText, branch: mayText }),
	/** How often each term occurred (D28). */
	terms: z.record(text, number),
	hot_topics: texts,
	active_projects: texts,
	pending_tasks: z.array(Task),
	recent_learnings: texts,
	confidence_updates: list({
		memory_id: text,
		old_score: number,
		new_score: number,
		reason: text,
		timestamp: text,
	}),
	/** Requirements that a refusal named, and whether each was satisfied afterwards. */
	sop_interactions: list({
		sop_path: text,
		injected_at: text,
		acknowledged: z.boolean(),
		tool_call: text,
	}),
	/** Bytes of the journal that are in here. */
	journal_bytes: number,
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** The version that this build writes. */
export const RECORD_VERSION = 1;

/** Confidence of what a prompt only seems to say (D26); and of what was said on purpose, the most there is (D22). */
export const SUPPOSED = 0.5;
export const CERTAIN = 1;

/** Disputed or superseded: no surer than one dispute leaves it. */
export function isDoubted({ confidence }: Pick<Insight, 'confidence'>): boolean {
	return confidence <= SUPPOSED;
}

/** Whether a session did, owes or knows anything of its own: what is worth passing on. */
export function hasWork({ activity, pins, insights, pending_tasks }: SessionRecord): boolean {
	const { files, functions, completed, next_actions, blockers, unmet } = activity;
	const lists = [files, functions, completed, next_actions, blockers, unmet];
	return (
		[...lists, pending_tasks, insights].some((list) => list.length > 0) ||
		pins.some(({ origin }) => origin === undefined)
	);
}

/**
 * A session as the branch of a place knows it: of one that also worked elsewhere, the words, failures and commits of this branch, and
 * when it was last active here. Its files stay: an uncommitted one moves along when another branch is checked out.
 *
 * @returns the record itself if the session did nothing on the branch
 */
export function asOfBranch(record: SessionRecord, place: Place): SessionRecord {
	const { branch } = place;
	const { activity } = record;
	const names = [branch, ...formerNames(place)];
	const isHere = (one: { readonly branch?: string | undefined }) => names.includes(one.branch ?? record.branch);
	const notes = record.notes.filter(isHere);
	const commits = activity.commits.filter(isHere);
	const unmet = activity.unmet.filter(isHere);
	const failed = activity.failed.filter(isHere);
	const of = { ...record, branch, notes, activity: { ...activity, commits, unmet, failed } };
	if (isHere(record)) return of;
	const edited = activity.files.filter(isHere).map(({ last }) => last);
	const [last] = [...edited, ...[...notes, ...commits].map(({ at }) => at)].sort().reverse();
	return last === undefined ? record : { ...of, last_activity: last };
}

/** The last activity of a record that names no time. */
export const NEVER = new Date(0).toISOString();
/** Milliseconds since the epoch: no date is later. */
const LAST_DATE = 8.64e15;

/** When a session is archived unless it goes on: so long after its last activity as sessions are looked back on (D14). */
export function expiresAt(
	{ last_activity: last }: Pick<SessionRecord, 'last_activity'>,
	{ lookbackDays }: Pick<Continuity, 'lookbackDays'>,
): string {
	const expires = Date.parse(last) + lookbackDays * DAY_MS;
	return new Date(Math.min(expires, LAST_DATE)).toISOString();
}

/** The record of a session of which nothing else is known. */
export function emptyRecord(session: Pick<SessionRecord, 'key' | 'uuid'>): SessionRecord {
	return understood({ schema_version: RECORD_VERSION }, session);
}

/**
 * What this build understands of a stored record, of its own version or any other. A record without any
 * time has expired.
 *
 * @param filed by the name of its file
 * @returns `undefined` if the JSON is no object
 */
export function recordIn(json: unknown, filed: Pick<SessionRecord, 'key' | 'uuid'>): SessionRecord | undefined {
	return z.isRecord(json) ? understood(json, filed) : undefined;
}

function understood(json: object, { key, uuid }: Pick<SessionRecord, 'key' | 'uuid'>) {
	const record = z.understood(SessionRecord, json);
	const { name = '', started_at: started, ended_at: ended } = record;
	const last = [record.last_activity, ended, started].find(isTime) ?? NEVER;
	return {
		...record,
		key,
		uuid,
		name: isSessionName(name) ? name : undefined,
		started_at: isTime(started) ? started : last,
		last_activity: last,
	};
}

function isTime(value: string | null): value is string {
	return Math.abs(Date.parse(value ?? '')) <= LAST_DATE;
}
