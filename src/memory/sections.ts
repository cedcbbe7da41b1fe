import { cut, named, oneLine, quoted } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { onBranchText } from '../git/place.ts';
import { plainWords } from './recall.ts';
import type { InsightKind } from './record.ts';
import type { Restoration, RestoredInsight } from './restoration.ts';
import { stemOf } from './terms.ts';

/** What a start, or a compaction, has to tell of sessions (D19). */
export interface StartContent {
	/** What is taken from others, or given back to the session itself; `undefined` if nothing is. */
	readonly restoration: Restoration | undefined;
	readonly occasion: 'start' | 'compact';
	/** Lines of the progress text of an inheritance, oldest first. */
	readonly progress: readonly string[];
	/** Sentences of ours about other sessions and the inheritance, harmless already. */
	readonly notes: readonly string[];
}

/** One line that may be told, harmless already. */
export interface Line {
	readonly line: string;
	/** As it is named if it is left out: `warning i3f2a1b0c`. */
	readonly what: string;
	/** What it says: a later line that says no more is left out. */
	readonly says: string;
	/** It is told in any case. */
	readonly isVital?: boolean;
}

/** A part of what is told. */
interface Section {
	readonly title?: (told: StartContent) => string;
	/** How many lines of each other section come before its first one if room is short. */
	readonly rank: number;
	/** The best first. */
	readonly lines: (told: StartContent) => readonly Line[];
}

/** The parts of an injection, in the order in which they are told (D18; how the last session ended, and its progress: ADR 4). */
export const SECTIONS: readonly Section[] = [
	{ title: () => 'PENDING TASKS:', rank: 0, lines: restored(taskLines) },
	{ rank: 4, lines: restored(({ projects }) => namesLine('ACTIVE PROJECTS', projects)) },
	{ rank: 5, lines: (told) => namesLine('HOT TOPICS', untoldTopics(told)) },
	{ title: pinsTitle, rank: 1, lines: restored(pinLines) },
	{ title: () => 'WARNINGS:', rank: 1, lines: insightsOf('warning') },
	{ title: () => 'DECISIONS:', rank: 1, lines: insightsOf('decision') },
	{ title: () => 'LEARNINGS:', rank: 2, lines: insightsOf('learning') },
	{ title: () => 'PATTERNS:', rank: 3, lines: insightsOf('pattern') },
	{ rank: 1, lines: restored(({ codes }) => [...codes.blockers, ...codes.next].map(codeLine)) },
	{ rank: 4, lines: restored(workedLine) },
	{ title: () => 'LAST SESSION:', rank: 0, lines: restored(lastLines) },
	{ title: () => 'PROGRESS, the last first:', rank: 1, lines: progressLines },
];

function restored(lines: (restoration: Restoration) => readonly Line[]): Section['lines'] {
	return ({ restoration }) => (restoration === undefined ? [] : lines(restoration));
}

function taskLines({ tasks }: Restoration): readonly Line[] {
	return tasks.map(({ id, title, stage, days, elsewhere }) => {
		const state = `last stage: ${toldName(stage)}, ${days}d ago${onBranch(elsewhere)}`;
		const line = `- [${named(unframed(id))}] ${toldName(title)} (${state})`;
		return { line, what: `task ${id}`, says: `${id} ${title}` };
	});
}

/** Names in one line. */
const MOST_NAMES = 10;

/** `HOT TOPICS: ft991a, ham radio` */
function namesLine(title: string, names: readonly string[]): readonly Line[] {
	if (names.length === 0) return [];
	const line = `${title}: ${names.slice(0, MOST_NAMES).map(toldName).join(', ')}`;
	return [{ line, what: title, says: line }];
}

/** Words that any work has. */
const VAGUE = new Set(
	stemsOf(
		'branch build deploy detail latest merge plan project rebase release request review step',
	),
);

/** The topics that no other line names, and that tell something. */
function untoldTopics(told: StartContent): readonly string[] {
	const { restoration } = told;
	if (restoration === undefined || restoration.topics.length === 0) return [];
	const others = { ...told, restoration: { ...restoration, topics: [] } };
	const lines = SECTIONS.flatMap((section) => section.lines(others));
	const said = new Set([...VAGUE, ...stemsOf(lines.map(({ says }) => says).join(' '))]);
	return restoration.topics
		.filter((topic) => stemsOf(topic).some((word) => !said.has(word)))
		.map((topic) => topic.replaceAll(',', ' '));
}

function stemsOf(text: string): string[] {
	return plainWords(text).trim().split(' ').map(stemOf);
}

function pinsTitle({ restoration, occasion }: StartContent): string {
	const count = `${restoration?.pins.length} pins ${occasion === 'compact' ? 'kept' : 'inherited'}`;
	return `WORKING MEMORY RESTORED: ${count}\n(Use \`req note list\` to see all pins)`;
}

/** With where each was first made. */
function pinLines({ pins }: Restoration): readonly Line[] {
	return pins.map(({ label, content, importance, origin, elsewhere }) => {
		const isVital = importance === 'critical';
		const name = `${isVital ? 'CRITICAL ' : ''}${named(unframed(label))}`;
		const at = `${named(origin?.session ?? '')} @ ${timeOf(origin?.at ?? '')}${onBranch(elsewhere)}`;
		const from = origin === undefined ? '' : ` [inherited from ${at}]`;
		const line = `- ${name}: ${toldText(content)}${from}`;
		return { line, what: `pin ${label}`, says: `${label} ${content}`, isVital };
	});
}

/** `2026-11-20T10:00Z` */
function timeOf(at: string): string {
	const time = Date.parse(at);
	return Number.isNaN(time) ? '?' : `${new Date(time).toISOString().slice(0, 16)}Z`;
}

/** Said of what is from another branch: what held there need not hold here. */
function onBranch(elsewhere: string | undefined): string {
	return elsewhere === undefined ? '' : `, ${onBranchText(unframed(elsewhere))}`;
}

/** What is about as sure as ever needs no number. */
const SURE = 0.95;

function insightsOf(kind: InsightKind): Section['lines'] {
	return restored(({ insights }) =>
		insights.filter(({ insight }) => insight.kind === kind).map(insightLine),
	);
}

function insightLine({ insight, confidence, elsewhere, outdated = '' }: RestoredInsight): Line {
	const { id, kind, text, why } = insight;
	const because = why === undefined ? '' : `, because ${toldText(why)}`;
	const doubt = confidence < SURE ? `confidence ${confidence.toFixed(2)}, ` : '';
	const gone = outdated === '' ? '' : `, ${unframed(outdated)}`;
	const line = `- ${toldText(text)}${because} (${doubt}${named(id)}${onBranch(elsewhere)}${gone})`;
	return { line, what: `${kind} ${id}`, says: `${text} ${why ?? ''}` };
}

/** `block: need:ollama`, `next: cover-the-proxy`: where a code repeats no other line. */
function codeLine(code: string): Line {
	const says = code.slice(code.indexOf(':') + 1);
	return { line: unframed(code.replace(':', ': ')), what: `code ${code}`, says };
}

/** Files, and functions, that say where the work was: the last ones. */
const MOST_WORKED = 5;

function workedLine({ codes: { files, functions } }: Restoration): readonly Line[] {
	const names = [...files.slice(-MOST_WORKED), ...functions.slice(-MOST_WORKED)];
	if (names.length === 0) return [];
	const says = names.map((code) => unframed(code.slice(code.indexOf(':') + 1))).join(', ');
	return [{ line: `impl: ${says}`, what: 'where the work was', says }];
}

/** Characters of the last words, and of a prompt. */
const MAX_SAID = 200;

/** How the last session left its work. */
function lastLines({ lastSession: last }: Restoration): readonly Line[] {
	if (last === undefined) return [];
	const short = (text: string) => toldText(cut(oneLine(text), MAX_SAID));
	const parts: readonly (readonly [string, readonly string[]])[] = [
		['said last', last.note.map(short)],
		['ended unmet', some(last.unmet)],
		['tests failed last', some(last.failed)],
		['changed, not committed', some(last.uncommitted)],
		['did not work', last.tried.map(toldText)],
		['was asked', last.asked.map(short)],
		['committed', last.commits.map(toldText)],
		['tests passed', last.passed.map(toldName)],
	];
	const known = parts.filter(([, texts]) => texts.length > 0);
	return known.map(([what, texts]) => {
		const line = `- ${what}: ${texts.join(what === 'was asked' ? ', at last: ' : ', ')}`;
		return { line, what: `how the last session ended: ${what}`, says: line };
	});
}

/** Names of a longer list that are told. */
const FEW = 5;

function some(names: readonly string[]): readonly string[] {
	const more = names.length - FEW;
	const rest = more > 0 ? [`and ${counted(more, 'other')}`] : [];
	return [...names.slice(0, FEW).map(toldName), ...rest];
}

function progressLines({ progress }: StartContent): readonly Line[] {
	const lines = progress.map((says, index) => {
		return { line: `- ${toldText(says)}`, what: `line ${index + 1} of the progress`, says };
	});
	return lines.reverse();
}

/** Words that cannot be taken for a sentence of ours: no colon, bracket, quotation mark, and no second sentence. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N} ,/_+#@&%'()-]|\.(?! ))+$/u;
/** How the frame opens and closes, also where blanks became hyphens. */
const FRAME = /\[(?=[\s-]*(?:end[\s-]+of|session[\s-]+continuity))/gi;

/** Stored text inside an injection without the words that frame one: only ours begin and end it. */
function unframed(text: string): string {
	return oneLine(text).replace(FRAME, '(');
}

/** Stored text between quotation marks. */
function toldText(text: string): string {
	return quoted(unframed(text));
}

/** A stored title or name: as it is if that is plain words, else between quotation marks. */
export function toldName(text: string): string {
	const line = oneLine(text);
	return PLAIN.test(line) ? line : toldText(line);
}
