import type { Caller } from '../../app/commands/caller.ts';
import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { unfoldedRecords } from '../../app/continuity/records.ts';
import type { Ports } from '../../app/ports.ts';
import { commonDirOf, machineOf } from '../../app/registering.ts';
import { sceneAt } from '../../app/scene.ts';
import { type Config, remembers } from '../../core/config/config.ts';
import { branchLabel } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../../core/registry/schema.ts';
import { type RecordSummary, topicsOf } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Stretch } from '../../core/text/asked-time.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from '../columns.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Layout, layoutOf } from '../layout.ts';
import { type AskedWhen, askedStretch, localOffset, utcSecond } from '../time.ts';

/** `req session list` */
export const list = command({
	about:
		'Lists the live sessions of this repository and those of the last 30 days, newest first. So does `req session` alone.',
	options: {
		'--completed': 'only those that are over, as NAME STATUS COMPLETED_AT LEARNINGS',
		'--all': 'of any age, archived ones too, and the live ones of every repository',
		'--since <when>': 'at work then or later, such as 2026-11-20, 7d, yesterday',
		'--until <when>': 'at work then or before',
		'--on <day>': 'at work on that day, such as tuesday or "last tuesday"',
		...TABLE_OPTIONS,
	},
	examples: [
		'req session list',
		'req session list --on "last tuesday"',
		'req session list --since "2 weeks ago" --until 7d --json',
	],
	run: async ({ completed = false, all = false, since, until, on, wide }, ports) => {
		const when = { since, until, on };
		const asked = { caller: callerAt(ports, undefined), all, completed, when };
		const found = await sessionsList(asked, ports);
		const { unreadable, off } = found;
		// What only sessions that are remembered can answer. Without it the list is what it was before.
		const asksForMore = completed || [since, until, on].some((day) => day !== undefined);
		return {
			text: () => sessionsListText(found, asked, layoutOf({ wide }, ports)),
			json: () => sessionsListJson(found),
			warnings: [
				...(off === undefined || !asksForMore
					? []
					: [`only registered sessions are listed: ${off} is false`]),
				...(unreadable === undefined ? [] : [`the session registry is unreadable: ${unreadable}`]),
			],
		};
	},
});
/** What was asked for. */
interface Asked {
	readonly all: boolean;
	readonly completed: boolean;
	readonly when: Readonly<Record<string, string | undefined>>;
}

const MOST_TOPICS = 4;

/** Sessions as a table, newest first. */
export function sessionsListText(
	{ sessions, remembered }: SessionsList,
	asked: Asked,
	{ width, when }: Layout,
): string {
	if (sessions.length === 0) return noneText(asked, remembered);
	if (asked.completed) return columns([COMPLETED, ...sessions.map(completedRow)], width).join('\n');
	if (!remembered)
		return columns([REGISTERED, ...sessions.map((one) => registeredRow(one, when))], width).join(
			'\n',
		);
	const topics = sessions.map((session) =>
		oneLine(session.topics.slice(0, MOST_TOPICS).join(', ')),
	);
	return columns(
		[ALL, ...sessions.map((one, at) => [...row(one, when), topics[at] ?? ''])],
		width,
	).join('\n');
}

function noneText({ all, completed, when }: Asked, remembered: boolean): string {
	const isBounded = Object.values(when).some((one) => one !== undefined);
	const where = all ? '' : ' in this repository';
	if (completed) return `no session is over${isBounded ? ' of that time' : ''}${where}`;
	if (isBounded) return `no session was at work at that time${where}`;
	return remembered && !all
		? 'no session of the last 30 days in this repository'
		: `no session is registered${where}`;
}

/** Where sessions are not remembered, only live ones are known. */
const REGISTERED = ['KEY', 'STATUS', 'BRANCH', 'STARTED', 'CWD'];

function registeredRow(
	{ key, status, branch, startedAt, cwd }: ListedSession,
	when: Layout['when'],
): string[] {
	return [oneLine(key), status, branchLabel(branch), when(startedAt), oneLine(cwd ?? '')];
}

const ALL = ['KEY', 'NAME', 'STATUS', 'BRANCH', 'STARTED', 'ENDED', 'LEARNINGS', 'TOPICS'];

function row(session: ListedSession, when: Layout['when']): string[] {
	const { key, name, status, branch, startedAt, endedAt, learnings } = session;
	return [
		oneLine(key),
		oneLine(name ?? '-'),
		status,
		branchLabel(branch),
		when(startedAt),
		endedAt === undefined ? '-' : when(endedAt),
		String(learnings ?? '-'),
	];
}

/** With times that scripts can cut out. */
const COMPLETED = ['NAME', 'STATUS', 'COMPLETED_AT', 'LEARNINGS'];

function completedRow(session: ListedSession): string[] {
	const { key, name, status, endedAt, lastActivity, learnings } = session;
	return [
		oneLine(name ?? key),
		status,
		utcSecond(endedAt ?? lastActivity),
		String(learnings ?? '-'),
	];
}

/** The fixed keys of `req session list --json`, and more of what is known; absent values are null (D37). */
export function sessionsListJson({ sessions, remembered }: SessionsList): object[] {
	return sessions.map(
		({ key, uuid, name, branch, status, startedAt, endedAt, learnings, cwd, topics }) => ({
			...{ key, uuid },
			name: name ?? null,
			...{ branch, status },
			started_at: startedAt,
			ended_at: endedAt ?? null,
			learnings: learnings ?? null,
			cwd: cwd ?? null,
			...(remembered ? { topics } : {}),
		}),
	);
}

export interface SessionsListRequest {
	readonly caller: Caller;
	/** Of any age, archived ones too, and the live ones of every repository. */
	readonly all: boolean;
	/** Only those that are over. */
	readonly completed: boolean;
	readonly when: AskedWhen;
}

export interface SessionsList {
	/** Newest first. */
	readonly sessions: readonly ListedSession[];
	/** Why the registry could not be read, or `undefined`. */
	readonly unreadable: string | undefined;
	/** Sessions of this project are remembered, so that more is known than who is alive. */
	readonly remembered: boolean;
	/** The key of the config that switches remembering off; `undefined` where none does. */
	readonly off: 'enabled' | 'continuity.enabled' | undefined;
}

const DAY = 86_400_000;

/** Older ones are listed where somebody asks for them (D14). */
const RECENT_DAYS = 30;

/**
 * The sessions of this repository: live ones and those of the last 30 days, or those of a time that was
 * asked for (D11, D14).
 */
export async function sessionsList(
	request: SessionsListRequest,
	ports: Ports,
): Promise<SessionsList> {
	const { caller, all, completed } = request;
	const place = await homeOfCaller(caller, ports);
	const now = ports.now();
	const stretch = askedStretch(request.when, { now, offset: localOffset });
	const { registry, unreadable } = await registryNow(ports);
	const scene = await sceneAt(place, ports);
	const remembered = scene !== undefined && remembers(scene.config);
	const registered = registeredSessions(registry, all ? undefined : commonDirOf(place), ports);
	const recorded = remembered
		? await recordedSessions(place, reachOf({ ...request, stretch }, scene.config, now), ports)
		: [];
	const sessions = together(registered, recorded)
		.filter((session) => wasAtWork(session, stretch, now))
		.filter(({ status }) => !completed || status !== 'live')
		.sort((one, other) => orderOf(other, completed).localeCompare(orderOf(one, completed)));
	return { sessions, unreadable, remembered, off: remembered ? undefined : offBy(scene?.config) };
}

/** How many days back records are looked for; `undefined`: at any age. The index knows no longer ones (D14). */
function reachOf(
	{ all, when, stretch }: Pick<SessionsListRequest, 'all' | 'when'> & { readonly stretch: Stretch },
	{ continuity }: Config,
	now: number,
): number | undefined {
	const isBounded = when.since !== undefined || when.on !== undefined;
	const reachesBack = stretch.from < now - RECENT_DAYS * DAY;
	const isDeep = all || (isBounded ? reachesBack : when.until !== undefined);
	return isDeep || continuity.retentionDays < RECENT_DAYS ? undefined : RECENT_DAYS;
}

function offBy(config: Config | undefined): SessionsList['off'] {
	if (config === undefined) return undefined;
	return config.enabled ? 'continuity.enabled' : 'enabled';
}

/** Whether any of a session lies in a stretch of time. */
function wasAtWork(
	{ startedAt, endedAt, lastActivity, status }: ListedSession,
	{ from, to }: Stretch,
	now: number,
): boolean {
	const end = status === 'live' ? now : Date.parse(endedAt ?? lastActivity);
	return Date.parse(startedAt) < to && end >= from;
}

/** What is over is sorted by its end. */
function orderOf({ startedAt, endedAt, lastActivity }: ListedSession, byEnd: boolean): string {
	return byEnd ? (endedAt ?? lastActivity) : startedAt;
}

async function registryNow(
	ports: Ports,
): Promise<{ registry: Registry; unreadable: string | undefined }> {
	const loaded = await ports.registry.read();
	const none = { registry: { schema_version: 1 as const, sessions: {} }, unreadable: undefined };
	switch (loaded.kind) {
		case 'present':
			return { registry: loaded.doc, unreadable: undefined };
		case 'absent':
			return none;
		case 'newer':
			return { ...none, unreadable: 'it was written by a newer req' };
		case 'corrupt':
			return { ...none, unreadable: loaded.reason };
		default:
			return loaded satisfies never;
	}
}

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
