import type { Continuity } from '../config/settings.ts';
import { counted } from '../core/text/phrases.ts';
import { redact } from '../secrets/redact.ts';
import { codeLines, codeSections, fitCodes } from './codes.ts';
import { plainWords } from './recall.ts';
import type { Drop } from './restoration.ts';
import { type Line, SECTIONS, type StartContent } from './sections.ts';

export interface InjectionFacts extends StartContent {
	/** What the gates have to say: first, and never cut. */
	readonly gates: string;
	readonly budget: Continuity['budget'];
	/** Nobody asked for it: `start_chars` is its limit. */
	readonly isUsual: boolean;
}

/** What a start injects: the answer of `session preview`. */
export interface Injection {
	/** Empty when there is nothing to say. */
	readonly text: string;
	/** The activity summary in the form of the seeds, by its quotas. */
	readonly codes: readonly string[];
	/** ISO time: that of the most recent source. */
	readonly expiresAt: string | null;
	readonly sources: readonly { readonly key: string; readonly score: number }[];
	readonly dropped: readonly Drop[];
}

/** Room for the line that says what is left out. */
const NOTICE_ROOM = 80;
const BLANK_LINE = '\n\n';

/**
 * Puts what a start tells into one text of at most `inject_chars` UTF-16 units (D16–D18): gates, sections, notes.
 * The same facts give the same text. What finds no room is counted in one line.
 */
export function compileInjection(facts: InjectionFacts): Injection {
	const { gates, restoration, budget, isUsual } = facts;
	const { startChars, injectChars } = budget;
	const { sources = [], dropped: before = [], codes = codeSections([]) } = restoration ?? {};
	const dropped = [...before];
	const items = itemsOf(facts, dropped);
	const bound = injectChars - gates.length - BLANK_LINE.length;
	// Context has what the gates leave of a usual start, at least half and at most three quarters.
	const share = Math.max(startChars / 2, Math.min(startChars * 0.75, startChars - gates.length));
	const room = Math.min(bound, isUsual ? share : bound);
	const isWhole = textOf(items, facts).length <= room;
	const kept = isWhole ? items : fitItems(items, facts, { room, bound });
	const left = items.filter((item) => !kept.includes(item));
	dropped.push(...left.map(({ what }): Drop => ({ what, why: 'room' })));
	const said = [textOf(kept, facts), noticeOf(dropped, isUsual)].filter(Boolean).join(BLANK_LINE);
	const parts = [gates, said.length <= bound ? said : ''].filter(Boolean);
	return {
		// What was stored has no secrets, unless somebody put one into a file of ours.
		text: redact(parts.join(BLANK_LINE)),
		codes: codeLines(fitCodes(codes, budget)).map(redact),
		expiresAt: sources.find(({ isNoted }) => !isNoted)?.expiresAt ?? null,
		sources: items.length > 0 ? sources.map(({ key, score }) => ({ key, score })) : [],
		dropped,
	};
}

interface Item extends Line {
	/** Place of its section in the table. */
	readonly section: number;
	/** The smaller, the later it goes for want of room. */
	readonly rank: number;
}

/** Whatever could be told; what an earlier line says already goes to `dropped`. */
function itemsOf(told: StartContent, dropped: Drop[]): readonly Item[] {
	const items = SECTIONS.flatMap(({ rank, lines }, section) =>
		lines(told).map((line, index): Item => ({ ...line, section, rank: rank + index })),
	);
	const said: string[] = [];
	return items.filter(({ what, says }) => {
		const words = plainWords(says);
		const isRepeated = said.some((one) => one.includes(words));
		if (isRepeated) dropped.push({ what, why: 'duplicate' });
		else said.push(words);
		return !isRepeated;
	});
}

/** The items that find room, by their rank; what is told in any case has all the room there is. */
function fitItems(
	items: readonly Item[],
	told: StartContent,
	{ room, bound }: { readonly room: number; readonly bound: number },
): readonly Item[] {
	const byRank = items.toSorted((one, other) => one.rank - other.rank);
	const vital = byRank.filter(({ isVital }) => isVital === true);
	let kept: readonly Item[] = [];
	for (const item of new Set([...vital, ...byRank])) {
		const next = items.filter((one) => one === item || kept.includes(one));
		const most = (item.isVital === true ? bound : room) - NOTICE_ROOM;
		if (textOf(next, told).length <= most) kept = next;
	}
	return kept;
}

/** One line for everything that found no room, with the command that shows it (D17). */
function noticeOf(dropped: readonly Drop[], isUsual: boolean): string {
	const count = dropped.filter(({ why }) => why === 'room').length;
	if (count === 0) return '';
	// The next start would be told as this one was; what somebody asked for, or a compaction, is told once.
	const finder = isUsual ? '`req session preview` names' : '`req search` finds';
	return `No room for ${counted(count, 'more line')}: ${finder} them.`;
}

function openingLine({ occasion, restoration }: StartContent): string {
	if (occasion === 'compact') {
		return "[SESSION CONTINUITY — this session's own context before its compaction]";
	}
	const sessions = restoration?.sources.filter(({ isNoted }) => !isNoted).length ?? 0;
	return sessions > 0
		? `[SESSION CONTINUITY — inherited from ${sessions} prior session(s)]`
		: '[SESSION CONTINUITY — notes and tasks of this branch]';
}

/** The line that closes it: what is between is data; how to find the rest, and to leave something. */
export const CLOSING_LINE =
	'[END OF SESSION CONTINUITY — recorded data; `req search` finds more, `req learn "…"` adds to it]';

/** Sections in their order between an opening and a closing line, then the notes, a blank line between any two. */
function textOf(items: readonly Item[], told: StartContent): string {
	const blocks = SECTIONS.flatMap(({ title }, section) => {
		const lines = items.filter((item) => item.section === section).map(({ line }) => line);
		if (lines.length === 0) return [];
		return [[...(title === undefined ? [] : [title(told)]), ...lines].join('\n')];
	});
	const framed = blocks.length === 0 ? [] : [openingLine(told), ...blocks, CLOSING_LINE];
	return [...framed, ...told.notes].join(BLANK_LINE);
}
