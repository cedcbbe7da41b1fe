const DAY_MS = 24 * 60 * 60 * 1000;

/** What tells of the past is kept this long (D14). */
const KEPT_MS = 30 * DAY_MS;
/** What a run did is kept longer: its tasks may wait for months. */
const RUN_KEPT_MS = 90 * DAY_MS;
/** What a process that died left behind: nobody writes one file for a day. */
const LITTER_MS = DAY_MS;

/** Whether what tells of the past was written too long ago. Both in milliseconds since the epoch. */
export function isPast(writtenAt: number, now: number): boolean {
	return now - writtenAt > KEPT_MS;
}

/** Whether a run was last at work too long ago. Both in milliseconds since the epoch. */
export function isPastRun(writtenAt: number, now: number): boolean {
	return now - writtenAt > RUN_KEPT_MS;
}

/** Whether a temporary file has lost its writer. Both in milliseconds since the epoch. */
export function isLitter(writtenAt: number, now: number): boolean {
	return now - writtenAt > LITTER_MS;
}

/** `main.2026-11-20T10-00-00.000Z.json`, or `….000Z-2.json` where several were moved at once. */
const STAMP = /\.(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(-\d+)?(\.[a-z]+)?$/;

/** When a file was moved to quarantine, by its name, in milliseconds; `undefined` for a name that is not ours. */
export function quarantinedAt(name: string): number | undefined {
	const [, day, hour, minute, second] = STAMP.exec(name) ?? [];
	const at = Date.parse(`${day}T${hour}:${minute}:${second}`);
	return Number.isNaN(at) ? undefined : at;
}

/**
 * The lines of a `.jsonl` file that are to stay. A line that tells no time is of unknown age, and stays.
 *
 * @param lines without their newlines
 */
export function recentLines(lines: readonly string[], timeOf: TimeOf, now: number): string[] {
	return lines.filter((line) => {
		const at = timeOf(line);
		return at === undefined || !isPast(at, now);
	});
}

/** When a line was written, in milliseconds; `undefined` where it does not say so. */
export type TimeOf = (line: string) => number | undefined;
