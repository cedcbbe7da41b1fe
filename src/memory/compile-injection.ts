import type { Continuity } from '../config/settings.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { redact } from '../secrets/redact.ts';
import { bySection, CODE_WORTH, type CodeSection, type CodeSections, codeLines } from './codes.ts';
import type { Drop } from './restoration.ts';
import { joinedCodes, SECTIONS, type StartContent } from './sections.ts';

export interface InjectionFacts extends StartContent {
	/** What the gates have to say: first, and never cut. */
	readonly gates: string;
	readonly budget: Continuity['budget'];
	/** Nobody asked for it: what is least worth its line goes beyond `start_chars`. */
	readonly isUsual?: boolean;
}

/** What a start injects: the answer of `session preview`. */
export interface Injection {
	/** Empty when there is nothing to say. */
	readonly text: string;
	/** UTF-16 units, as the host counts. */
	readonly chars: number;
	readonly tokenCount: number;
	/** The codes in it. */
	readonly codes: string;
	readonly sources: readonly { readonly key: string; readonly score: number }[];
	readonly dropped: readonly Drop[];
}

/** Room for the line that says what is left out. */
const NOTICE_ROOM = 200;
const BLANK_LINE = '\n\n';

/**
 * Puts what a start tells into one text of at most `inject_chars` units (D16–D18): gates, preamble, pins, insights, codes.
 * The same facts give the same text. What finds no room goes by its rank, and one line says how much that is.
 */
export function compileInjection(facts: InjectionFacts): Injection {
	const { gates, restoration, budget } = facts;
	const all = itemsOf(facts);
	const items = withoutSpare(withinCodeBudget(all, facts), facts);
	const room = budget.injectChars - (gates === '' ? 0 : gates.length + BLANK_LINE.length);
	const isWhole = items.length === all.length && textOf(items, facts).length <= room;
	const kept = isWhole ? items : fitItems(items, facts, room - NOTICE_ROOM);
	const stays = new Set(kept);
	const isLeft = (item: Item) => !stays.has(item);
	// Those that found no room before those that their budget left out.
	const rest = [...new Set([...items.filter(isLeft), ...all.filter(isLeft)])];
	const missed = rest.filter(({ isSpare }) => isSpare !== 'said');
	const notes = missed.length === 0 ? [] : [noticeOf(missed, facts)];
	const said = textOf([...kept, ...notes], facts);
	// What was stored has no secrets, unless somebody put one into a file of ours.
	const text = redact([gates, said.length <= room ? said : ''].filter(Boolean).join(BLANK_LINE));
	const tells = items.some(({ section }) => SECTIONS[section]?.isOurs !== true);
	return {
		text,
		chars: text.length,
		tokenCount: estimateTokens(text),
		codes: kept.flatMap(({ section, line }) => (section === CODES ? [line] : [])).join('\n'),
		sources: tells ? (restoration?.sources ?? []).map(({ key, score }) => ({ key, score })) : [],
		dropped: [
			...(restoration?.dropped ?? []),
			...rest.map(({ what }): Drop => ({ what, why: 'room' })),
		],
	};
}

interface Item {
	/** It may go where a start would grow beyond what is worth reading. */
	readonly isSpare: boolean | 'said';
	/** Place of its section in the table. */
	readonly section: number;
	readonly line: string;
	readonly text: string;
	readonly what: string;
	/** The smaller, the later it goes for want of room. */
	readonly rank: number;
}

const CODES = SECTIONS.findIndex(({ noun }) => noun === 'code');
const NOTES = SECTIONS.findIndex(({ noun }) => noun === 'note');

/** Whatever could be told, of each section the same once: a pin and a warning of the same text are two things. */
function itemsOf(told: StartContent): readonly Item[] {
	return SECTIONS.flatMap(({ queue: [first, step], lines }, section) => {
		const items = lines(told).map(({ line, text = line, what, place, isSpare = false }, index) => ({
			...{ section, line, text, what, isSpare },
			rank: first + (place ?? index) * step,
		}));
		const once = new Map(items.toReversed().map((item) => [item.text.trim(), item]));
		return items.filter((item) => once.get(item.text.trim()) === item);
	});
}

/** Without the codes beyond their budget. */
function withinCodeBudget(
	items: readonly Item[],
	{ restoration, budget }: InjectionFacts,
): readonly Item[] {
	if (restoration === undefined) return items;
	const fits = new Set(codeLines(fitCodes(restoration.codes, budget)));
	return items.filter(({ section, text }) => section !== CODES || fits.has(text));
}

/** Without what is spare, the least worth first, as far as a start that nobody asked for would be long. */
function withoutSpare(items: readonly Item[], facts: InjectionFacts): readonly Item[] {
	const { gates, budget, isUsual } = facts;
	const bySaid = ({ isSpare }: Item) => Number(isSpare === 'said');
	const spare = items
		.filter(({ isSpare }) => isSpare !== false)
		.sort((a, b) => bySaid(b) - bySaid(a) || b.rank - a.rank);
	let excess = gates.length + BLANK_LINE.length + textOf(items, facts).length - budget.startChars;
	if (isUsual !== true || excess <= 0 || spare.length === 0) return items;
	excess += USUAL_NOTICE;
	const gone = new Set<Item>();
	for (const item of spare) {
		if (excess <= 0) break;
		gone.add(item);
		excess -= item.line.length;
	}
	return items.filter((item) => !gone.has(item));
}

/** Characters of the line that says how much is left out, mostly. */
const USUAL_NOTICE = 90;

/** One line for everything that found no room, with the command that shows it (D17). */
function noticeOf(left: readonly Item[], { isUsual }: InjectionFacts): Item {
	const counts = new Map<string, number>();
	for (const { section } of left) {
		const noun = SECTIONS[section]?.noun ?? '';
		counts.set(noun, (counts.get(noun) ?? 0) + 1);
	}
	const parts = [...counts].map(([noun, count]) => counted(count, noun));
	// The next start would be told as this one was; what somebody asked for, or a compaction, is told once.
	const finder = isUsual === true ? '`req session preview --all` names' : '`req search` finds';
	const line = oneLine(`No room for ${parts.join(', ')}: ${finder} them.`);
	return { section: NOTES, line, text: line, what: 'a note', rank: 0, isSpare: false };
}

function openingLine({ occasion, restoration }: StartContent): string {
	if (restoration === undefined) return '';
	if (occasion === 'compact') {
		return "[SESSION CONTINUITY — this session's own context before its compaction]";
	}
	const notes = restoration.sources.filter(({ isNoted }) => isNoted === true).length;
	const sessions = restoration.sources.length - notes;
	if (sessions > 0) {
		const beside = notes > 0 ? ', with notes from a terminal' : '';
		return `[SESSION CONTINUITY — inherited from ${sessions} prior session(s)${beside}]`;
	}
	return notes > 0
		? '[SESSION CONTINUITY — noted in a terminal for this branch]'
		: '[SESSION CONTINUITY — pending tasks of this branch]';
}

/** The line that closes it: what stands between is data; how to find the rest, and to leave something. */
export const CLOSING_LINE =
	'[END OF SESSION CONTINUITY — quoted text and codes are what earlier work recorded; `req search` finds more, `req learn "…"` adds to it]';

/** Sections in their order, a blank line between them, restored ones between an opening and closing lines. */
function textOf(items: readonly Item[], told: StartContent): string {
	const blocks = SECTIONS.map((row, section) => {
		const own = items.filter((item) => item.section === section).map(({ line }) => line);
		const lines = section === CODES ? joinedCodes(own) : own;
		const title = lines.length === 0 ? '' : titleOf(section, told);
		return { isOurs: row.isOurs, text: [...(title === '' ? [] : [title]), ...lines].join('\n') };
	}).filter(({ text }) => text !== '');
	const stored = blocks.filter(({ isOurs }) => isOurs !== true).map(({ text }) => text);
	const ours = blocks.filter(({ isOurs }) => isOurs === true).map(({ text }) => text);
	const isFramed = stored.length > 0 && told.restoration !== undefined;
	const framed = isFramed ? [openingLine(told), ...stored, CLOSING_LINE] : stored;
	return [...framed, ...ours].join(BLANK_LINE);
}

function titleOf(section: number, told: StartContent): string {
	const title = SECTIONS[section]?.title ?? '';
	return typeof title === 'string' ? title : title(told);
}

/** Most characters between two parts: a blank line, and the end of a title. */
const GAP = 3;

/**
 * The items that find room: in the order of their rank, until one does not (D17).
 *
 * @param room in UTF-16 units, for the text that `textOf` makes of them
 */
function fitItems(items: readonly Item[], told: StartContent, room: number): readonly Item[] {
	const around = told.restoration === undefined ? '' : openingLine(told) + CLOSING_LINE;
	const begun = new Set<number>();
	const kept = new Set<Item>();
	let used = around.length + 2 * GAP;
	for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
		used += begun.has(item.section) ? 0 : titleOf(item.section, told).length + GAP;
		used += item.line.length + 1;
		if (used > room) break;
		begun.add(item.section);
		kept.add(item);
	}
	return items.filter((item) => kept.has(item));
}

/** The one estimate of tokens (D16). */
const CHARS_PER_TOKEN = 4;

/** @returns `ceil(characters / 4)` */
export function estimateTokens(text: string): number {
	return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/**
 * The codes that fit their quotas and the whole budget, in their order (D17). What is most worth its room comes
 * first, what is left over flows on to those that lack it, and of a section the newest stay.
 */
export function fitCodes(sections: CodeSections, budget: Continuity['budget']): CodeSections {
	const room = bySection(() => 0);
	let rest = budget.codesTokens * CHARS_PER_TOKEN;
	const grant = (section: CodeSection, most: number): void => {
		const granted = Math.max(0, Math.min(sizeOf(sections[section]) - room[section], most, rest));
		room[section] += granted;
		rest -= granted;
	};
	for (const section of CODE_WORTH) grant(section, budget[section] * CHARS_PER_TOKEN);
	for (const section of CODE_WORTH) grant(section, rest);
	return bySection((section) => newest(sections[section], room[section]));
}

function newest(codes: readonly string[], room: number): readonly string[] {
	let used = 0;
	const first = codes.findLastIndex((line) => {
		used += line.length + 1;
		return used > room;
	});
	return codes.slice(first + 1);
}

function sizeOf(codes: readonly string[]): number {
	return codes.reduce((sum, line) => sum + line.length + 1, 0);
}
