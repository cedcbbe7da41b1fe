import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { localOffset, utcSecond } from '../../app/local-time.ts';
import type { CommandPorts } from '../../app/ports.ts';
import { remembers } from '../../config/config.ts';
import { askedStretch } from '../../core/text/asked-time.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { projectAt } from '../../events/projects.ts';
import { branchLabel } from '../../git/place.ts';
import { DAY_MS } from '../../journal/work.ts';
import { emptyRecord, type SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { loadRegistry, machineOf } from '../../state/registry.ts';
import { commonDirOf, entriesOf, isAlive, type Registry } from '../../state/registry-kind.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Cells, type Layout, layoutOf, table } from '../layout.ts';

/** Older sessions are listed if somebody asks for them (D14). */
const RECENT_DAYS = 30;

/** `req session list` */
export const list = command({
	about: `Lists the live sessions of this repository and those of the last ${RECENT_DAYS} days, newest first.`,
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
		const isBounded = since !== undefined || until !== undefined;
		const oldest = all || isBounded ? Number.NEGATIVE_INFINITY : now - RECENT_DAYS * DAY_MS;
		const config = (await projectAt(place, ports))?.config;
		const isRemembered = config !== undefined && remembers(config);
		const records = isRemembered ? allSessions(place, ports) : [];
		const recent = records.filter((one) => Date.parse(one.last_activity) >= oldest);
		const loaded = loadRegistry(ports.context);
		const registry = loaded.kind === 'present' ? loaded.doc : undefined;
		const known = listedSessions(recent, registry, all ? undefined : commonDirOf(place), ports);
		const sessions = known
			.filter((one) => !completed || one.status !== 'live')
			.filter((one) => {
				const end = one.status === 'live' ? now : Date.parse(one.ended_at ?? one.last_activity);
				return Date.parse(one.started_at) < stretch.to && end >= stretch.from;
			})
			.sort((one, other) => orderOf(other, completed).localeCompare(orderOf(one, completed)));
		const layout = layoutOf({ wide }, ports);
		const cells = completed ? COMPLETED_CELLS : cellsOf(layout, all);
		const age = isBounded ? ' of that time' : ` of the last ${RECENT_DAYS} days`;
		const none = `no ${completed ? 'completed ' : ''}session${all && !isBounded ? '' : age}`;
		const unreadable = {
			newer: ['the session registry is unreadable: it was written by a newer req'],
			corrupt: [`the session registry is unreadable: ${'reason' in loaded ? loaded.reason : ''}`],
			absent: [],
			present: [],
		};
		const off = config === undefined || isRemembered ? [] : [NOT_REMEMBERED];
		return {
			text: () =>
				sessions.length === 0
					? `${none}${all ? '' : ' in this repository'}`
					: table(sessions, cells, layout),
			json: () => sessions,
			warnings: [...off, ...unreadable[loaded.kind]],
		};
	},
});

const NOT_REMEMBERED =
	'only registered sessions are listed: `enabled` or `continuity.enabled` is false';

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

/**
 * What is known of recorded sessions and of registered ones, each session once.
 *
 * @param commonDir of the repository; `undefined`: registered sessions of every repository
 */
function listedSessions(
	records: readonly SessionRecord[],
	registry: Registry | undefined,
	commonDir: string | undefined,
	ports: CommandPorts,
): ListedSession[] {
	const known = new Map(records.map((record) => [record.uuid, ofRecord(record)]));
	const machine = machineOf(ports.context);
	for (const [key, entry] of registry === undefined ? [] : entriesOf(registry)) {
		const { uuid, branch, cwd, started_at, last_activity, common_dir } = entry;
		if (commonDir !== undefined && common_dir !== commonDir) continue;
		const registered = { branch, cwd, started_at, last_activity };
		const recorded = known.get(uuid);
		const listed = recorded ?? {
			...ofRecord({ ...emptyRecord({ key, uuid }), ...registered }),
			learnings: null,
		};
		known.set(uuid, isAlive(entry, machine) ? { ...listed, status: 'live', cwd } : listed);
	}
	return [...known.values()];
}

function ofRecord(record: SessionRecord): ListedSession {
	const { key, uuid, name = null, branch, status, started_at, ended_at, last_activity } = record;
	return {
		key,
		uuid,
		name,
		branch,
		status: status === 'active' ? 'crashed' : status,
		started_at,
		ended_at,
		learnings: record.recent_learnings.length,
		cwd: record.cwd,
		topics: record.hot_topics,
		last_activity,
		closed: record.closed === true,
	};
}

/** What is over is sorted by its end. */
function orderOf({ started_at, ended_at, last_activity }: ListedSession, byEnd: boolean): string {
	return byEnd ? (ended_at ?? last_activity) : started_at;
}

/** What is stored as complete has only ended: complete is what somebody called so. */
function statusText({ status, closed }: ListedSession): string {
	const word = status === 'complete' ? 'ended' : status;
	if (!closed || status === 'archived') return word;
	return status === 'live' ? 'live, complete' : 'complete';
}

const LEARNINGS = ({ learnings }: ListedSession) => String(learnings ?? '-');

const COMPLETED_CELLS: Cells<ListedSession> = {
	NAME: ({ name, key }) => oneLine(name ?? key),
	STATUS: statusText,
	// Times that scripts can cut out.
	COMPLETED_AT: (one) => utcSecond(one.ended_at ?? one.last_activity),
	LEARNINGS,
};

const MOST_TOPICS = 4;

function cellsOf({ when }: Layout, isAnywhere: boolean): Cells<ListedSession> {
	return {
		KEY: ({ key }) => oneLine(key),
		NAME: ({ name }) => oneLine(name ?? '-'),
		STATUS: statusText,
		BRANCH: ({ branch }) => branchLabel(branch),
		STARTED: (one) => when(one.started_at),
		ENDED: (one) => (one.ended_at === null ? '-' : when(one.ended_at)),
		LEARNINGS,
		TOPICS: ({ topics }) => oneLine(topics.slice(0, MOST_TOPICS).join(', ')),
		...(isAnywhere ? { CWD: ({ cwd }: ListedSession) => oneLine(cwd ?? '-') } : {}),
	};
}
