import type { Continuity } from '../config/continuity.ts';
import type { Drop, Restoration } from '../restore/restoration.ts';
import { counted } from '../text/counted.ts';
import { oneLine } from '../text/one-line.ts';
import { CODE_ORDER } from './codes.ts';
import { fitCodes } from './fit-codes.ts';
import { type InjectionItem, OWN_SECTIONS, rankOf, type Section } from './injection-item.ts';
import { type Occasion, restoredItems } from './preamble.ts';
import { fitItems, renderInjection } from './render-injection.ts';
import { estimateTokens } from './token-estimate.ts';

export interface InjectionFacts {
	/** What the gates have to say: first, and never cut. */
	readonly gates: string;
	readonly restoration: Restoration | undefined;
	readonly occasion: Occasion;
	/** Single sentences of ours beside it: sessions that lie idle, or have finished since. */
	readonly notes: readonly string[];
	/** What belongs to an inheritance: `inheritedItems`. */
	readonly inherited: readonly InjectionItem[];
	readonly budget: Continuity['budget'];
}

/** What a start injects (S1-002): the answer of `context preview`. */
export interface Injection {
	/** Empty when there is nothing to say. */
	readonly text: string;
	/** UTF-16 units, as the host counts (host fact 2). */
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
	const { items, left } = itemsOf(facts);
	const room = budget.injectChars - (gates === '' ? 0 : gates.length + BLANK_LINE.length);
	const isWhole = left.length === 0 && renderInjection(items, facts).length <= room;
	const kept = isWhole ? items : fitItems(items, facts, room - NOTICE_ROOM);
	const rest = isWhole ? [] : [...without(items, kept), ...left];
	const said = renderInjection(rest.length === 0 ? kept : [...kept, noticeOf(rest)], facts);
	const text = [gates, said.length <= room ? said : ''].filter(Boolean).join(BLANK_LINE);
	const tells = items.some(({ section }) => !OWN_SECTIONS.includes(section));
	return {
		text,
		chars: text.length,
		tokenCount: estimateTokens(text),
		codes: linesOf(kept, 'codes').join('\n'),
		sources: tells ? (restoration?.sources ?? []).map(({ key, score }) => ({ key, score })) : [],
		dropped: [
			...(restoration?.dropped ?? []),
			...rest.map(({ what }): Drop => ({ what, why: 'room' })),
		],
	};
}

/** Whatever could be told, each once, and the codes beyond their budget. */
function itemsOf({ restoration, notes, inherited, budget }: InjectionFacts): {
	readonly items: readonly InjectionItem[];
	readonly left: readonly InjectionItem[];
} {
	const told = [...inherited, ...notes.map(noteItem)];
	if (restoration === undefined) return { items: onceEach(told), left: [] };
	const codes = fitCodes(restoration.codes, budget);
	const all = onceEach([...restoredItems(restoration, restoration.codes), ...told]);
	const fits = new Set(CODE_ORDER.flatMap((section) => codes[section]));
	const isIn = ({ section, text }: InjectionItem) => section !== 'codes' || fits.has(text);
	return { items: all.filter(isIn), left: all.filter((item) => !isIn(item)) };
}

/** A pin and a warning of the same text are two things. */
function onceEach(items: readonly InjectionItem[]): readonly InjectionItem[] {
	const seen = new Set<string>();
	return items.filter(({ section, text }) => {
		const key = `${section} ${text.trim()}`;
		return !seen.has(key) && seen.add(key);
	});
}

function noteItem(note: string, index: number): InjectionItem {
	const line = oneLine(note);
	return { section: 'notes', line, text: line, what: 'a note', rank: rankOf('notes', index) };
}

/** Of sections that are no plural of what is in them. */
const NOUN: Partial<Record<Section, string>> = {
	last: 'last session line',
	progress: 'progress line',
};

/** One line for everything that found no room, with the command that shows it (D17). */
function noticeOf(left: readonly InjectionItem[]): InjectionItem {
	const counts = new Map<Section, number>();
	for (const { section } of left) counts.set(section, (counts.get(section) ?? 0) + 1);
	const parts = [...counts].map(([section, count]) =>
		counted(count, NOUN[section] ?? section.replace(/s$/, '')),
	);
	return noteItem(`No room for ${parts.join(', ')}: \`req session preview\` names them.`, 0);
}

function without(
	items: readonly InjectionItem[],
	kept: readonly InjectionItem[],
): readonly InjectionItem[] {
	const stays = new Set(kept);
	return items.filter((item) => !stays.has(item));
}

function linesOf(items: readonly InjectionItem[], asked: InjectionItem['section']): string[] {
	return items.filter(({ section }) => section === asked).map(({ line }) => line);
}
