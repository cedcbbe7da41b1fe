import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { isUuid } from '../host/session-id.ts';
import { redactFields } from '../secrets/redact.ts';
import { isAlive } from '../state/registry.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { underLock } from '../store/document-file.ts';
import { codeOf } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { obstacleFault } from '../store/obstacle.ts';
import { makeDirectory } from '../store/paths.ts';
import { startedAt } from '../store/processes.ts';
import { readJson } from '../store/read-file.ts';
import * as z from '../store/shape.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';

const text = z.string();
const texts = z.array(text);
/** What is not known yet, or does not exist. */
const maybe = z.optional(z.nullable(text));

/** What an iteration of a pipeline came to, by the `status.json` of its session. */
const IterationResult = z.looseObject({
	/** `none`: the session wrote no status that can be read. */
	decision: z.enum(['continue', 'stop', 'error', 'none']),
	summary: text,
	learnings: texts,
	patterns: texts,
	warnings: texts,
	decisions: texts,
	/** What of the status could not be read. */
	trouble: maybe,
});
export type IterationResult = z.output<typeof IterationResult>;

/** `no_status`: the session of an iteration ended well and did not say how the iteration went. */
const OUTCOMES = ['success', 'failed', 'no_status', 'timeout', 'interrupted'] as const;

const RunItem = z.looseObject({
	/** `running`: a session works on it, or did when the run was killed. */
	status: z.enum(['waiting', 'running', ...OUTCOMES]),
	title: text,
	/** Where its session was started: Claude Code resumes it from there only. */
	cwd: text,
	resumed: z.boolean(),
	attempts: z.number(),
	/** Full id of the session, written the moment it is known. */
	session_uuid: maybe,
	/** The process of the session, for the next run to stop if this one is killed. */
	client: z.optional(z.nullable(z.object({ pid: z.number(), pid_started: text }))),
	error: maybe,
	started_at: maybe,
	/** Seconds. */
	duration_s: z.optional(z.nullable(z.number())),
	turns: z.optional(z.nullable(z.number())),
	/** The session's last words, for a session that goes on with the task. */
	last_findings: maybe,
	/** Of an iteration whose session ended well. */
	result: z.optional(IterationResult),
});
export type RunItem = z.output<typeof RunItem>;

const StageOfRun = z.looseObject({
	id: text,
	iterations: z.number(),
	until: z.enum(['stop', 'plateau']),
	/** What its sessions inherit, written once at the start of the run; `null`: nothing. */
	bundle: z.nullable(
		z.looseObject({
			sha256: text,
			from_session: text,
			lineage: texts,
			comprehension: z.enum(['required', 'optional']),
		}),
	),
});
export type StageOfRun = z.output<typeof StageOfRun>;

/** One run of `req run`, `req pipeline run` or `req pipeline loop`. */
export const RunRecord = z.looseObject({
	schema_version: z.literal(1),
	run_id: text,
	kind: z.enum(['run', 'pipeline']),
	started_at: text,
	/** `null` while the run is active, and if it was killed. */
	completed_at: z.nullable(text),
	repo_path: text,
	branch: text,
	pid: z.number(),
	pid_started: z.optional(text),
	host: text,
	config: z.record(text, z.unknown()),
	/** By task, or by `<stage>-<iteration>`, in the order of the work. */
	items: z.record(text, RunItem),
	pipeline: z.optional(
		z.looseObject({
			/** Its sessions are called `<name>-<stage>-<iteration>`. */
			name: text,
			/** Of its stages and prompts: a pipeline that changed is not resumed. */
			sha256: text,
			stages: z.array(StageOfRun),
		}),
	),
});
export type RunRecord = z.output<typeof RunRecord>;

/** The runs of a repository, newest first, and the files among them that hold none. */
export interface RunList {
	readonly runs: readonly RunRecord[];
	readonly unreadable: readonly { readonly file: string; readonly why: string }[];
}

/** A run id: its start, so that names sort by time, and 8 hex digits. No other text becomes part of a path. */
const RUN_ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_[0-9a-f]{8}$/;
/** Bytes. A loop of 100 iterations whose sessions say as much as they may needs half of it. */
const MAX_RUN = 64 * 1024 * 1024;

/** Reads every run of a repository. Never throws: what cannot be read is named. */
export function readRuns(place: Place): RunList {
	const runs: RunRecord[] = [];
	const unreadable: { file: string; why: string }[] = [];
	try {
		for (const file of readdirSync(runsDir(place)).filter((name) => name.endsWith('.json'))) {
			const { json, trouble } = readJson(join(runsDir(place), file), MAX_RUN);
			const run = z.valueIn(RunRecord, json);
			const isNamedSo = file === `${run?.run_id}.json` && RUN_ID.test(run?.run_id ?? '');
			if (run !== undefined && isNamedSo) runs.push(run);
			else unreadable.push({ file, why: trouble ?? 'it holds no run' });
		}
	} catch (error) {
		const code = codeOf(error);
		const isAbsent = ['ENOENT', 'ENOTDIR'].includes(code);
		if (!isAbsent) unreadable.push({ file: 'runs', why: `cannot be read: ${code}` });
	}
	return { runs: runs.sort(newestFirst), unreadable };
}

/** Run files that cannot be read, as a warning. */
export function unreadableRuns(unreadable: RunList['unreadable']): string[] {
	if (unreadable.length === 0) return [];
	const names = unreadable.slice(0, 5).map(({ file, why }) => `${oneLine(file)} (${oneLine(why)})`);
	return [`${counted(unreadable.length, 'run file')} passed over: ${names.join(', ')}`];
}

/** Sorts runs by their start; by the time in their id if the start is no time (LK-2, LK-3). */
export function newestFirst(one: RunRecord, other: RunRecord): number {
	return startOf(other) - startOf(one) || compareTexts(other.run_id, one.run_id);
}

function startOf({ started_at: at, run_id: id }: RunRecord): number {
	const inId = id.replace(RUN_ID, '$1-$2-$3T$4:$5:$6.$7Z');
	return [at, inId].map((time) => Date.parse(time)).find((time) => !Number.isNaN(time)) ?? 0;
}

/** What the newest run that has a session for a task says about it (LK-1..5). `runs`: newest first. */
export function priorItem(runs: readonly RunRecord[], task: string): RunItem | undefined {
	const items = runs.map(({ items: all }) => (Object.hasOwn(all, task) ? all[task] : undefined));
	return items.find((item) => isUuid(item?.session_uuid ?? ''));
}

/** Whether the process of a run exists; the file of a killed run has no end either. */
export function isActive(run: RunRecord, context: Context): boolean {
	const { completed_at: completed, pid, pid_started, host, started_at: at } = run;
	const owner = { pid, pid_started, host, last_activity: at };
	return completed === null && isAlive(owner, context);
}

/** The file of a run as it begins in this process. */
export function newRun(
	what: Pick<RunRecord, 'kind' | 'config' | 'items'>,
	{ root, branch }: Place,
	context: Context,
): RunRecord {
	const at = new Date(context.now()).toISOString();
	return {
		schema_version: 1,
		run_id: `${at.replaceAll(/[-:.]/g, '')}_${randomUUID().slice(0, 8)}`,
		started_at: at,
		completed_at: null,
		repo_path: root,
		branch,
		...ownProcess(context),
		...what,
	};
}

/** What identifies this process in the file of a run. */
export function ownProcess({ pid, hostname }: Context) {
	return { pid, pid_started: startedAt(pid), host: hostname };
}

/** An item before a session was started for it. */
export function newItem(title: string, cwd: string): RunItem {
	return { status: 'waiting', title, cwd, resumed: false, attempts: 0 };
}

/** A run whose file is written at every step: what is not in it did not happen for the next run. */
export interface RunLog {
	readonly place: Place;
	run: RunRecord;
}

/**
 * Writes the file of a run for the first time. Two runs on one branch would take each other's tasks.
 *
 * @returns the runs that there were before
 * @throws Fault `refused` if another run is active on the branch, `state_unwritable`
 */
export async function beginRun(log: RunLog, context: Context): Promise<readonly RunRecord[]> {
	const { place, run } = log;
	const begin = () => {
		const { runs } = readRuns(place);
		const rival = runs.find((one) => one.branch === run.branch && isActive(one, context));
		if (rival === undefined) {
			saveRun(log, run);
			return runs;
		}
		const { run_id: id, branch, pid, host } = rival;
		const what = `run ${id} is active ${onBranchText(branch)} (pid ${pid} on ${named(host)})`;
		const hint = `wait for it, or press Ctrl-C where it runs; if that machine is gone, remove ${fileOf(place, id)}`;
		throw new Fault('refused', what, { hint });
	};
	const begun = await underLock(join(runsDir(place), 'begin'), begin, context);
	if ('kind' in begun) throw obstacleFault(begun.obstacle);
	return begun;
}

/**
 * Changes a run and writes its file. What sessions, tasks and arguments say is redacted here (D30).
 *
 * @throws Fault `state_unwritable`: a run that could not be resumed does not go on
 */
export function saveRun(log: RunLog, change: Partial<RunRecord>): void {
	log.run = { ...log.run, ...redactFields(change, ['config', 'items', 'pipeline']) };
	writeFile(fileOf(log.place, log.run.run_id), `${JSON.stringify(log.run, undefined, '\t')}\n`);
}

/** Changes one item that the run has, as `saveRun` does. */
export function saveItem(log: RunLog, key: string, change: Partial<RunItem>): void {
	const { items } = log.run;
	saveRun(log, { items: { ...items, [key]: { ...(items[key] as RunItem), ...change } } });
}

/**
 * Writes a file of a run, only for this user. Its folder is made if it is missing.
 *
 * @throws Fault `state_unwritable`
 */
export function writeFile(path: string, content: string): void {
	try {
		makeDirectory(dirname(path));
		writeAtomic(path, content);
	} catch (cause) {
		if (codeOf(cause) === '') throw cause;
		throw new Fault('state_unwritable', `cannot write ${path}: ${codeOf(cause)}`, {
			hint: 'free the disk, or make its folder writable, and go on with `--resume`',
			cause,
		});
	}
}

/** Where a run keeps what its sessions inherit. */
export function folderOf({ place, run }: RunLog): string {
	return join(runsDir(place), run.run_id);
}

function fileOf(place: Place, id: string): string {
	return join(runsDir(place), `${id}.json`);
}

function runsDir({ stateDir }: Place): string {
	return join(stateDir, 'runs');
}
