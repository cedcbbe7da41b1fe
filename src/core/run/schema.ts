import * as z from 'zod/mini';
import type { List } from '../../config/selection.ts';

const text = z.string();
const maybe = z.nullable(text);
/** It is the name of the run's file and folder, and no other path: whoever wrote the file may be a stranger. */
const runId = text.check(z.regex(/^\d{8}T\d{9}Z_[0-9a-f]{8}$/));

/**
 * `running`: a session is at work on it, or was when the run was killed. `no_status`: the session of an iteration ended
 * well and did not say how the iteration went.
 */
export const ItemStatus = z.enum([
	'waiting',
	'running',
	'success',
	'failed',
	'no_status',
	'timeout',
	'interrupted',
]);
export type ItemStatus = z.output<typeof ItemStatus>;

/** The process of a session's client, so that the next run can end it where this one was killed. */
export const RunClient = z.object({ pid: z.int().check(z.gt(1)), pid_started: text });
export type RunClient = z.output<typeof RunClient>;

/** What became of one task, or of one iteration, in one run. */
export const RunItem = z.looseObject({
	status: ItemStatus,
	title: text,
	/** Full id of the session, written the moment it is known. */
	session_uuid: maybe,
	/** Absent where its process has no start time to be known by. */
	client: z.optional(z.nullable(RunClient)),
	/** Where the session was started: it can be resumed from there only. */
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

const texts = z.array(text);
/** What was learnt. Another list is a new version of the run file. */
const learnt = {
	learnings: texts,
	patterns: texts,
	warnings: texts,
	decisions: texts,
} satisfies Record<List, typeof texts>;

/** What a session of a stage says of going on (issue: runs). */
export const Decision = z.enum(['continue', 'stop', 'error']);
export type Decision = z.output<typeof Decision>;

/** The same as it is kept. `none`: it wrote no `status.json`, or none that can be read. */
export const Said = z.enum([...Decision.options, 'none']);
export type Said = z.output<typeof Said>;

/** What an iteration of a stage said of itself in its `status.json`. */
export const StageIteration = z.looseObject({
	/** From 1. */
	iteration: z.number(),
	/** Key of its item. */
	item: text,
	decision: Said,
	/** Why its status could not be read, or not all of it. */
	trouble: maybe,
	summary: text,
	...learnt,
	/** Where what it left as its output is kept. */
	output: maybe,
});
export type StageIteration = z.output<typeof StageIteration>;

/** A stage of a pipeline, as far as it is. */
export const StageRun = z.looseObject({
	id: text,
	/** Why it is over; `null`: it is not. */
	ended: z.nullable(z.enum(['iterations', 'stop', 'plateau', 'error', 'no_status'])),
	/** Those that were finished, in their order. */
	iterations: z.array(StageIteration),
	/** Name of its bundle among those of the run; `null`: it inherits nothing. */
	bundle: maybe,
});
export type StageRun = z.output<typeof StageRun>;

/** What sessions of a pipeline inherit: written once at its start, and never again. */
const RunBundle = z.looseObject({
	/** In the folder of the run. */
	file: text.check(z.regex(/^[\w-]+\.json$/)),
	sha256: text,
	from_session: text,
	lineage: texts,
});

/** What all stages together came to. */
export const PipelineEnd = z.looseObject({
	...learnt,
	/** Names of the sessions it inherited from, oldest ancestor first, and of its own, as they worked. */
	lineage: texts,
});
export type PipelineEnd = z.output<typeof PipelineEnd>;

/** What only a pipeline has. */
export const PipelineRun = z.looseObject({
	/** Its sessions are called `<name>-<stage>-<iteration>`. */
	name: text,
	/** Of what its file and its prompts held at the start: a changed one does not go on. */
	sha256: text,
	stages: z.array(StageRun),
	bundles: z.record(text, RunBundle),
	/** `null` while it is at work. */
	end: z.nullable(PipelineEnd),
});
export type PipelineRun = z.output<typeof PipelineRun>;

/** One run of `req run`, `req pipeline run` or `req pipeline loop`: `runs/<run_id>.json`, written at every step. */
export const RunRecord = z.looseObject({
	schema_version: z.literal(1),
	run_id: runId,
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
	/** By task, or by `<stage>-<iteration>`, in the order of the work. */
	items: z.record(text, RunItem),
	pipeline: z.optional(PipelineRun),
});
export type RunRecord = z.output<typeof RunRecord>;

/** A run as it lies in its file. */
export interface FoundRun {
	/** Name without the extension: where `started_at` is no time, it says the order (LK-3). */
	readonly file: string;
	readonly record: RunRecord;
}
