import * as z from 'zod/mini';

const text = z.string();
const maybe = z.nullable(text);

/** `running`: a session is at work on it, or was when the run was killed. */
export const ItemStatus = z.enum([
	'waiting',
	'running',
	'success',
	'failed',
	'timeout',
	'interrupted',
]);
export type ItemStatus = z.output<typeof ItemStatus>;

/** The process of a session's client, so that the next run can end it where this one was killed. */
export const RunClient = z.object({ pid: z.int().check(z.gt(1)), pid_started: text });
export type RunClient = z.output<typeof RunClient>;

/** What became of one task in one run. */
export const RunItem = z.looseObject({
	status: ItemStatus,
	title: text,
	/** Full id of the session, written the moment it is known. */
	session_uuid: maybe,
	/** Absent where its process has no start time to be known by. */
	client: z.optional(z.nullable(RunClient)),
	/** Where the session was started: it can be resumed from there only (host fact 5). */
	cwd: text,
	/** An earlier session went on. */
	resumed: z.boolean(),
	/** Sessions that were started for it in this run. */
	attempts: z.number(),
	error: maybe,
	started_at: maybe,
	ended_at: maybe,
	/** Seconds. */
	duration_s: z.nullable(z.number()),
	turns: z.nullable(z.number()),
	/** Where the branch stood when the work began. */
	base_commit: maybe,
	/** The last the session said, redacted, for the session that goes on with the task. */
	last_findings: maybe,
});
export type RunItem = z.output<typeof RunItem>;

/** One run of `req run` or `req pipeline run`: `runs/<run_id>.json`, written at every step. */
export const RunRecord = z.looseObject({
	schema_version: z.literal(1),
	run_id: text,
	kind: z.enum(['run', 'pipeline']),
	started_at: text,
	/** `null` while it is at work, and where it was killed. */
	completed_at: maybe,
	repo_path: text,
	cwd: text,
	branch: text,
	pid: z.int().check(z.positive()),
	pid_started: z.optional(text),
	host: text,
	/** What it was asked, as options. */
	config: z.record(text, z.unknown()),
	/** By task, in the order of the work. */
	items: z.record(text, RunItem),
});
export type RunRecord = z.output<typeof RunRecord>;

/** A run as it lies in its file. */
export interface FoundRun {
	/** Name without the extension: where `started_at` is no time, it says the order (LK-3). */
	readonly file: string;
	readonly record: RunRecord;
}
