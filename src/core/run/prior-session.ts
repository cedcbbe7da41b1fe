import { isUuid } from '../session/session-id.ts';
import { inOrder } from './run-order.ts';
import type { FoundRun, RunItem } from './schema.ts';

/** A session that worked on a task, and what is known of it. */
export interface PriorSession {
	/** Full id. */
	readonly uuid: string;
	readonly cwd: string;
	/** What it said last. */
	readonly findings: string | undefined;
}

/**
 * The session that worked on a task last: that of the newest run that has one for it (seed 003, LK-1..5). Runs
 * without one for it are passed over.
 */
export function lookupPriorSession(
	runs: readonly FoundRun[],
	task: string,
): PriorSession | undefined {
	for (const { record } of inOrder(runs)) {
		const item = Object.hasOwn(record.items, task) ? record.items[task] : undefined;
		if (item != null && isUuid(item.session_uuid ?? '')) return priorOf(item);
	}
	return undefined;
}

function priorOf({ session_uuid, cwd, last_findings }: RunItem): PriorSession {
	return { uuid: session_uuid ?? '', cwd, findings: last_findings ?? undefined };
}
