const DAY_MS = 24 * 60 * 60 * 1000;

/** For how many days things are kept. */
export const KEPT_DAYS = {
	/** What tells of the past (D14). */
	past: 30,
	/** What a run did: its tasks may wait for months. */
	run: 90,
	/** What files were before calls that changed them. */
	snapshot: 7,
	/** What a process that died left behind: nobody writes one file for a day. */
	stray: 1,
} as const;

/** Whether something was written more than so many days ago. Both times in milliseconds since the epoch. */
export function isPast(writtenAt: number, days: number, now: number): boolean {
	return now - writtenAt > days * DAY_MS;
}

/** `main.2026-11-20T10-00-00.000Z.json`, or `….000Z-2.json` where several were moved at once. */
const STAMP = /\.(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(-\d+)?(\.[a-z]+)?$/;

/** When a file was moved to quarantine, by its name, in milliseconds; `undefined` for a name that is not ours. */
export function quarantinedAt(name: string): number | undefined {
	const [, day, hour, minute, second] = STAMP.exec(name) ?? [];
	const at = Date.parse(`${day}T${hour}:${minute}:${second}`);
	return Number.isNaN(at) ? undefined : at;
}
