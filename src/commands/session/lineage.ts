import { recordFor } from '../../events/session-memory.ts';
import { branchLabel } from '../../git/place.ts';
import { recordEvents } from '../../memory/events.ts';
import { followLinks } from '../../memory/links.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { Fault } from '../../store/fault.ts';
import { minute } from '../../text/local-time.ts';
import { named, oneLine, quoted } from '../../text/one-line.ts';
import { relativeTime } from '../../text/phrases.ts';
import { callerAt, command, JSON_SHOWN, SESSION } from '../command.ts';
import { paintOn } from '../terminal.ts';
import { calledText, REFERENCE } from './show.ts';

/** Sessions that are shown by default. */
const USUAL = { parent: 50, previous: 5 };
const MOST_TOPICS = 6;

/** `req session lineage [REF]` */
export const lineage = command({
	about: 'show where a session came from, newest first',
	details: 'Those that it inherited from, was cleared from or forked from.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--continued':
			'instead the sessions that led to it because each went on where the one before stopped, oldest first',
		'--depth <number>': 'how many sessions at most; default: 50, with --continued 5',
		...JSON_SHOWN,
	},
	examples: [
		'req session lineage',
		'req session lineage auth-v3 --json',
		'req session lineage --continued --depth 20',
	],
	run: async ({ session, continued, depth: typed }, context) => {
		const by = continued ? 'previous' : 'parent';
		const depth = typed === undefined ? USUAL[by] : depthOf(typed);
		const { place, record } = recordFor(callerAt(context, session), context);
		const sessions = allSessions(place, context);
		const find = (key: string) => sessions.find((one) => one.key === key);
		const { line, end } = followLinks(record, find, { by, depth });
		// Each lookup of a chain is an event.
		const data = { start_id: record.uuid, depth, sessions_found: line.length };
		const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
		await recordEvents(place, [event], context);
		const { bold, dim } = paintOn(context);
		const before = named(line.at(-1)?.[by] ?? '');
		const ends: Readonly<Record<typeof end, string>> = {
			no_parent: `no ${by} session`,
			missing: `${before}: no longer recorded`,
			cycle: `${before} again: a circle`,
			deeper: '… earlier sessions: --depth',
		};
		return {
			text: () => {
				const now = context.now();
				const rows = line.map((one) => `${bold(calledText(one))}  ${factsText(one, now)}`);
				rows.push(dim(ends[end]));
				if (continued) return rows.reverse().join('\n');
				return rows
					.map((row, at) => (at === 0 ? row : `${'   '.repeat(at - 1)}└─ ${row}`))
					.join('\n');
			},
			json: () => (continued ? line.toReversed() : line).map(memberJson),
		};
	},
});

function depthOf(text: string): number {
	if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
	throw new Fault('usage', `${quoted(text)} is not a depth`, { hint: '1 to 999, such as 5' });
}

/** Its branch, its times, its topics. */
function factsText(record: SessionRecord, now: number): string {
	const { branch, started_at: started, ended_at: ended, hot_topics } = record;
	const until = ended === null ? '' : ` – ${minute(ended)}`;
	const times = `${minute(started)}${until} (${relativeTime(ended ?? started, now)})`;
	const topics = oneLine(hot_topics.slice(0, MOST_TOPICS).join(', '));
	return [branchLabel(branch), times, topics].filter((fact) => fact !== '').join('  ');
}

/** Absent values are null (D37). */
function memberJson(record: SessionRecord): object {
	const { key, uuid, name = null, started_at, ended_at, continued_by, pending_tasks } = record;
	const { hot_topics: topics, branch, status, parent } = record;
	const tasks = pending_tasks.map(({ id, title, status: its }) => ({ id, title, status: its }));
	const fixed = { key, uuid, name, started_at, ended_at, continued_by, topics, tasks };
	return { ...fixed, branch, status, parent };
}
