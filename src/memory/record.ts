import {
	CommandFailure,
	Comprehension,
	DAY_MS,
	Inherited,
	Pin,
	Progress,
	Restored,
	Shown,
	TaskSnapshot,
	WorkedFile,
} from '../journal/work.ts';
import { elements, member } from '../store/foreign-json.ts';
import * as z from '../store/shape.ts';
import { isSessionName } from './session-name.ts';

const text = z.string();
const maybe = z.nullable(text);

/** The four kinds that sessions learn. */
export const InsightKind = z.enum(['learning', 'pattern', 'warning', 'decision']);
export type InsightKind = z.output<typeof InsightKind>;

/** What a session learned, as of its end. */
export const Insight = z.looseObject({
	id: text,
	kind: InsightKind,
	text,
	why: z.optional(text),
	/** 0–1 (D22); below 1 from a prompt: nobody has confirmed it (D26). */
	confidence: z.number(),
	source: text,
	created_at: text,
	superseded_by: z.optional(text),
	tags: z.optional(z.array(text)),
});
export type Insight = z.output<typeof Insight>;

const Activity = z.looseObject({
	/** The one worked on last stands last. */
	files: z.array(WorkedFile),
	functions: z.array(text),
	/** `test:npm`, `commit:<subject>`, `task:<title>`, `done:<next step>`: what was brought to an end. */
	completed: z.array(text),
	/** When each was so last, in the same order (D27). */
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
	/** First words of the first prompt, and of the last one that says more than to go on. */
	asked: z.optional(z.looseObject({ first: text, last: z.optional(text) })),
	/** Requirements that were unmet when the last turn ended. */
	unmet: z.optional(z.array(text)),
	/** Test commands whose last run failed, oldest first. */
	failed: z.optional(z.array(text)),
	failures: z.optional(z.array(CommandFailure)),
	turns: z.number(),
	tools: z.record(text, z.number()),
	skills: z.array(text),
	commits: z.array(z.looseObject({ subject: text, sha: z.optional(text), at: text })),
	/** How many items of a list found no room (D28). */
	dropped: z.optional(z.record(text, z.number())),
});

/**
 * What one session did and knows: `sessions/<id>.json`, made of its journal and of what it noted, when it is over. A cache:
 * whoever finds the journal longer makes it anew.
 */
export const SessionRecord = z.looseObject({
	schema_version: z.number(),
	key: text,
	uuid: text,
	name: z.optional(text),
	user: text,
	/** `cli`; or `nested` for a client started by another client's call: never a source (D11). */
	channel: text,
	/** The last part of its root. */
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
	/** Ancestors only, oldest first (D12). */
	lineage: z.array(text),
	restorations: z.array(Restored),
	inherited: z.optional(Inherited),
	/** Absent if nobody asked for it. */
	comprehension: z.optional(Comprehension),
	pins: z.array(Pin),
	insights: z.array(Insight),
	activity: Activity,
	/** Progress text, oldest first, redacted (D29). */
	notes: z.array(Progress),
	/** How often each term occurred (D28). */
	terms: z.record(text, z.number()),
	hot_topics: z.array(text),
	active_projects: z.array(text),
	pending_tasks: z.array(TaskSnapshot),
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
	sop_interactions: z.array(Shown),
	/** Bytes of the journal that are in here. */
	journal_bytes: z.number(),
});
export type SessionRecord = z.output<typeof SessionRecord>;

/** The version that this build writes. */
export const RECORD_VERSION = 1;

/** Confidence of what a prompt only seems to say (D26); and of what somebody said on purpose, the most there is (D22). */
export const SUPPOSED = 0.5;
export const CERTAIN = 1;

/** The channel, and the key, of what a person noted in a terminal, where no session was live. */
export const TERMINAL = 'terminal';

/** Whether an insight is a supposition of a prompt, which nobody has confirmed (D26). */
export function isCandidate({
	source,
	confidence,
}: Pick<Insight, 'source' | 'confidence'>): boolean {
	return source === 'prompt' && confidence <= SUPPOSED;
}

/** Disputed or superseded: no surer than one dispute leaves it. */
export function isDoubted({ confidence }: Pick<Insight, 'confidence'>): boolean {
	return confidence <= SUPPOSED;
}

/** Whether a session did, owes or knows anything of its own: what is worth passing on. */
export function hasWork({ activity, pins, insights, pending_tasks }: SessionRecord): boolean {
	const { files, functions, completed, next_actions, blockers, unmet = [] } = activity;
	const lists = [files, functions, completed, next_actions, blockers, unmet];
	return (
		[...lists, pending_tasks, insights].some((list) => list.length > 0) ||
		pins.some(({ origin }) => origin === undefined)
	);
}

/** What a session has done when it has done nothing. */
const NO_ACTIVITY: SessionRecord['activity'] = {
	files: [],
	functions: [],
	completed: [],
	next_actions: [],
	blockers: [],
	turns: 0,
	tools: {},
	skills: [],
	commits: [],
};

/** Of a record that names no time. */
const NEVER = new Date(0).toISOString();

/** A record that says nothing but whose it is. */
export function emptyRecord({ key, uuid }: Pick<SessionRecord, 'key' | 'uuid'>): SessionRecord {
	return {
		schema_version: RECORD_VERSION,
		key,
		uuid,
		user: '',
		channel: '',
		project: '',
		root: '',
		cwd: '',
		branch: '',
		started_at: NEVER,
		last_activity: NEVER,
		ended_at: null,
		status: 'active',
		expires_at: NEVER,
		previous: null,
		parent: null,
		continued_by: null,
		continuations: [],
		lineage: [],
		restorations: [],
		pins: [],
		insights: [],
		activity: NO_ACTIVITY,
		notes: [],
		terms: {},
		hot_topics: [],
		active_projects: [],
		pending_tasks: [],
		recent_learnings: [],
		confidence_updates: [],
		sop_interactions: [],
		journal_bytes: 0,
	};
}

/** Days that a record is kept for where it does not say (D14). */
const EXPIRE_DAYS = 7;

/**
 * What this build understands of a stored record, of its own version or any other: field by field, and of its lists each
 * item that it knows; of the rest it is as if the session had only started. An expiry that is no time follows from the last
 * activity; without any time the record has expired.
 *
 * @param filed by the name of its file
 * @returns `undefined` if the JSON is no object
 */
export function recordIn(
	json: unknown,
	{ key, uuid }: Pick<SessionRecord, 'key' | 'uuid'>,
): SessionRecord | undefined {
	if (!z.isRecord(json)) return undefined;
	const filed = { key, uuid };
	const { activity, insights, ...shape } = SessionRecord.shape;
	const record: SessionRecord = {
		...json,
		...emptyRecord(filed),
		...known(shape, json),
		activity: { ...NO_ACTIVITY, ...known(activity.shape, member(json, 'activity')) },
		insights: elements(member(json, 'insights')).flatMap((one) => {
			const insight = { ...UNSAID, ...known(Insight.shape, one) };
			return Insight.fits(insight) ? [insight] : [];
		}),
		...filed,
	};
	if (record.name !== undefined && !isSessionName(record.name)) record.name = undefined;
	if (isTime(member(json, 'expires_at'))) return record;
	const last = ['last_activity', 'ended_at', 'started_at'].map((name) => member(json, name));
	const time = last.find(isTime);
	const expires = time === undefined ? 0 : Date.parse(time) + EXPIRE_DAYS * DAY_MS;
	return { ...record, expires_at: new Date(expires).toISOString() };
}

/** What an insight says is worth more than who said it when. Nobody is known to have disputed it, so it is passed on. */
const UNSAID = { id: '', confidence: 0.6, source: '', created_at: '' };

/** The fields of an object that have the shape they should have. */
function known(shape: z.Fields, json: unknown): object {
	const fields = Object.entries(shape).flatMap(([name, schema]) => {
		const value = sound(schema, member(json, name));
		return value === undefined ? [] : [[name, value] as const];
	});
	return Object.fromEntries(fields);
}

/** What a shape takes of a value: of a list each item it takes; `undefined` where it takes nothing. */
function sound(schema: z.Shape<unknown>, value: unknown): unknown {
	const { element } = schema;
	if (element !== undefined && Array.isArray(value)) {
		return value.flatMap((one) => sound(element, one) ?? []);
	}
	return z.valueIn(schema, value);
}

function isTime(value: unknown): value is string {
	const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Math.abs(time) <= 8.64e15 - EXPIRE_DAYS * DAY_MS;
}
