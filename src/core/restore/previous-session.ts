import type { RecordSummary } from '../session-record/summary.ts';

/** Whose previous session is asked for. */
export interface Successor {
	/** Full id. */
	readonly uuid: string;
	readonly branch: string;
	readonly user: string;
	readonly channel: string;
}

/**
 * The chronologically previous session of this user on the branch, however it scores (D12, S2-011): the
 * one that started last. Sessions of nested clients and of other users are not in the chain (S2-143).
 */
export function previousSession(
	summaries: readonly RecordSummary[],
	{ uuid, branch, user, channel }: Successor,
): RecordSummary | undefined {
	return summaries
		.filter((one) => one.uuid !== uuid && one.branch === branch)
		.filter((one) => one.user === user && one.channel === channel)
		.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))[0];
}
