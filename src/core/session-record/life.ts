import { lifeIn } from '../journal/entries.ts';
import type { JournalLine } from '../journal/line.ts';
import type { RegistryEntry } from '../registry/kind.ts';
import { isAlive, isOfFuture, type Machine } from '../registry/liveness.ts';
import type { RecordSummary } from './record-summary.ts';
import { MS_A_DAY, type SessionRecord } from './schema.ts';

const FIELDS = [
	...(['cwd', 'branch', 'pid', 'pid_started', 'host', 'last_activity', 'ended_at'] as const),
	...(['end_reason', 'status', 'crash_recovered', 'archived_at'] as const),
] as const;

/** What of a record tells when and where its session lived. */
type Life = Pick<SessionRecord, (typeof FIELDS)[number]>;

/** The life of a session after these lines (D13): a start reopens it, whatever ended it before. */
export function foldLife(before: SessionRecord, lines: readonly JournalLine[]): Life {
	const known = Object.fromEntries(FIELDS.map((field) => [field, before[field]])) as Life;
	let life = known;
	for (const line of lines) life = { ...life, ...stepOf(life, line) };
	return life;
}

function stepOf(life: Life, line: JournalLine): Partial<Life> {
	switch (line.e) {
		case 'start':
			return { ...reopened(line.at, life), ...startOf(line) };
		case 'end':
			return life.ended_at === null || life.status === 'crashed'
				? ended(life, { at: line.at, reason: line.reason })
				: {};
		case 'crashed':
			return life.ended_at === null
				? { status: 'crashed', crash_recovered: true, ended_at: life.last_activity }
				: {};
		default:
			return signOfLife(life, line);
	}
}

function signOfLife(life: Life, line: JournalLine): Partial<Life> {
	const said = lifeIn(line);
	if (said === 'none') return {};
	const branch = line.e === 'turn' ? { branch: line.branch } : {};
	if (life.ended_at === null) return { ...branch, last_activity: later(life, line.at) };
	const wasWrong = life.crash_recovered === true && said === 'alive';
	return wasWrong && line.at > life.ended_at ? { ...branch, ...reopened(line.at, life) } : {};
}

function reopened(at: string, life: Life): Partial<Life> {
	return {
		status: 'active',
		ended_at: null,
		end_reason: undefined,
		crash_recovered: undefined,
		archived_at: undefined,
		last_activity: later(life, at),
	};
}

function ended(
	life: Life,
	{ at, reason }: { readonly at: string; readonly reason: string },
): Partial<Life> {
	return {
		status: 'complete',
		ended_at: at,
		end_reason: reason,
		crash_recovered: undefined,
		last_activity: later(life, at),
	};
}

function startOf(line: Extract<JournalLine, { e: 'start' }>): Partial<Life> {
	const { cwd, branch, pid, pid_started, host } = line;
	return { cwd, branch, pid, pid_started, host };
}

function later({ last_activity }: Life, at: string): string {
	return at > last_activity ? at : last_activity;
}

/** Where nobody knows the process, a session is dead after this long without a sign of life (D13). */
const MAX_SILENCE_MS = 5 * 60 * 1000;

/** What of a session tells whether it still runs. */
type Process = Pick<
	SessionRecord,
	'ended_at' | 'pid' | 'pid_started' | 'host' | 'last_activity' | 'uuid'
>;

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
	return !isAlive({ ...NOWHERE, ...processOf(session) }, machine);
}

const NOWHERE = { cwd: '', common_dir: '', branch: '', started_at: '' };

function processOf({ uuid, pid, pid_started, host, last_activity }: Process) {
	return { uuid, pid, pid_started, host, last_activity };
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
