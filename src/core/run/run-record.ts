import { isComplete } from '../pipeline/pipeline.ts';
import { isUuid } from '../session/session-id.ts';
import { compareTexts } from '../text/strings.ts';
import type { FoundRun, RunItem, RunRecord } from './schema.ts';

/**
 * The id of a run, which is the name of its file: its start, so that names sort by time, and 8 hex digits that no
 * other run of that moment has.
 *
 * @param at ISO time; @param digest hex
 */
export function runIdOf(at: string, digest: string): string {
	return `${at.replaceAll(/[-:.]/g, '')}_${digest.slice(0, 8)}`;
}

/** An item before any session was started for it. */
export function newItem(title: string, cwd: string): RunItem {
	return {
		...{ status: 'waiting', title, session_uuid: null, cwd, resumed: false, attempts: 0 },
		...{ error: null, started_at: null, ended_at: null, duration_s: null, turns: null },
		...{ base_commit: null, last_findings: null },
	};
}

/** Whether every stage of a pipeline, or every task, came to what it should. */
export function hasSucceeded({ items, pipeline }: Pick<RunRecord, 'items' | 'pipeline'>): boolean {
	if (pipeline !== undefined) return isComplete(pipeline);
	return Object.values(items).every(({ status }) => status === 'success');
}

/** Runs, the newest first: by their start; one whose start is no time by the time in its file's name (LK-2, LK-3). */
export function inOrder(runs: readonly FoundRun[]): readonly FoundRun[] {
	return runs.toSorted(
		(one, other) => timeOf(other) - timeOf(one) || compareTexts(other.file, one.file),
	);
}

function timeOf({ record, file }: FoundRun): number {
	const started = Date.parse(record.started_at);
	return Number.isNaN(started) ? (timeInName(file) ?? 0) : started;
}

/** `20261120T080910123Z_1a2b3c4d` */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_/;

function timeInName(file: string): number | undefined {
	const [, year, month, day, hour, minute, second, ms] = NAME.exec(file) ?? [];
	if (year === undefined) return undefined;
	const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
	return Number.isNaN(time) ? undefined : time;
}

/** A session that worked on a task, and what is known of it. */
export interface PriorSession {
	/** Full id. */
	readonly uuid: string;
	readonly cwd: string;
	/** What it said last. */
	readonly findings: string | undefined;
}

/**
 * The session that worked on a task last: that of the newest run that has one for it (LK-1..5). Runs
 * without one for it are passed over.
 */
export function lookupPriorSession(
	runs: readonly FoundRun[],
	task: string,
): PriorSession | undefined {
	for (const { record } of inOrder(runs)) {
		const item = Object.hasOwn(record.items, task) ? record.items[task] : undefined;
		const uuid = item?.session_uuid ?? '';
		if (item === undefined || !isUuid(uuid)) continue;
		return { uuid, cwd: item.cwd, findings: item.last_findings ?? undefined };
	}
	return undefined;
}
