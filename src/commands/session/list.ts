import { continuityAt } from '../../config/load-config.ts';
import { homeOfCaller } from '../../events/session-memory.ts';
import { branchLabel } from '../../git/place.ts';
import { type ChainedEvent, readEvents, verifyChain } from '../../memory/events.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { liveNow } from '../../state/registry.ts';
import { DAY_MS } from '../../store/clock.ts';
import { utcSecond } from '../../text/local-time.ts';
import { oneLine } from '../../text/one-line.ts';
import { counted } from '../../text/phrases.ts';
import { compareTexts } from '../../text/strings.ts';
import { askedStretch } from '../asked-time.ts';
import { type Answer, callerAt, command, EXIT, SESSION, TABLE_OPTIONS } from '../command.ts';
import { type Cells, layoutOf, table } from '../layout.ts';
import { statusWord } from './show.ts';

const MOST_TOPICS = 4;

/** `req session list` */
export const list = command({
	about: 'list active and recent sessions, newest first',
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
		const { from, to } = askedStretch({ since, until }, now);
		const isAnyAge = all || since !== undefined || until !== undefined;
		const oldest = isAnyAge ? Number.NEGATIVE_INFINITY : now - retentionDays * DAY_MS;
		const liveIds = liveNow(context);
		const order = (one: Row) => (completed ? (one.ended_at ?? one.last_activity) : one.started_at);
		// Each session that a hook saw has a journal, hence a record.
		const rows = allSessions(place, context)
			.map((record) => rowOf(record, liveIds.has(record.uuid)))
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

/** A session under the fixed keys of `--json`, in their order; what is not known is null (D37). */
function rowOf(record: SessionRecord, isLive: boolean) {
	const { key, uuid, name = null, branch, status, started_at, ended_at } = record;
	// One that is active in its record and not live has crashed (D13).
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

/** `req session events`; with `--verify` 1 if the chain is broken (D37). */
export const events = command({
	about: 'list what happened to sessions, newest last',
	options: {
		...SESSION,
		'--verify':
			'only check that no event was changed, removed or inserted; exits with 1 if one was. A cut-off end leaves no trace',
		...TABLE_OPTIONS,
	},
	examples: ['req session events', 'req session events --verify'],
	run: async ({ session, verify, wide }, context) => {
		const place = homeOfCaller(callerAt(context, session), context);
		const lines = readEvents(place);
		if (verify) return verifyEvents(lines);
		const whose = session && sessionNamed(session, place, context).uuid;
		const all = lines.filter((event) => event !== undefined);
		const asked = whose === undefined ? all : all.filter((event) => event.session === whose);
		const unreadable = lines.length - all.length;
		const layout = layoutOf({ wide }, context);
		const cells: Cells<ChainedEvent> = {
			TIME: ({ ts }) => layout.when(ts),
			EVENT: ({ name }) => oneLine(name),
			SESSION: ({ session: of }) => oneLine(of ?? '-'),
			DATA: ({ data }) => oneLine(JSON.stringify(data) ?? ''),
		};
		return {
			text: () => (asked.length === 0 ? 'no event' : table(asked, cells, layout)),
			json: () => asked.map(({ ts, name, session: of, data }) => ({ ts, name, session: of, data })),
			warnings: unreadable === 0 ? [] : [`${unreadable} lines are not events: req session events --verify`],
		};
	},
});

const WHY = {
	changed: 'it was changed after it was written',
	out_of_order: 'the line before it was changed, removed or moved, or this one was inserted',
} as const;

/** Whether the chain of events is whole, or the first line that breaks it (D42). */
function verifyEvents(lines: ReturnType<typeof readEvents>): Answer {
	const found = verifyChain(lines);
	const json = () => found;
	if (!found.whole) {
		const text = `line ${found.line} of events.jsonl breaks the chain: ${WHY[found.why]}`;
		return { text, json, exit: EXIT.no };
	}
	const torn = found.torn === 0 ? '' : `; ${counted(found.torn, 'line')} cut off by a crash`;
	return { text: `the chain of ${counted(found.events, 'event')} is whole${torn}`, json };
}
