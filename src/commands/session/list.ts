import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { localOffset, utcSecond } from '../../app/local-time.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { type Config, remembers } from '../../config/config.ts';
import { askedStretch, type Stretch } from '../../core/text/asked-time.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { projectAt } from '../../events/projects.ts';
import { branchLabel } from '../../git/place.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { loadRegistry, machineOf } from '../../state/registry.ts';
import { commonDirOf, entriesOf, isAlive, type Registry } from '../../state/registry-kind.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Cells, type Layout, layoutOf, table } from '../layout.ts';

/** `req session list` */
export const list = command({
	about: 'Lists the live sessions of this repository and those of the last 30 days, newest first.',
	options: {
		'--completed': 'only those that are over, as NAME STATUS COMPLETED_AT LEARNINGS',
		'--all': 'of any age, archived ones too, and the live ones of every repository',
		'--since <when>': 'active then or later, such as 2026-11-20, 7d, yesterday',
		'--until <when>': 'active then or before',
		...TABLE_OPTIONS,
	},
	examples: ['req session list', 'req session list --since 14d --until 7d --json'],
	run: async ({ completed = false, all = false, since, until, wide }, ports) => {
		const place = await homeOfCaller(callerAt(ports, undefined), ports);
		const now = ports.now();
		const stretch = askedStretch({ since, until }, { now, offset: localOffset });
		const loaded = loadRegistry(ports.context);
		const config = (await projectAt(place, ports))?.config;
		const remembered = config !== undefined && remembers(config);
		const commonDir = all ? undefined : commonDirOf(place);
		const isBounded = since !== undefined || until !== undefined;
		const oldest = all || isBounded ? Number.NEGATIVE_INFINITY : now - RECENT_DAYS * DAY;
		const known = together(
			loaded.kind === 'present' ? registeredSessions(loaded.doc, commonDir, ports) : [],
			remembered
				? allSessions(place, ports)
						.filter((one) => Date.parse(one.last_activity) >= oldest)
						.map(ofRecord)
				: [],
		);
		const sessions = known
			.filter((session) => wasAtWork(session, stretch, now))
			.filter(({ status }) => !completed || status !== 'live')
			.sort((one, other) => orderOf(other, completed).localeCompare(orderOf(one, completed)));
		const asked = { all, completed, isBounded, remembered };
		const layout = layoutOf({ wide }, ports);
		return {
			text: () =>
				sessions.length === 0 ? noneText(asked) : table(sessions, cellsOf(asked, layout), layout),
			json: () =>
				sessions.map(({ last_activity, topics, closed, ...one }) => ({
					...one,
					...(remembered ? { topics } : {}),
				})),
			warnings: [
				// What only sessions that are remembered can answer. Without it the list is what it was before.
				...(completed || isBounded ? offNotes(config) : []),
				...(loaded.kind === 'newer' ? [`${UNREADABLE}: it was written by a newer req`] : []),
				...(loaded.kind === 'corrupt' ? [`${UNREADABLE}: ${loaded.reason}`] : []),
			],
		};
	},
});

const UNREADABLE = 'the session registry is unreadable';

/** Why no session is remembered here. */
function offNotes(config: Config | undefined): string[] {
	if (config === undefined || remembers(config)) return [];
	const key = config.enabled ? 'continuity.enabled' : 'enabled';
	return [`only registered sessions are listed: ${key} is false`];
}

interface Asked {
	readonly all: boolean;
	readonly completed: boolean;
	/** Of a stretch of time. */
	readonly isBounded: boolean;
	/** Sessions of this project are remembered, so that more is known than who is alive. */
	readonly remembered: boolean;
}

function noneText({ all, completed, isBounded, remembered }: Asked): string {
	const where = all ? '' : ' in this repository';
	if (completed) return `no session is over${isBounded ? ' of that time' : ''}${where}`;
	if (isBounded) return `no session was at work at that time${where}`;
	return remembered && !all
		? 'no session of the last 30 days in this repository'
		: `no session is registered${where}`;
}

const MOST_TOPICS = 4;

function cellsOf({ completed, remembered }: Asked, { when }: Layout): Cells<ListedSession> {
	const LEARNINGS = ({ learnings }: ListedSession) => String(learnings ?? '-');
	if (completed) {
		return {
			NAME: ({ name, key }) => oneLine(name ?? key),
			STATUS: statusText,
			// Times that scripts can cut out.
			COMPLETED_AT: (one) => utcSecond(one.ended_at ?? one.last_activity),
			LEARNINGS,
		};
	}
	const KEY = ({ key }: ListedSession) => oneLine(key);
	const cells: Cells<ListedSession> = {
		STATUS: statusText,
		BRANCH: ({ branch }) => branchLabel(branch),
		STARTED: (one) => when(one.started_at),
	};
	if (!remembered) return { KEY, ...cells, CWD: ({ cwd }) => oneLine(cwd ?? '') };
	return {
		KEY,
		NAME: ({ name }) => oneLine(name ?? '-'),
		...cells,
		ENDED: (one) => (one.ended_at === null ? '-' : when(one.ended_at)),
		LEARNINGS,
		TOPICS: ({ topics }) => oneLine(topics.slice(0, MOST_TOPICS).join(', ')),
	};
}

const DAY = 86_400_000;

/** Older ones are listed where somebody asks for them (D14). */
const RECENT_DAYS = 30;

/** Whether any of a session lies in a stretch of time. */
function wasAtWork(session: ListedSession, { from, to }: Stretch, now: number): boolean {
	const { started_at, ended_at, last_activity, status } = session;
	const end = status === 'live' ? now : Date.parse(ended_at ?? last_activity);
	return Date.parse(started_at) < to && end >= from;
}

/** What is over is sorted by its end. */
function orderOf({ started_at, ended_at, last_activity }: ListedSession, byEnd: boolean): string {
	return byEnd ? (ended_at ?? last_activity) : started_at;
}

/** One session under the fixed keys of `--json`, in their order; what is not known is null (D37). */
interface ListedSession {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | null;
	readonly branch: string;
	/** `crashed`: it never ended and is not alive (D13). */
	readonly status: 'live' | 'complete' | 'crashed' | 'archived';
	readonly started_at: string;
	readonly ended_at: string | null;
	readonly learnings: number | null;
	readonly cwd: string | null;
	readonly topics: readonly string[];
	readonly last_activity: string;
	/** `req session complete` closed its work. */
	readonly closed: boolean;
}

/** What is stored as complete has only ended: complete is what somebody called so. */
function statusText({ status, closed }: ListedSession): string {
	const word = status === 'complete' ? 'ended' : status;
	if (!closed || status === 'archived') return word;
	return status === 'live' ? 'live, complete' : 'complete';
}

/** The registered sessions, of this repository or of all (D11). */
function registeredSessions(
	registry: Registry,
	commonDir: string | undefined,
	ports: CommandPorts,
): ListedSession[] {
	const machine = machineOf(ports.context);
	return entriesOf(registry)
		.filter(([, entry]) => commonDir === undefined || entry.common_dir === commonDir)
		.map(([key, entry]) => ({
			...{ key, uuid: entry.uuid, name: null, branch: entry.branch },
			status: isAlive(entry, machine) ? ('live' as const) : ('crashed' as const),
			...{ started_at: entry.started_at, ended_at: null, learnings: null, cwd: entry.cwd },
			...{ topics: [], last_activity: entry.last_activity, closed: false },
		}));
}

/** What is known of registered sessions and of recorded ones, each session once. */
function together(
	registered: readonly ListedSession[],
	recorded: readonly ListedSession[],
): ListedSession[] {
	const known = new Map(recorded.map((session) => [session.uuid, session]));
	for (const session of registered) {
		const { status, cwd } = session;
		const record = known.get(session.uuid);
		const isOver = record !== undefined && status !== 'live' && record.ended_at !== null;
		if (!isOver) known.set(session.uuid, { ...session, ...record, status, cwd });
	}
	return [...known.values()];
}

function ofRecord(record: SessionRecord): ListedSession {
	const { key, uuid, name = null, branch, status, started_at, ended_at } = record;
	return {
		...{ key, uuid, name, branch, status: status === 'active' ? 'crashed' : status },
		...{ started_at, ended_at, learnings: record.recent_learnings.length, cwd: record.cwd ?? null },
		...{ topics: record.hot_topics, last_activity: record.last_activity },
		closed: record.closed === true,
	};
}
