import { recordAsked } from '../../app/commands/memory-of.ts';
import { minute, withLocalTimes } from '../../app/local-time.ts';
import { byList, KIND_OF, NAMED_LISTS } from '../../config/selection.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import type { Paint } from '../../core/text/paint.ts';
import { counted } from '../../core/text/phrases.ts';
import { compareTexts } from '../../core/text/strings.ts';
import { branchLabel } from '../../git/place.ts';
import { PROMPT_STORED } from '../../journal/captured-text.ts';
import type { Pin } from '../../journal/work.ts';
import { codeLines, codeSections, codesJson, withOpenTasks } from '../../memory/codes.ts';
import { validationOf } from '../../memory/comprehension.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { toContext } from '../../memory/session-context.ts';
import { textIn } from '../../store/foreign-json.ts';
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
			const inherited = oneLine(inheritedText(record) || 'nothing');
			const text = `${called} inherited ${withLocalTimes(inherited, now)}`;
			return { text, json: () => validationOf(record) ?? null };
		}
		if (learnings) {
			const lists = byList((list) => record.insights.filter(({ kind }) => kind === KIND_OF[list]));
			const parts = NAMED_LISTS.map((list): Part => [list, lists[list], ...INSIGHT]);
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
const FACTS: Readonly<Record<string, (record: SessionRecord) => string | null | undefined>> = {
	id: ({ uuid }) => uuid,
	status: statusText,
	branch: ({ branch }) => branchLabel(branch),
	phase: ({ phase }) => phase,
	started: ({ started_at }) => started_at,
	ended: ({ ended_at }) => ended_at,
	'last activity': ({ last_activity }) => last_activity,
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

/** Something of a list in a record. */
type Item = string | Readonly<Record<string, unknown>>;
type Part = readonly [title: string, items: readonly Item[], ...columns: string[]];

const INSIGHT = ['id', 'kind', 'confidence', 'text', 'why'];

/** The parts below the head: a line for each item, of an object these fields of it. */
function partsOf({ activity, notes, pins, insights, pending_tasks }: SessionRecord): Part[] {
	const isBlocking = ({ resolved }: (typeof activity.blockers)[number]) => resolved !== true;
	return [
		['Pins', pins.toSorted(byImportance), 'importance', 'label', 'content', 'origin'],
		['Insights', insights, ...INSIGHT],
		['Tasks', pending_tasks, 'id', 'title', 'status', 'stage', 'flagged_incomplete'],
		['Next', activity.next_actions],
		['Blockers', activity.blockers.filter(isBlocking), 'type', 'text'],
		['Done', activity.completed],
		['Files', activity.files.toReversed(), 'path'],
		['Functions', activity.functions],
		['Commits', activity.commits, 'subject', 'sha'],
		['Last note', notes.slice(-1), 'text'],
	];
}

/** Critical ones first. */
function byImportance(one: Pin, other: Pin): number {
	return compareTexts(one.importance, other.importance);
}

/** A session as a page to read: what it was and did, never a replay of it. */
function sessionPage(record: SessionRecord, paint: Paint, now: number): string {
	const rows = Object.entries(FACTS).flatMap(([name, of]) => {
		const text = of(record) ?? '';
		return text === '' ? [] : [[name, withLocalTimes(oneLine(text), now)]];
	});
	const facts = columns(rows).map((line) => `  ${line}`);
	const head = [paint.bold(`session ${calledText(record)}`), ...facts].join('\n');
	return [head, ...partTexts(partsOf(record), paint)].join('\n\n');
}

/** More items of one part are counted, not shown. */
const MOST = 12;

/** Parts that hold something, below their titles. */
function partTexts(parts: readonly Part[], { bold }: Paint): string[] {
	return parts
		.filter(([, items]) => items.length > 0)
		.map(([title, items, ...fields]) => {
			const shown = items.slice(0, MOST).map((item) => {
				const cells = typeof item === 'string' ? [item] : fields.map((field) => item[field]);
				return cells.map((cell) => oneLine(cellText(cell)));
			});
			const more = items.length - MOST;
			const rest = more > 0 ? [`+${more} more: --json shows all`] : [];
			const lines = [...columns(shown), ...rest].map((line) => `  ${line}`);
			return [`${bold(title)} (${items.length})`, ...lines].join('\n');
		});
}

function cellText(value: unknown): string {
	if (typeof value === 'number') return value.toFixed(2);
	if (typeof value === 'boolean') return value ? 'flagged' : '';
	const [session, at] = ['session', 'at'].map((key) => textIn(value, key));
	if (session !== undefined) return `[inherited from ${session} @ ${minute(at)}]`;
	return typeof value === 'string' ? value : '';
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
function inheritedText({ inherited, comprehension }: SessionRecord): string {
	if (inherited === undefined) return '';
	const { from, select, at } = inherited;
	const { present = false, required = false, text = '' } = comprehension ?? {};
	const missing = required ? ', not acknowledged' : '';
	return `${select} of ${from}, ${at}${present ? `, acknowledged: ${text}` : missing}`;
}

/** A name in words, or the key if there is none. */
export function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}
