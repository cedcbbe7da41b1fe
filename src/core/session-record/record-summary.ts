import {
	isAlive,
	isOfFuture,
	type Machine,
	type RegistryEntry,
} from '../../state/registry-kind.ts';
import * as z from '../../store/shape.ts';
import { isSessionName, MS_A_DAY, type SessionRecord } from './schema.ts';

const text = z.string();
const number = z.number();
const flag = z.boolean();

/** The fields of a row. By the shapes of stored documents, which tell 2,000 rows from strangers in some 10 ms. */
const ROW = {
	key: text,
	uuid: text,
	name: z.optional(text),
	user: text,
	channel: text,
	branch: text,
	status: z.enum(['active', 'complete', 'crashed', 'archived']),
	/** Its work is finished. */
	closed: flag,
	startedAt: text,
	lastActivity: text,
	endedAt: z.optional(text),
	continuedBy: z.optional(text),
	/** Its hot topics in one text: every start reads every row, and splits few. */
	topics: text,
	/**
	 * The most frequent terms in the same way: what inverse document frequencies are counted on (D28). Empty in the rows of
	 * old sessions, which are not counted.
	 */
	terms: text,
	pendingTasks: z.array(text),
	pins: z.looseObject({ standard: number, critical: number }),
	/** Pins that were taken away in it: settled for the sessions after it. */
	unpinned: z.optional(z.array(z.looseObject({ label: text, session: text, at: text }))),
	/** What it learnt, without suppositions (D26). */
	insights: number,
	/** Whether the session did anything that is worth passing on. */
	hasWork: flag,
	expiresAt: text,
	/** Its journal holds more than the record: the session goes on, has come back, or others speak of it. */
	isBehind: flag,
	/** It was noted in a terminal for the next session of the branch, and none was told of it yet. */
	waits: z.optional(flag),
};
const Row = z.looseObject(ROW);

/**
 * What the choice of sources asks of a record: a row of `sessions/index.json`, a cache that can be
 * rebuilt from the records at any time.
 */
export type RecordSummary = Readonly<z.output<z.ObjectShape<typeof ROW>>>;

/** The channel of records that a person makes in a terminal, where no session of the branch is live: one for the next session. */
export const TERMINAL = 'terminal';

/** Whether notes from a terminal have had no session yet that was told of all of them. */
export function waits({
	channel,
	last_activity,
	told_until,
}: Pick<SessionRecord, 'channel' | 'last_activity' | 'told_until'>): boolean {
	return channel === TERMINAL && !((told_until ?? '') >= last_activity);
}

/** What no term has, and JSON writes as it is: to read a text with escapes takes half as long again. */
export const BETWEEN_TERMS = '|';

/** The hot topics of a row, the most telling first. */
export function topicsOf({ topics }: Pick<RecordSummary, 'topics'>): readonly string[] {
	return topics === '' ? [] : topics.split(BETWEEN_TERMS);
}

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
		topics: record.hot_topics.join(BETWEEN_TERMS),
		terms: mostFrequent(record).join(BETWEEN_TERMS),
		pendingTasks: record.pending_tasks.map(({ id }) => id),
		pins: { standard: record.pins.length - critical, critical },
		unpinned: record.unpinned,
		insights: record.recent_learnings.length,
		hasWork: hasWork(record),
		expiresAt: record.expires_at,
		isBehind,
		...(waits(record) ? { waits: true } : {}),
	};
}

function mostFrequent({ terms }: SessionRecord): readonly string[] {
	const byCount = Object.keys(terms).sort(
		(one, other) => Number(terms[other]) - Number(terms[one]),
	);
	return byCount.slice(0, TERMS);
}

/** Whether the session did, owes or knows anything of its own. */
function hasWork({ activity, pins, insights, pending_tasks }: SessionRecord): boolean {
	const { files, functions, completed, next_actions, blockers, unmet = [] } = activity;
	const done = [files, functions, completed];
	const left = [next_actions, blockers, unmet, pending_tasks];
	const lists = [...done, ...left, insights];
	return lists.some((list) => list.length > 0) || pins.some(({ origin }) => origin === undefined);
}

/** Whether a foreign value is a `RecordSummary`: an index is what anybody may have written there. */
export function isSummary(value: unknown): value is RecordSummary {
	return Row.fits(value) && (value.name === undefined || isSessionName(value.name));
}

/** Where nobody knows the process, a session is dead after this long without a sign of life (D13). */
const MAX_SILENCE_MS = 5 * 60 * 1000;

/** What of a session tells whether it still runs. */
type Process = Pick<SessionRecord, 'ended_at' | 'pid' | 'pid_started' | 'host' | 'last_activity'>;

/**
 * Whether a session that never ended is dead (D13): its client's process is gone; of another machine, after 24 h
 * without a sign of life; where the process is not known, after five minutes, unless the registry knows it as alive.
 *
 * @param entry the session's entry in the registry, where it has one
 */
export function isDead(
	session: Process,
	entry: RegistryEntry | undefined,
	machine: Machine,
): boolean {
	if (session.ended_at !== null) return false;
	if (entry !== undefined && isAlive(entry, machine)) return false;
	if (session.pid === undefined) {
		return Math.abs(machine.now - Date.parse(session.last_activity)) > MAX_SILENCE_MS;
	}
	return !isAlive(session, machine);
}

/**
 * Whether a session is over and its record has expired (D14): the earlier of its own word and the config's. One that
 * says it is of the future is nobody's.
 *
 * @param record its times, ISO
 * @param now milliseconds since the epoch
 */
export function hasExpired(
	record: Pick<RecordSummary, 'endedAt' | 'expiresAt' | 'lastActivity'>,
	{ expireDays }: { readonly expireDays: number },
	now: number,
): boolean {
	if (record.endedAt === undefined) return false;
	if (isOfFuture(record.lastActivity, now)) return true;
	const byConfig = Date.parse(record.lastActivity) + expireDays * MS_A_DAY;
	return Math.min(Date.parse(record.expiresAt), byConfig) < now;
}
