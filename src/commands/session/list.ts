import { continuityAt } from '../../config/load-config.ts';
import type { CommandContext } from '../../context.ts';
import { homeOfCaller } from '../../events/session-memory.ts';
import { branchLabel, type Place } from '../../git/place.ts';
import { DAY_MS } from '../../journal/work.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { liveNow } from '../../state/registry.ts';
import { localOffset, utcSecond } from '../../text/local-time.ts';
import { oneLine } from '../../text/one-line.ts';
import { compareTexts } from '../../text/strings.ts';
import { askedStretch } from '../asked-time.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Cells, layoutOf, table } from '../layout.ts';
import { statusWord } from './show.ts';

const MOST_TOPICS = 4;

/** `req session list` */
export const list = command({
	about: 'list live and recent sessions, newest first',
	details: 'Recent are the last 30 days (`continuity.retention_days`).',
	isDefault: true,
	options: {
		'--completed': 'only those that are over, as NAME STATUS COMPLETED_AT LEARNINGS',
		'--all': 'of any age, archived ones too',
		'--since <when>': 'active then or later, such as 2026-11-20, 7d, yesterday',
		'--until <when>': 'active then or before',
		...TABLE_OPTIONS,
	},
	examples: ['req session list', 'req session list --since 14d --until 7d --json'],
	run: async ({ completed = false, all = false, since, until, wide }, context) => {
		const place = homeOfCaller(callerAt(context, undefined), context);
		const { retentionDays } = await continuityAt(place, context);
		const now = context.now();
		const { from, to } = askedStretch({ since, until }, { now, offset: localOffset });
		const isAnyAge = all || since !== undefined || until !== undefined;
		const oldest = isAnyAge ? Number.NEGATIVE_INFINITY : now - retentionDays * DAY_MS;
		const order = (one: Row) => (completed ? (one.ended_at ?? one.last_activity) : one.started_at);
		const rows = rowsOf(place, context)
			.filter((one) => !completed || one.status !== 'live')
			.filter((one) => {
				const last = one.status === 'live' ? now : Date.parse(one.ended_at ?? one.last_activity);
				return last >= Math.max(from, oldest) && Date.parse(one.started_at) < to;
			})
			.sort((one, other) => compareTexts(order(other), order(one)));
		const layout = layoutOf({ wide }, context);
		const { when } = layout;
		const learnings = ({ learnings: count }: Row) => String(count);
		const cells: Cells<Row> = completed
			? {
					NAME: ({ name, key }) => oneLine(name ?? key),
					STATUS: statusWord,
					// Times that scripts can cut out.
					COMPLETED_AT: (one) => utcSecond(one.ended_at ?? one.last_activity),
					LEARNINGS: learnings,
				}
			: {
					KEY: ({ key }) => oneLine(key),
					NAME: ({ name }) => oneLine(name ?? '-'),
					STATUS: statusWord,
					BRANCH: ({ branch }) => branchLabel(branch),
					STARTED: (one) => when(one.started_at),
					ENDED: (one) => (one.ended_at === null ? '-' : when(one.ended_at)),
					LEARNINGS: learnings,
					TOPICS: ({ topics }) => oneLine(topics.slice(0, MOST_TOPICS).join(', ')),
				};
		const age = isAnyAge ? '' : ` of the last ${retentionDays} days`;
		const none = `no ${completed ? 'completed ' : ''}session${age} in this repository`;
		return {
			text: () => (rows.length === 0 ? none : table(rows, cells, layout)),
			json: () => rows,
		};
	},
});

type Row = ReturnType<typeof rowOf>;

/** The sessions of a repository. Each that a hook saw has a journal, hence a record. */
function rowsOf(place: Place, context: CommandContext): Row[] {
	const liveIds = liveNow(context);
	return allSessions(place, context).map((record) => rowOf(record, liveIds.has(record.uuid)));
}

/** A session under the fixed keys of `--json`, in their order; what is not known is null (D37). */
function rowOf(record: SessionRecord, isLive: boolean) {
	const { key, uuid, name = null, branch, status, started_at, ended_at } = record;
	// One that is still open in its record and not live has crashed (D13).
	const over = status === 'active' ? 'crashed' : status;
	return {
		...{ key, uuid, name, branch, status: isLive ? 'live' : over, started_at, ended_at },
		learnings: record.recent_learnings.length,
		cwd: record.cwd,
		topics: record.hot_topics,
		last_activity: record.last_activity,
		closed: record.closed === true,
	};
}
