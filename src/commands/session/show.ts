import { continuityAt } from '../../config/load-config.ts';
import { byList, KIND_OF } from '../../config/selection.ts';
import { recordFor } from '../../events/session-memory.ts';
import { branchLabel } from '../../git/place.ts';
import { PROMPT_STORED } from '../../journal/captured-text.ts';
import { codeLines, codesJson, sessionCodes } from '../../memory/codes.ts';
import { validationOf } from '../../memory/comprehension.ts';
import type { Insight, SessionRecord } from '../../memory/record.ts';
import { toContext } from '../../memory/session-context.ts';
import { dated } from '../../text/local-time.ts';
import { oneLine, quoted } from '../../text/one-line.ts';
import { counted } from '../../text/phrases.ts';
import { callerAt, command, jsonText, SESSION } from '../command.ts';
import { page } from '../layout.ts';
import { paintOn } from '../terminal.ts';

/** How the commands that show one session name it. */
export const REFERENCE =
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
			if (record.insights.length === 0)
				return { text: `${title} noted no lesson`, json: () => json };
			const lists = byList((list) => json[list].map(lessonCells));
			return { text: () => page({ title, facts: {}, lists }, paint), json: () => json };
		}
		return {
			text: () => {
				const [facts, lists] = [factsOf(record, now), listsOf(record)];
				return page({ title, facts, lists, most: MOST }, paint);
			},
			json: () => record,
		};
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
export function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}
