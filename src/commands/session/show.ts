import { recordAsked } from '../../app/commands/memory-of.ts';
import { dated, minute } from '../../app/local-time.ts';
import { byList, KIND_OF, NAMED_LISTS } from '../../config/selection.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import type { Paint } from '../../core/text/paint.ts';
import { counted } from '../../core/text/phrases.ts';
import { branchLabel } from '../../git/place.ts';
import { PROMPT_STORED } from '../../journal/captured-text.ts';
import type { Pin } from '../../journal/work.ts';
import { codeLines, codeSections, codesJson, withOpenTasks } from '../../memory/codes.ts';
import { validationOf } from '../../memory/comprehension.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { toContext } from '../../memory/session-context.ts';
import { callerAt, command, jsonText, SESSION } from '../command.ts';
import { columns } from '../layout.ts';
import { paintOn } from '../paint.ts';

/** How the commands that show one session name it. */
export const REFERENCE =
	'name, key, id or the first 4 or more characters of it; default: this session, else the newest of the branch';

/** `req session show [REF]` */
export const show = command({
	about: `Shows what one session was and did, at any age: times, topics, files, insights, tasks, notes. ${PROMPT_STORED}`,
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--learnings': 'only its insights, by kind',
		'--validation': 'whether it acknowledged what it inherited',
		'--json': 'for scripts: the whole record',
	},
	examples: ['req session show auth-v1', 'req session show 1a2b --learnings'],
	run: async ({ session, learnings, validation }, ports) => {
		const { record } = await recordAsked(callerAt(ports, session), ports);
		const now = ports.now();
		const paint = paintOn(ports.context);
		const called = `session ${calledText(record)}`;
		if (validation) {
			const inherited = inheritedText(record, now) || 'nothing';
			const text = `${called} inherited ${oneLine(inherited)}`;
			return { text, json: () => validationOf(record) ?? null };
		}
		if (learnings) {
			const lists = byList((list) => record.insights.filter(({ kind }) => kind === KIND_OF[list]));
			const parts = NAMED_LISTS.map((list) => [list, insightLines(lists[list])] as const);
			return {
				text: partTexts(parts, paint).join('\n\n') || `${called} noted no insight`,
				json: () => Object.fromEntries(NAMED_LISTS.map((list) => [list, lists[list]])),
			};
		}
		return { text: () => sessionPage(record, paint, now), json: () => record };
	},
});

/** What a session can be printed as. */
const FORMATS = ['codes', 'codes-json', 'seed'] as const;

/** `req session export [REF] --format codes|codes-json|seed` */
export const exporting = command({
	about:
		'Prints a session as codes, one per line; as the JSON in which codes are stored elsewhere; or as a session context: id, completed, decisions, blockers, files.',
	words: { '[session]': REFERENCE },
	options: {
		...SESSION,
		'--format <format>': { about: 'as what', choices: FORMATS, usual: 'codes' },
		'--json': 'for scripts: codes as codes-json; what is JSON anyway as it is',
	},
	examples: ['req session export', 'req session export auth-v1 --format codes-json'],
	run: async ({ session, format }, ports) => {
		const { record } = await recordAsked(callerAt(ports, session), ports);
		const json = () => (format === 'seed' ? toContext(record, ports.now()) : codesJson(record));
		const lines = () => codeLines(codeSections([withOpenTasks(record)])).join('\n');
		return { text: format === 'codes' ? lines : () => jsonText(json()), json };
	},
});

/** What the head of the page says; a row without a text is left out. */
const FACTS: Readonly<Record<string, (record: SessionRecord, now: number) => string | undefined>> =
	{
		id: ({ uuid }) => uuid,
		status: statusText,
		branch: ({ branch }) => branchLabel(branch),
		phase: ({ phase }) => phase,
		started: ({ started_at }, now) => dated(started_at, now),
		ended: ({ ended_at }, now) => (ended_at === null ? '' : dated(ended_at, now)),
		'last activity': ({ last_activity }, now) => dated(last_activity, now),
		user: ({ user }) => user,
		worked: ({ activity: { turns, tools } }) => {
			const calls = Object.values(tools).reduce((sum, count) => sum + count, 0);
			return `${counted(turns, 'turn')}, ${counted(calls, 'tool call')}`;
		},
		projects: ({ active_projects }) => active_projects.join(', '),
		topics: ({ hot_topics }) => hot_topics.join(', '),
		skills: ({ activity }) => activity.skills.join(', '),
		// Its parent, the session before it on the branch, and those of which it was shown something.
		'came from': ({ parent, previous, restorations }) => {
			const keys = [parent, previous, ...restorations.map(({ from }) => from)];
			return [...new Set(keys.filter((key) => key !== null))].join(', ');
		},
		'continued by': ({ continuations }) => continuations.join(', '),
		inherited: inheritedText,
	};

/** The parts below, one line for each item. */
const PARTS: Readonly<Record<string, (record: SessionRecord) => readonly string[]>> = {
	Pins: pinLines,
	Insights: ({ insights }) => insightLines(insights),
	Tasks: ({ pending_tasks }) =>
		columns(
			pending_tasks.map(({ id, title, status, stage, flagged_incomplete: isFlagged }) => {
				const words = [status, stage, isFlagged ? 'flagged' : undefined];
				return [id, title, words.filter((word) => word !== undefined).join(', ')].map(oneLine);
			}),
		),
	Next: ({ activity }) => activity.next_actions.map(oneLine),
	Blockers: ({ activity }) => {
		const open = activity.blockers.filter(({ resolved }) => resolved !== true);
		return columns(open.map(({ type, text }) => [type, text].map(oneLine)));
	},
	Done: ({ activity }) => activity.completed.map(oneLine),
	Files: ({ activity }) => activity.files.map(({ path }) => oneLine(path)).reverse(),
	Functions: ({ activity }) => activity.functions.map(oneLine),
	Commits: ({ activity }) =>
		activity.commits.map(({ subject, sha = '' }) => oneLine(`${sha.slice(0, 8)} ${subject}`)),
	'Last note': ({ notes }) => notes.slice(-1).map(({ text }) => oneLine(text)),
};

/** A session as a page to read: what it was and did, never a replay of it. */
function sessionPage(record: SessionRecord, paint: Paint, now: number): string {
	const rows = Object.entries(FACTS).flatMap(([name, of]) => {
		const text = of(record, now) ?? '';
		return text === '' ? [] : [[name, oneLine(text)]];
	});
	const facts = columns(rows).map((line) => `  ${line}`);
	const head = [paint.bold(`session ${calledText(record)}`), ...facts].join('\n');
	const parts = Object.entries(PARTS).map(([title, of]) => [title, of(record)] as const);
	return [head, ...partTexts(parts, paint)].join('\n\n');
}

/** More lines of one part are counted, not shown. */
const MOST = 12;

/** Parts that have lines, below their titles. */
function partTexts(
	parts: readonly (readonly [title: string, lines: readonly string[]])[],
	{ bold }: Paint,
): string[] {
	return parts
		.filter(([, lines]) => lines.length > 0)
		.map(([title, lines]) => {
			const more = lines.length - MOST;
			const rest = more > 0 ? [`+${more} more: --json shows all`] : [];
			const shown = [...lines.slice(0, MOST), ...rest].map((line) => `  ${line}`);
			return [`${bold(title)} (${lines.length})`, ...shown].join('\n');
		});
}

function statusText({ status, end_reason, closed, crash_recovered }: SessionRecord): string {
	const words = [
		status === 'complete' ? 'ended' : status,
		// Claude Code's word for no reason at all.
		end_reason === 'other' ? undefined : end_reason,
		crash_recovered === true ? 'recovered' : undefined,
		closed === true ? 'complete: its codes are not passed on' : undefined,
	];
	return words.filter((word) => word !== undefined).join(', ');
}

/** From whom, what of it, when, and whether it said what it understood. */
function inheritedText({ inherited, comprehension }: SessionRecord, now: number): string {
	if (inherited === undefined) return '';
	const { from, select, at } = inherited;
	const { present = false, required = false, text = '' } = comprehension ?? {};
	const missing = required ? ', not acknowledged' : '';
	return `${select} of ${from}, ${dated(at, now)}${present ? `, acknowledged: ${text}` : missing}`;
}

/** Pins, critical ones first, each with where it came from. */
function pinLines({ pins }: SessionRecord): string[] {
	const isCritical = ({ importance }: Pin) => importance === 'critical';
	const sorted = pins.toSorted((one, other) => Number(isCritical(other)) - Number(isCritical(one)));
	return columns(
		sorted.map((pin) => {
			const { label, content, origin } = pin;
			const from = origin && ` [inherited from ${oneLine(origin.session)} @ ${minute(origin.at)}]`;
			return [isCritical(pin) ? '!' : '·', oneLine(label), `${oneLine(content)}${from ?? ''}`];
		}),
	);
}

/** Insights, the surest first. */
function insightLines(insights: SessionRecord['insights']): string[] {
	const sorted = insights.toSorted((one, other) => other.confidence - one.confidence);
	return columns(
		sorted.map(({ id, kind, confidence, text, why }) => {
			const reason = why === undefined ? '' : ` — ${oneLine(why)}`;
			return [oneLine(id), kind, confidence.toFixed(2), `${oneLine(text)}${reason}`];
		}),
	);
}

/** A name in words, or the key if there is none. */
export function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}
