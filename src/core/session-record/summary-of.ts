import { inRanks } from '../topics/in-ranks.ts';
import type { SessionRecord } from './schema.ts';
import type { RecordSummary } from './summary.ts';

/** Terms of a row: the most frequent ones decide how rare a term is (D28). */
const TERMS = 30;

/** The row of a record in the index. `isBehind`: its journal holds more. */
export function summaryOf(record: SessionRecord, isBehind: boolean): RecordSummary {
	const critical = record.pins.filter(({ importance }) => importance === 'critical').length;
	return {
		key: record.key,
		uuid: record.uuid,
		name: record.name,
		user: record.user,
		channel: record.channel,
		branch: record.branch,
		status: record.status,
		closed: record.closed === true,
		startedAt: record.started_at,
		lastActivity: record.last_activity,
		endedAt: record.ended_at ?? undefined,
		continuedBy: record.continued_by ?? undefined,
		topics: record.hot_topics.join('\n'),
		terms: mostFrequent(record).join('\n'),
		pendingTasks: record.pending_tasks.map(({ id }) => id),
		pins: { standard: record.pins.length - critical, critical },
		unpinned: record.unpinned,
		insights: record.recent_learnings.length,
		hasWork: hasWork(record),
		expiresAt: record.expires_at,
		isBehind,
	};
}

function mostFrequent({ terms }: SessionRecord): readonly string[] {
	const byCount = inRanks(Object.entries(terms), ([, count]) => count).flat();
	return byCount.slice(0, TERMS).map(([term]) => term);
}

/** Whether the session did or knows anything of its own. */
function hasWork({ activity, pins, insights, pending_tasks }: SessionRecord): boolean {
	const { files, functions, completed, next_actions, blockers } = activity;
	const lists = [files, functions, completed, next_actions, blockers, insights, pending_tasks];
	return lists.some((list) => list.length > 0) || pins.some(({ origin }) => origin === undefined);
}
