import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { onBranchText } from '../git/place.ts';
import { CODE_WORTH, codeLines, decisionCode } from './codes.ts';
import type { InsightKind } from './record.ts';
import {
	LAST_SESSION,
	type LastSession,
	type Restoration,
	type RestoredInsight,
	type RestoredPin,
	type RestoredTask,
} from './restoration.ts';

/** What a start, or a compaction, has to tell of sessions (D19). */
export interface StartContent {
	/** What is taken from others, or given back to the session itself; `undefined` where nothing is. */
	readonly restoration: Restoration | undefined;
	readonly occasion: 'start' | 'compact';
	/** Single sentences of ours beside it: sessions that lie idle, or have finished since. */
	readonly notes: readonly string[];
	/** What belongs to an inheritance. */
	readonly inherited: InheritedFacts | undefined;
}

/** What a session that inherited is told beside the items themselves. */
export interface InheritedFacts {
	/** Name of the source, else its key. */
	readonly from: string;
	/** Lines of its progress text, oldest first. */
	readonly progress: readonly string[];
	/** Where the bundle is; `undefined` where none is written. */
	readonly file: string | undefined;
	/** The session has to say what it understood, and has not yet. */
	readonly isAsked: boolean;
}

/** One line that may be told. */
interface Line {
	/** As it is told: harmless already. */
	readonly line: string;
	/** What it says: the same is told once. By default the line. */
	readonly text?: string;
	/** For `session preview`, when it finds no room. */
	readonly what: string;
	/** What a start does without where it would grow too long; `said`: another line has it in words. */
	readonly isSpare?: boolean | 'said';
	/** Its place among those of its section that wait for room; by default that in the text. */
	readonly place?: number;
}

/** A part of what is told. */
interface Section {
	/** One of its lines, as those that found no room are counted. */
	readonly noun: string;
	readonly title?: string | ((told: StartContent) => string);
	/**
	 * Where its first line stands in the queue for room, and how far behind each further one: the best of each section
	 * comes before the rest of any.
	 */
	readonly queue: readonly [first: number, step: number];
	/** Words of ours, behind the frame around what was stored. */
	readonly isOurs?: true;
	readonly lines: (told: StartContent) => readonly Line[];
}

/** The parts of an injection, in the order in which they are told (D18; how the last session ended, and its progress: ADR 4). */
export const SECTIONS: readonly Section[] = [
	{
		...{ noun: 'task', title: 'PENDING TASKS:', queue: [0, 1] },
		lines: restored(({ tasks, olderTasks }) => [...tasks.map(taskLine), ...olderLine(olderTasks)]),
	},
	{
		...{ noun: 'project', queue: [1, 0] },
		lines: restored(({ projects }) =>
			namesLine(
				'projects',
				'ACTIVE PROJECTS',
				projects.map((one) => named(unframed(one))),
			),
		),
	},
	{
		...{ noun: 'topic', queue: [1, 0] },
		lines: restored((restoration) =>
			namesLine(
				'topics',
				'HOT TOPICS',
				untoldTopics(restoration).map((one) => toldName(one.replaceAll(',', ' '))),
			),
		),
	},
	{
		noun: 'pin',
		title: pinsTitle,
		queue: [0, 0.5],
		lines: restored(({ pins }) => pins.map(pinLine)),
	},
	{ noun: 'warning', title: 'WARNINGS:', queue: [2, 1], lines: insightsOf('warning') },
	{ noun: 'decision', title: 'DECISIONS:', queue: [4, 1], lines: insightsOf('decision') },
	{ noun: 'learning', title: 'LEARNINGS:', queue: [5, 1], lines: insightsOf('learning') },
	{ noun: 'pattern', title: 'PATTERNS:', queue: [7, 1], lines: insightsOf('pattern') },
	{ noun: 'code', queue: [4, 0.25], lines: restored(codesLines) },
	{
		...{ noun: 'last session line', title: 'LAST SESSION:', queue: [Number.MAX_SAFE_INTEGER, 0] },
		lines: restored(({ lastSession }) => (lastSession === undefined ? [] : endLines(lastSession))),
	},
	{
		...{ noun: 'progress line', title: 'PROGRESS:', queue: [8, 1] },
		lines: ({ inherited }) => progressLines(inherited?.progress ?? []),
	},
	{
		...{ noun: 'note', queue: [0, 0], isOurs: true },
		lines: ({ notes }) => notes.map((note) => ({ line: oneLine(note), what: 'a note' })),
	},
	{ noun: 'pointer', queue: [-1, 0], isOurs: true, lines: pointerLine },
	{
		...{ noun: 'comprehension', queue: [-1, 0], isOurs: true },
		lines: ({ inherited }) =>
			inherited?.isAsked === true ? [{ line: STEP_ZERO, what: 'the comprehension' }] : [],
	},
];

function restored(lines: (restoration: Restoration) => readonly Line[]): Section['lines'] {
	return ({ restoration }) => (restoration === undefined ? [] : lines(restoration));
}

/** So many of a kind, the best, are told however much there is. */
const ALWAYS: Readonly<Record<InsightKind, number>> = {
	warning: 5,
	decision: 3,
	learning: 3,
	pattern: 2,
};

function insightsOf(kind: InsightKind): Section['lines'] {
	return restored(({ insights }) =>
		insights
			.filter(({ insight }) => insight.kind === kind)
			.map((one, index) => ({ ...insightLine(one), isSpare: index >= ALWAYS[kind] })),
	);
}

function taskLine({ id, title, stage, days }: RestoredTask): Line {
	const state = `(last stage: ${toldName(stage)}, ${days}d ago)`;
	return {
		line: `- [${named(unframed(id))}] ${toldName(title)} ${state}`,
		...{ text: id, what: `task ${named(id)}` },
	};
}

/** That more wait, behind those that are told. */
function olderLine(count: number): readonly Line[] {
	if (count === 0) return [];
	return [{ line: `- ${counted(count, 'older task')}: \`req task list\``, what: 'older tasks' }];
}

/** The topics that no line says which is told in words. */
function untoldTopics({ topics, ...told }: Restoration): readonly string[] {
	const { tasks, pins, insights, codes, lastSession: last } = told;
	const said = [
		...tasks.map(({ title }) => title),
		...pins.map(({ label, content }) => `${label} ${content}`),
		...insights.map(({ insight }) => `${insight.text} ${insight.why ?? ''}`),
		// That the project is called so tells nothing of the work.
		...codeLines({ ...codes, meta: [] }),
		...(last === undefined ? [] : saidOf(last)),
	];
	const text = said.join('\n').toLowerCase();
	return topics.filter((topic) => topic.split(' ').some((word) => !text.includes(word)));
}

function saidOf(last: LastSession): readonly string[] {
	const { asked, commits, tried, uncommitted, note = '' } = last;
	return [...asked, ...commits, ...tried, ...uncommitted, note];
}

/** Characters of names in one line. */
const MAX_NAMES = 300;

/** Harmless names in one line, as many as fit, each whole: `HOT TOPICS: ft991a, ham radio`. */
function namesLine(what: string, title: string, names: readonly string[]): readonly Line[] {
	let room = MAX_NAMES;
	const fitting = names.filter((name) => {
		room -= name.length + 2;
		return room >= 0;
	});
	return fitting.length === 0 ? [] : [{ line: `${title}: ${fitting.join(', ')}`, what }];
}

function pinsTitle({ restoration, occasion }: StartContent): string {
	const count = `${restoration?.pins.length} pins ${occasion === 'compact' ? 'kept' : 'inherited'}`;
	return `WORKING MEMORY RESTORED: ${count}\n(Use \`req note list\` to see all pins)`;
}

/** With where it was first made. */
function pinLine({ label, content, importance, origin, elsewhere }: RestoredPin): Line {
	const weight = importance === 'critical' ? 'CRITICAL ' : '';
	const from =
		origin === undefined
			? ''
			: ` [inherited from ${named(origin.session)} @ ${timeOf(origin.at)}${onBranch(elsewhere)}]`;
	return {
		line: `- ${weight}${named(unframed(label))}: ${toldText(content)}${from}`,
		...{ text: label, what: `pin ${named(label)}` },
	};
}

function timeOf(at: string): string {
	const time = Date.parse(at);
	return Number.isNaN(time) ? '?' : new Date(time).toISOString().replace(/\.\d+(?=Z$)/, '');
}

/** Said where it is not this one: what held there need not hold here. */
function onBranch(elsewhere: string | undefined): string {
	return elsewhere === undefined ? '' : `, ${onBranchText(unframed(elsewhere))}`;
}

/** What is as sure as ever needs no number. */
const CERTAIN = '1.00';

function insightLine({ insight, confidence, elsewhere, isNoted, outdated }: RestoredInsight): Line {
	const { id, kind, text, why } = insight;
	const because = why === undefined ? '' : `, because ${toldText(why)}`;
	const share = confidence.toFixed(2);
	const doubt = share === CERTAIN ? '' : `confidence ${share}, `;
	const noted = isNoted === true ? ', noted in a terminal' : '';
	const gone = outdated === undefined ? '' : `, ${unframed(outdated)}`;
	const facts = `${doubt}${named(id)}${noted}${onBranch(elsewhere)}${gone}`;
	return { line: `- ${toldText(text)}${because} (${facts})`, text, what: `${kind} ${named(id)}` };
}

/** So many files and so many functions, the last, say where the work was. */
const ALWAYS_CODES = 5;

/** In the order of codes; the newest of a section is the last to go. */
function codesLines({ codes, insights }: Restoration): readonly Line[] {
	const told = new Set(insights.map(({ insight }) => decisionCode(insight)));
	const work = [codes.files, codes.functions].flatMap((some) => some.slice(0, -ALWAYS_CODES));
	const spare = new Set(work);
	const queue = CODE_WORTH.flatMap((section) => [...codes[section]].reverse());
	const places = new Map(queue.map((text, place) => [text, place]));
	return codeLines(codes).map((text) => ({
		...{
			line: unframed(text),
			text,
			what: `code ${oneLine(text)}`,
			isSpare: told.has(text) ? 'said' : spare.has(text),
		},
		place: places.get(text) ?? 0,
	}));
}

/** What stands before the first colon of a code, with it. */
const KIND_OF_CODE = /^[a-z]+:/;

/** Codes of one kind that follow each other share a line: `impl: login.ts, keepCookie`. A code has no blanks. */
export function joinedCodes(codes: readonly string[]): readonly string[] {
	const lines: { readonly kind: string; readonly words: string[] }[] = [];
	for (const code of codes) {
		const kind = KIND_OF_CODE.exec(code)?.[0] ?? '';
		const last = lines.at(-1);
		const word = code.slice(kind.length);
		if (last?.kind === kind) last.words.push(word);
		else lines.push({ kind, words: [word] });
	}
	return lines.map(({ kind, words }) => `${kind} ${words.join(', ')}`);
}

/** How the last session left its work. */
function endLines(last: LastSession): readonly Line[] {
	const { asked, tried, commits, tests, failed, unmet, note } = last;
	const changed = last.uncommitted.toReversed();
	const lines = [
		...(asked.length === 0 ? [] : [`- was asked: ${asked.map(toldText).join(', at last: ')}`]),
		...(unmet.length === 0 ? [] : [`- ended with ${some(unmet)} unmet`]),
		...(failed.length === 0 ? [] : [`- tests failed last: ${some(failed)}`]),
		...(changed.length === 0 ? [] : [`- changed and not committed by it: ${some(changed)}`]),
		...commits.map((subject) => `- committed ${toldText(subject)}`),
		...(tests.length === 0 ? [] : [`- tests passed: ${tests.map(toldName).join(', ')}`]),
		...tried.map((sentence) => `- tried in vain: ${toldText(sentence)}`),
		...(note === undefined ? [] : [`- said last: ${toldText(note)}`]),
	];
	return lines.map((line) => ({ line, what: LAST_SESSION }));
}

/** Names that are told of a longer list. */
const MOST_NAMES = 5;

function some(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	const rest = more > 0 ? [`and ${counted(more, 'other')}`] : [];
	return [...names.slice(0, MOST_NAMES).map(toldName), ...rest].join(', ');
}

/** Of too many lines the last ones stay. */
function progressLines(progress: readonly string[]): readonly Line[] {
	return progress.map((text, index) => ({
		...{ line: `- ${toldText(text)}`, text, what: 'a line of progress' },
		place: progress.length - 1 - index,
	}));
}

/** Where to find all of it. */
function pointerLine({ inherited }: StartContent): readonly Line[] {
	if (inherited?.file === undefined) return [];
	const { from, file } = inherited;
	const line = `Inherited, as asked, from session ${named(from)}. All of it: ${named(file)} — \`req inherit show\``;
	return [{ line, what: 'the pointer' }];
}

/** The questions to a session that inherits, as facts: orders from outside are not heeded. */
const STEP_ZERO = `STEP 0 — what was understood (not said yet; whoever let this session inherit asks for it, before its work):
1. In 2-3 sentences: what was accomplished and learned before.
2. In one sentence: the task of this session.
3. The inherited constraints and learnings that apply now, and what is done differently because of them.
\`req inherit ack "TEXT"\` records the answer; while it is missing, the user is told so.`;

/** Words that cannot be taken for a sentence of ours: no colon, bracket, quotation mark, and no second sentence. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N} ,/_+#@&%'()-]|\.(?! ))+$/u;
/** How the frame opens and closes, also where blanks became hyphens. */
const FRAME = /\[(?=[\s-]*(?:end[\s-]+of|session[\s-]+continuity))/gi;
/** What stands above its sections. */
const HEADS =
	/\b(?:PENDING TASKS|ACTIVE PROJECTS|HOT TOPICS|WORKING MEMORY RESTORED|WARNINGS|DECISIONS|LEARNINGS|PATTERNS|LAST SESSION|PROGRESS)(?=\s*:)/g;

/** Stored text inside an injection without the words that frame one: only ours begin and end it. */
function unframed(text: string): string {
	return oneLine(text)
		.replace(FRAME, '(')
		.replace(HEADS, (head) => head.toLowerCase());
}

/** Stored text between quotation marks. */
function toldText(text: string): string {
	return quoted(unframed(text));
}

/** A stored title or name: as it stands where it is plain words, else between quotation marks. */
export function toldName(text: string): string {
	const line = oneLine(text);
	return PLAIN.test(line) ? line : toldText(line);
}
