import type { FoundRun } from './schema.ts';

/** Runs, the newest first: by their start; one whose start is no time by the time in its file's name (LK-2, LK-3). */
export function inOrder(runs: readonly FoundRun[]): readonly FoundRun[] {
	return runs.toSorted((one, other) => timeOf(other) - timeOf(one) || byName(other, one));
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

function byName({ file: one }: FoundRun, { file: other }: FoundRun): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}

/**
 * The id of a run, which is the name of its file: its start, so that names sort by time, and 8 hex digits that no
 * other run of that moment has.
 *
 * @param at ISO time; @param digest hex
 */
export function runIdOf(at: string, digest: string): string {
	return `${at.replaceAll(/[-:.]/g, '')}_${digest.slice(0, 8)}`;
}
