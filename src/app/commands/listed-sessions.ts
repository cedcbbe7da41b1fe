import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../../core/registry/schema.ts';
import { type RecordSummary, topicsOf } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { unfoldedRecords } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import { machineOf } from '../registering.ts';

/** One session as lists show it. Absent values are not known. */
export interface ListedSession {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
	readonly branch: string;
	/** `crashed`: it never ended and is not alive (D13). */
	readonly status: 'live' | 'complete' | 'crashed' | 'archived';
	readonly startedAt: string;
	readonly lastActivity: string;
	readonly endedAt: string | undefined;
	readonly learnings: number | undefined;
	readonly topics: readonly string[];
	readonly cwd: string | undefined;
}

/** The registered sessions, of this repository or of all (D11). */
export function registeredSessions(
	registry: Registry,
	commonDir: string | undefined,
	ports: Ports,
): ListedSession[] {
	const machine = machineOf(ports);
	return entriesOf(registry)
		.filter(([, entry]) => commonDir === undefined || entry.common_dir === commonDir)
		.map(([key, entry]) => ({
			...ofEntry(entry),
			key,
			status: isAlive(entry, machine) ? ('live' as const) : ('crashed' as const),
		}));
}

function ofEntry({ uuid, branch, started_at, last_activity, cwd }: RegistryEntry) {
	return {
		...{ uuid, branch, cwd, startedAt: started_at, lastActivity: last_activity },
		...{ name: undefined, endedAt: undefined, learnings: undefined, topics: [] },
	};
}

/**
 * The recorded sessions of a place: of the last so many days, or of any age.
 *
 * @param days `undefined` for all there are
 */
export async function recordedSessions(
	place: Place,
	days: number | undefined,
	ports: Ports,
): Promise<ListedSession[]> {
	const stored =
		days === undefined
			? (await ports.records.all(place)).map(ofRecord)
			: (await ports.records.summaries(place, days)).map(ofSummary);
	return [...stored, ...(await unfoldedRecords(place, ports)).map(ofRecord)];
}

/** What is known of registered sessions and of recorded ones, each session once. */
export function together(
	registered: readonly ListedSession[],
	recorded: readonly ListedSession[],
): ListedSession[] {
	const known = new Map(recorded.map((session) => [session.uuid, session]));
	for (const session of registered) {
		const { status, cwd } = session;
		const record = known.get(session.uuid);
		const isOver = record !== undefined && status !== 'live' && record.endedAt !== undefined;
		if (!isOver) known.set(session.uuid, { ...session, ...record, status, cwd });
	}
	return [...known.values()];
}

function ofRecord(record: SessionRecord): ListedSession {
	const { key, uuid, name, branch, cwd } = record;
	return {
		...{ key, uuid, name, branch, cwd },
		status: record.status === 'active' ? 'crashed' : record.status,
		startedAt: record.started_at,
		lastActivity: record.last_activity,
		endedAt: record.ended_at ?? undefined,
		learnings: record.recent_learnings.length,
		topics: record.hot_topics,
	};
}

function ofSummary(summary: RecordSummary): ListedSession {
	const { key, uuid, name, branch, status, startedAt, lastActivity, endedAt } = summary;
	return {
		...{ key, uuid, name, branch, startedAt, lastActivity, endedAt, cwd: undefined },
		status: status === 'active' ? 'crashed' : status,
		learnings: summary.insights,
		topics: topicsOf(summary),
	};
}
