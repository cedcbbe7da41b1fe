import { recordAsked } from '../../app/commands/memory-of.ts';
import { dated, minute } from '../../app/local-time.ts';
import { KIND_OF, type List, NAMED_LISTS } from '../../config/selection.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import type { Paint } from '../../core/text/paint.ts';
import { counted } from '../../core/text/phrases.ts';
import { branchLabel } from '../../git/place.ts';
import type { Pin } from '../../journal/work.ts';
import { codeLines, codeSections, codesJson, withOpenTasks } from '../../memory/codes.ts';
import type { Insight, SessionRecord } from '../../memory/record.ts';
import { toContext, validationOf } from '../../memory/session-context.ts';
import { callerAt, command, jsonText, SESSION } from '../command.ts';
import { columns } from '../layout.ts';
import { paintOn } from '../paint.ts';

/** How the commands that show one session name it. */
export const REFERENCE =
	'name, key, id or the first 4 or more characters of it; default: this session, else the newest of the branch';

/** `req session show [REF]` */
export const show = command({
	about:
		'Shows what one session was and did, at any age: times, topics, files, insights, tasks, notes.',
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
		if (validation) {
			return {
				text: () => validationText(record, ports.now()),
				json: () => validationOf(record) ?? null,
			};
		}
		if (learnings) {
			const of = (list: List) => record.insights.filter(({ kind }) => kind === KIND_OF[list]);
			const byKind = Object.fromEntries(NAMED_LISTS.map((list) => [list, of(list)]));
			const parts = NAMED_LISTS.map((title) => ({ ...insightsPart(of(title)), title }));
			const none = `session ${calledText(record)} noted no insight`;
			return {
				text: () =>
					record.insights.length === 0
						? none
						: partsText(parts, paintOn(ports.context).bold).join('\n\n'),
				json: () => byKind,
			};
		}
		return {
			text: () => sessionPage(record, paintOn(ports.context), ports.now()),
			json: () => record,
		};
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
		const text = {
			codes: () => codeLines(codeSections([withOpenTasks(record)])).join('\n'),
			'codes-json': () => jsonText(codesJson(record)),
			seed: () => jsonText(toContext(record, ports.now())),
		};
		const json = () => (format === 'seed' ? toContext(record, ports.now()) : codesJson(record));
		return { text: text[format], json };
	},
});

/** A session as a page to read: what it was and did, never a replay of it. */
function sessionPage(record: SessionRecord, { bold }: Paint, now: number): string {
	const { activity, notes } = record;
	const last = notes.at(-1);
	const parts = [
		...knownParts(record),
		listPart('Done', activity.completed),
		listPart('Files', activity.files.map(({ path }) => path).reverse()),
		listPart('Functions', activity.functions),
		listPart(
			'Commits',
			activity.commits.map(({ subject, sha }) => `${(sha ?? '').slice(0, 8)} ${subject}`.trim()),
		),
		listPart('Last note', last === undefined ? [] : [last.text]),
	];
	const head = [`${bold(`session ${calledText(record)}`)}`, ...factLines(record, now)].join('\n');
	return [head, ...partsText(parts, bold)].join('\n\n');
}

function factLines(record: SessionRecord, now: number): string[] {
	const { turns, tools, skills } = record.activity;
	const calls = Object.values(tools).reduce((sum, count) => sum + count, 0);
	const rows: readonly (readonly [string, string])[] = [
		['id', record.uuid],
		['status', statusText(record)],
		['branch', branchLabel(record.branch)],
		['phase', record.phase ?? ''],
		['started', dated(record.started_at, now)],
		['ended', record.ended_at === null ? '' : dated(record.ended_at, now)],
		['last activity', dated(record.last_activity, now)],
		['user', record.user],
		['worked', `${counted(turns, 'turn')}, ${counted(calls, 'tool call')}`],
		['projects', record.active_projects.join(', ')],
		['topics', record.hot_topics.join(', ')],
		['skills', skills.join(', ')],
		['came from', sourcesText(record)],
		['continued by', record.continuations.join(', ')],
		['inherited', inheritedText(record, now)],
	];
	const told = rows.filter(([, value]) => value !== '');
	return columns(told.map(([name, value]) => [name, oneLine(value)])).map((line) => `  ${line}`);
}

function statusText({ status, end_reason, closed, crash_recovered }: SessionRecord): string {
	return [
		status === 'complete' ? 'ended' : status,
		// The client's word for no reason at all.
		...(end_reason === undefined || end_reason === 'other' ? [] : [end_reason]),
		...(crash_recovered === true ? ['recovered'] : []),
		...(closed === true ? ['complete: its codes are not passed on'] : []),
	].join(', ');
}

/** The sessions it goes back to, each once: its parent, the one before it on the branch, and those it was told of. */
function sourcesText({ parent, previous, restorations }: SessionRecord): string {
	const keys = [parent, previous, ...restorations.map(({ from }) => from)];
	return [...new Set(keys.filter((key) => key !== null))].join(', ');
}

/** From whom, what of it, when, and whether it said what it understood. */
function inheritedText({ inherited, comprehension }: SessionRecord, now: number): string {
	if (inherited === undefined) return '';
	const { from, select, at } = inherited;
	const isOwed = comprehension?.required === true && !comprehension.present;
	const word =
		comprehension?.present === true ? ', acknowledged' : isOwed ? ', not acknowledged' : '';
	return `${select} of ${from}, ${dated(at, now)}${word}`;
}

/** Whether it acknowledged what it inherited, in words. */
function validationText(record: SessionRecord, now: number): string {
	const who = `session ${calledText(record)}`;
	const { comprehension } = record;
	if (comprehension === undefined) return `${who} was not asked what it understood`;
	const { required, present, warning, text, at } = comprehension;
	const asked = required ? 'required' : 'optional';
	if (present) return `${who} acknowledged (${asked}) ${dated(at, now)}: ${oneLine(text ?? '')}`;
	const trouble = warning === null ? '' : `: ${oneLine(warning)}`;
	return `${who} has not acknowledged (${asked}) since ${dated(at, now)}${trouble}`;
}

/** A part of a page: its title, how many there are, and one line each. */
interface Part {
	readonly title: string;
	readonly count: number;
	readonly lines: readonly string[];
}

/** More than so many lines of one part are counted, not shown. */
const MOST = 12;

/** Parts that hold something, below their titles; long ones are cut unless all of it was asked for. */
function partsText(parts: readonly Part[], bold: (text: string) => string): string[] {
	return parts
		.filter(({ count }) => count > 0)
		.map(({ title, count, lines }) => {
			const shown = lines.slice(0, MOST).map((line) => `  ${line}`);
			const more = lines.length - shown.length;
			const rest = more === 0 ? [] : [`  +${more} more: --json shows all`];
			return [`${bold(title)} (${count})`, ...shown, ...rest].join('\n');
		});
}

/** Pins, critical ones first, each with where it came from. */
function pinsPart(pins: readonly Pin[]): Part {
	const isCritical = ({ importance }: Pin) => importance === 'critical';
	const sorted = [...pins.filter(isCritical), ...pins.filter((pin) => !isCritical(pin))];
	const rows = sorted.map((pin) => {
		const { label, content, origin } = pin;
		const from = origin && ` [inherited from ${oneLine(origin.session)} @ ${minute(origin.at)}]`;
		return [isCritical(pin) ? '!' : '·', oneLine(label), `${oneLine(content)}${from ?? ''}`];
	});
	return { title: 'Pins', count: pins.length, lines: columns(rows) };
}

/** Insights, the surest first. */
function insightsPart(insights: readonly Insight[]): Part {
	const rows = [...insights]
		.sort((one, other) => other.confidence - one.confidence)
		.map(({ id, kind, confidence, text, why }) => [
			oneLine(id),
			kind,
			confidence.toFixed(2),
			`${oneLine(text)}${why === undefined ? '' : ` — ${oneLine(why)}`}`,
		]);
	return { title: 'Insights', count: insights.length, lines: columns(rows) };
}

/** Tasks that wait. */
function tasksPart({ pending_tasks: tasks }: SessionRecord): Part {
	const rows = tasks.map(({ id, title, status, stage, flagged_incomplete }) => [
		oneLine(id),
		oneLine(title),
		[status, stage, flagged_incomplete ? 'flagged' : undefined]
			.filter((word) => word !== undefined)
			.map(oneLine)
			.join(', '),
	]);
	return { title: 'Tasks', count: tasks.length, lines: columns(rows) };
}

/** What it knows, what waits, what comes next, and what stands in the way. */
function knownParts(record: SessionRecord): Part[] {
	const { activity } = record;
	const blockers = activity.blockers.filter(({ resolved }) => resolved !== true);
	return [
		pinsPart(record.pins),
		insightsPart(record.insights),
		tasksPart(record),
		listPart('Next', activity.next_actions),
		{
			title: 'Blockers',
			count: blockers.length,
			lines: columns(blockers.map(({ type, text }) => [oneLine(type), oneLine(text)])),
		},
	];
}

/** A list of foreign texts, one line each. */
function listPart(title: string, texts: readonly string[]): Part {
	return { title, count: texts.length, lines: texts.map(oneLine) };
}

/** A name in words, or the key where there is none. */
export function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}
