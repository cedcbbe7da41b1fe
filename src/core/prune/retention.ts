const DAY_MS = 24 * 60 * 60 * 1000;

/** Each kind of thing that `req prune` removes. */
interface Kept {
	readonly what: string;
	/** For how many days it is kept; absent where it goes as soon as nobody needs it. */
	readonly days?: number;
}

/** What is kept for how long: what tells of the past for 30 days (D14). */
export const KEPT = {
	branch_state: { what: 'state of a branch that is gone' },
	history: { what: 'history of a branch that is gone', days: 30 },
	journal: { what: 'journal of a session that is over', days: 30 },
	/** Until somebody names an age. */
	record: { what: 'archived record of a session' },
	bundle: { what: 'what a session that is gone inherited', days: 30 },
	/** Its tasks may wait for months. */
	run: { what: 'what a run did, long ago', days: 90 },
	quarantine: { what: 'unreadable, set aside', days: 30 },
	faults: { what: 'old faults', days: 30 },
	lock: { what: 'lock of a process that is gone' },
	/** Nobody writes one file for a day. */
	temporary: { what: 'left by a process that is gone', days: 1 },
	compiled_config: { what: 'compiled config of a directory that is gone' },
	seen_config: { what: 'config that a session saw, which is over', days: 30 },
	calls: { what: 'marks of calls of a session that is over', days: 30 },
	/** It may run on another host, whose processes cannot be seen from here. */
	server: { what: 'left by a server that answered hooks', days: 30 },
	/** It may stand on a disk that is not there today. */
	project: { what: 'state of a directory that is gone', days: 30 },
} as const satisfies Readonly<Record<string, Kept>>;
export type LeftoverKind = keyof typeof KEPT;

/** Whether something of this kind was written longer ago than it is kept. Both times in milliseconds since the epoch. */
export function isPast(kind: LeftoverKind, writtenAt: number, now: number): boolean {
	const { days = 0 }: Kept = KEPT[kind];
	return days === 0 || now - writtenAt > days * DAY_MS;
}

/** `main.2026-11-20T10-00-00.000Z-4711-1.json`: the process and its count tell apart what was moved at once. */
const STAMP = /\.(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(-\d+)*(\.[a-z]+)?$/;

/** When a file was moved to quarantine, by its name, in milliseconds; `undefined` for a name that is not ours. */
export function quarantinedAt(name: string): number | undefined {
	const [, day, hour, minute, second] = STAMP.exec(name) ?? [];
	const at = Date.parse(`${day}T${hour}:${minute}:${second}`);
	return Number.isNaN(at) ? undefined : at;
}
