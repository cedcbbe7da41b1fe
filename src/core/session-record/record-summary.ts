import { type Foreign, member } from '../document/foreign-json.ts';
import { isSessionName } from '../session/session-name.ts';
import type { SessionRecord, Unpinned } from './schema.ts';

/**
 * What the choice of sources asks of a record: a row of `sessions/index.json`, a cache that can be
 * rebuilt from the records at any time.
 */
export interface RecordSummary {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
	readonly user: string;
	readonly channel: string;
	readonly branch: string;
	readonly status: 'active' | 'complete' | 'crashed' | 'archived';
	/** Its work is finished. */
	readonly closed: boolean;
	readonly startedAt: string;
	readonly lastActivity: string;
	readonly endedAt: string | undefined;
	readonly continuedBy: string | undefined;
	/** Its hot topics in one text: every start reads every row, and splits few. */
	readonly topics: string;
	/**
	 * The most frequent terms in the same way: what inverse document frequencies are counted on (D28). Empty in the rows of
	 * old sessions, which are not counted.
	 */
	readonly terms: string;
	readonly pendingTasks: readonly string[];
	readonly pins: { readonly standard: number; readonly critical: number };
	/** Pins that were taken away in it: settled for the sessions after it. */
	readonly unpinned: readonly Unpinned[] | undefined;
	/** What it learnt, without suppositions (D26). */
	readonly insights: number;
	/** Whether the session did anything that is worth passing on. */
	readonly hasWork: boolean;
	readonly expiresAt: string;
	/** Its journal holds more than the record: the session goes on, has come back, or others speak of it. */
	readonly isBehind: boolean;
	/** It was noted in a terminal for the next session of the branch, and none was told of it yet. */
	readonly waits?: boolean | undefined;
}

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

/** Whether the session did or knows anything of its own. */
function hasWork({ activity, pins, insights, pending_tasks }: SessionRecord): boolean {
	const { files, functions, completed, next_actions, blockers } = activity;
	const lists = [files, functions, completed, next_actions, blockers, insights, pending_tasks];
	return lists.some((list) => list.length > 0) || pins.some(({ origin }) => origin === undefined);
}

/**
 * Whether a foreign value is a `RecordSummary`: an index is what anybody may have written there. By hand: every start asks it
 * of every row, and a schema would cost more than the rows themselves.
 */
export function isSummary(value: unknown): value is RecordSummary {
	if (typeof value !== 'object' || value === null) return false;
	const row = value as Foreign<RecordSummary>;
	return (
		isIdentified(row) && isTimed(row) && isCounted(row) && isText(row.topics) && isText(row.terms)
	);
}

function isIdentified(row: Foreign<RecordSummary>): boolean {
	const { key, uuid, name, user, channel, branch, status } = row;
	const isNamed = name === undefined || (typeof name === 'string' && isSessionName(name));
	const isPlaced = isText(user) && isText(channel) && isText(branch);
	return isNamed && isPlaced && isText(key) && isText(uuid) && isText(status);
}

function isTimed(row: Foreign<RecordSummary>): boolean {
	const { startedAt, lastActivity, endedAt, expiresAt, continuedBy } = row;
	const isOver = endedAt === undefined || isText(endedAt);
	const isContinued = continuedBy === undefined || isText(continuedBy);
	return isOver && isContinued && isText(startedAt) && isText(lastActivity) && isText(expiresAt);
}

function isCounted(row: Foreign<RecordSummary>): boolean {
	const {
		closed,
		hasWork,
		isBehind,
		insights,
		pins,
		pendingTasks,
		unpinned,
		waits: isWaiting,
	} = row;
	return (
		isFlag(closed) &&
		isFlag(hasWork) &&
		isFlag(isBehind) &&
		(isWaiting === undefined || isFlag(isWaiting)) &&
		isNumber(insights) &&
		isNumber(member(pins, 'standard')) &&
		isNumber(member(pins, 'critical')) &&
		Array.isArray(pendingTasks) &&
		pendingTasks.every(isText) &&
		(unpinned === undefined || (Array.isArray(unpinned) && unpinned.every(isUnpinned)))
	);
}

function isFlag(value: unknown): boolean {
	return typeof value === 'boolean';
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
	return typeof value === 'number';
}

function isUnpinned(value: unknown): boolean {
	return ['label', 'session', 'at'].every((field) => isText(member(value, field)));
}
