import { continuityAt } from '../../config/load-config.ts';
import { byList, KIND_OF } from '../../config/selection.ts';
import { recordFor } from '../../events/session-memory.ts';
import { branchLabel } from '../../git/place.ts';
import { PROMPT_STORED } from '../../journal/captured-text.ts';
import { codeLines, codesJson, sessionCodes, toContext } from '../../memory/codes.ts';
import { validationOf } from '../../memory/comprehension.ts';
import { recordEvents } from '../../memory/events.ts';
import { followLinks } from '../../memory/links.ts';
import type { Insight, SessionRecord } from '../../memory/record.ts';
import { allSessions } from '../../memory/sessions.ts';
import { Fault } from '../../store/fault.ts';
import { dated, minute } from '../../text/local-time.ts';
import { named, oneLine, quoted } from '../../text/one-line.ts';
import { counted, relativeTime } from '../../text/phrases.ts';
import { callerAt, command, JSON_SHOWN, jsonText, SESSION } from '../command.ts';
import { page } from '../layout.ts';
import { paintOn } from '../terminal.ts';

/** How the commands that show one session name it. */
const REFERENCE =
	'name, key, id or the first 4 or more characters of it; default: this session, else the newest of the branch';

/** `req session show [REF]` */
export const show = command({
	about: 'show what one session was and did',
	details: `At any age: times, topics, files, lessons, tasks, notes. ${PROMPT_STORED}`,
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--learnings': 'only its lessons, by kind',
		'--validation': 'whether it acknowledged what it inherited',
		'--json': 'for scripts: the whole record',
	},
	examples: ['req session show auth-v1', 'req session show 1a2b --learnings'],
	run: async ({ session, learnings, validation }, context) => {
		const { record } = recordFor(callerAt(context, session), context);
		const now = context.now();
		const paint = paintOn(context);
		const title = `session ${calledText(record)}`;
		if (validation) {
			const text = `${title} inherited ${oneLine(inheritedText(record, now) || 'nothing')}`;
			return { text, json: () => validationOf(record) ?? null };
		}
		if (learnings) {
			const json = byList((list) => record.insights.filter(({ kind }) => kind === KIND_OF[list]));
			const lists = byList((list) => json[list].map(lessonCells));
			const none = `${title} noted no lesson`;
			const text = () => page({ title, facts: {}, lists }, paint);
			return { text: record.insights.length === 0 ? none : text, json: () => json };
		}
		const shown = { title, facts: factsOf(record, now), lists: listsOf(record), most: MOST };
		return { text: () => page(shown, paint), json: () => record };
	},
});

/** What a session can be printed as. */
const FORMATS = ['codes', 'codes-json', 'seed'] as const;

/** `req session export [REF] --format codes|codes-json|seed` */
export const exporting = command({
	about: 'print a session for other programs',
	details:
		'As codes within `continuity.budget`, one per line; as the JSON in which codes are stored elsewhere; or as a session context: id, completed, decisions, blockers, files.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--format <format>': { about: 'as what', choices: FORMATS, usual: 'codes' },
		'--json': 'for scripts: codes as codes-json; what is JSON anyway as it is',
	},
	examples: ['req session export', 'req session export auth-v1 --format codes-json'],
	run: async ({ session, format }, context) => {
		const { place, record } = recordFor(callerAt(context, session), context);
		const continuity = await continuityAt(place, context);
		const json = () => {
			if (format === 'seed') return toContext(record, context.now(), continuity);
			return codesJson(record, continuity);
		};
		const lines = () => codeLines(sessionCodes(record, continuity)).join('\n');
		return { text: format === 'codes' ? lines : () => jsonText(json()), json };
	},
});

function factsOf(record: SessionRecord, now: number): Readonly<Record<string, string | undefined>> {
	const { activity, ended_at, end_reason, parent, previous, restorations } = record;
	const calls = Object.values(activity.tools).reduce((sum, count) => sum + count, 0);
	// Its parent, the session before it on the branch, and those of which it was shown something.
	const sources = [parent, previous, ...restorations.map(({ from }) => from)];
	const status = [
		statusWord(record),
		// Claude Code's word for no reason at all.
		end_reason === 'other' ? undefined : end_reason,
		record.crash_recovered === true ? 'recovered' : undefined,
	];
	return {
		id: record.uuid,
		status: status.filter((word) => word !== undefined).join(', '),
		branch: branchLabel(record.branch),
		phase: record.phase,
		started: dated(record.started_at, now),
		ended: ended_at === null ? undefined : dated(ended_at, now),
		'last activity': dated(record.last_activity, now),
		user: record.user,
		worked: `${counted(activity.turns, 'turn')}, ${counted(calls, 'tool call')}`,
		projects: record.active_projects.join(', '),
		topics: record.hot_topics.join(', '),
		skills: activity.skills.join(', '),
		'came from': [...new Set(sources.filter((key) => key !== null))].join(', '),
		'continued by': record.continuations.join(', '),
		inherited: inheritedText(record, now),
	};
}

/** Items of a list on the page. */
const MOST = 12;

/** What the session said and did, never a replay of it. */
function listsOf({ activity, notes, pins, insights, pending_tasks }: SessionRecord) {
	const blocking = activity.blockers.filter(({ resolved }) => resolved !== true);
	return {
		Pins: pins.map(({ importance, label, content }) => [importance, label, content]),
		Lessons: insights.map((insight) => [insight.kind, ...lessonCells(insight)]),
		Tasks: pending_tasks.map(({ id, status, title }) => [id, status, title]),
		Next: activity.next_actions.map((text) => [text]),
		Blockers: blocking.map(({ type, text }) => [type, text]),
		Done: activity.completed.map((text) => [text]),
		Files: activity.files.map(({ path }) => [path]).reverse(),
		Functions: activity.functions.map((name) => [name]),
		Commits: activity.commits.map(({ sha = '', subject }) => [sha, subject]),
		'Last note': notes.slice(-1).map(({ text }) => [text]),
	};
}

function lessonCells({ id, confidence, text, why = '' }: Insight): string[] {
	return [id, confidence.toFixed(2), text, why];
}

/** The status in words: what is stored as complete has only ended, complete is what the user called so. */
export function statusWord({
	status,
	closed = false,
}: {
	readonly status: string;
	readonly closed?: boolean | undefined;
}): string {
	if (!closed || status === 'archived') return status === 'complete' ? 'ended' : status;
	return status === 'live' || status === 'active' ? `${status}, complete` : 'complete';
}

/** From whom, what of it, when, and whether it said what it understood. */
function inheritedText({ inherited, comprehension }: SessionRecord, now: number): string {
	if (inherited === undefined) return '';
	const { from, select, at } = inherited;
	const { present = false, required = false, text = '' } = comprehension ?? {};
	const missing = required ? ', not acknowledged' : '';
	return `${select} of ${from}, ${dated(at, now)}${present ? `, acknowledged: ${text}` : missing}`;
}

/** A name in words, or the key if there is none. */
function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}

/** Sessions that are shown by default. */
const USUAL = { parent: 50, previous: 5 };
const MOST_TOPICS = 6;

/** `req session lineage [REF]` */
export const lineage = command({
	about: 'show the ancestors of a session, newest first',
	details: 'Those that it inherited from, was cleared from or forked from.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--continued':
			'instead the sessions that led to it because each went on where the one before stopped, oldest first',
		'--depth <number>': 'how many sessions at most; default: 50, with --continued 5',
		...JSON_SHOWN,
	},
	examples: ['req session lineage', 'req session lineage auth-v3 --json', 'req session lineage --continued --depth 20'],
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
				return rows.map((row, at) => (at === 0 ? row : `${'   '.repeat(at - 1)}└─ ${row}`)).join('\n');
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
