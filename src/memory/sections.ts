import type { Continuity } from '../config/settings.ts';
import { onBranchText } from '../git/place.ts';
import { redact } from '../secrets/redact.ts';
import { cut, named, oneLine, quoted } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import type { Drop, ShownNote } from './choose-notes.ts';
import { plainWords } from './recall.ts';
import type { InsightKind } from './record.ts';
import type { Restoration } from './restoration.ts';
import type { Occasion } from './start-facts.ts';
import { stemOf } from './terms.ts';

/** What is put into words. */
export interface InjectionFacts {
	readonly kind: Occasion['kind'];
	/** What the gates have to say: first, and never cut. */
	readonly gates: string;
	/** What is shown of others, or of the session itself; `undefined`: nothing. */
	readonly restoration: Restoration | undefined;
	/** Sentences of ours about other sessions and the inheritance, harmless already. */
	readonly notes: readonly string[];
	readonly budget: Continuity['budget'];
}

/** Room for the line that counts what is left out, with the command that shows it (D17). */
const NOTICE_ROOM = 65;
const BLANK_LINE = '\n\n';

/**
 * Puts what a session is shown into one text of at most `inject_chars` UTF-16 units (D16–D18): gates, sections, notes.
 * The same facts give the same text, empty if there is nothing to say. What finds no room is counted in one line.
 */
export function compileInjection(facts: InjectionFacts) {
	const { kind, gates, restoration, budget } = facts;
	const { startChars, injectChars } = budget;
	const { items, repeated } = itemsOf(facts);
	const bound = injectChars - gates.length - BLANK_LINE.length;
	// Context has what the gates leave of a usual start, at least half and at most three quarters.
	const share = Math.max(startChars / 2, Math.min(startChars * 0.75, startChars - gates.length));
	// Only a usual start is short; what the user asked for, and a compaction, have all the room.
	const room = kind === 'start' ? Math.min(bound, share) : bound;
	const isWhole = textOf(items, facts).length <= room;
	const kept = isWhole ? items : fitItems(items, facts, { room, bound });
	const said = kept.map(({ says }) => plainWords(says));
	const isSaid = ({ says }: Item) => said.some((one) => one.includes(plainWords(says)));
	const left = items.filter((item) => !kept.includes(item));
	const dropped: Drop[] = [
		...(restoration?.dropped ?? []),
		...repeated.filter(isSaid).map(({ what }): Drop => ({ what, why: 'duplicate' })),
		// What repeats a line for which there is no room has none either.
		...[...left, ...repeated].filter((one) => !isSaid(one)).map(({ what }): Drop => ({ what, why: 'room' })),
	];
	const missing = dropped.filter(({ why }) => why === 'room').length;
	// A preview has the lines of the next start; what was asked for, or a compaction, is shown once.
	const finder = kind === 'start' ? '`req session preview` names' : '`req search` finds';
	const notice = `No room for ${counted(missing, 'more line')}: ${finder} them.`;
	const shown = [textOf(kept, facts), missing > 0 ? notice : ''].filter(Boolean).join(BLANK_LINE);
	const parts = [gates, shown.length <= bound ? shown : ''].filter(Boolean);
	// Stored text has no secrets, unless a person or another program wrote one into a file of ours.
	return { text: redact(parts.join(BLANK_LINE)), dropped };
}

/** One line that may be shown, harmless already. */
interface Line {
	readonly line: string;
	/** As it is named if it is left out: `warning i3f2a1b0c`. */
	readonly what: string;
	/** What it says: a later line that says no more is left out. */
	readonly says: string;
	/** It is shown in any case. */
	readonly isVital?: boolean;
}

/** A part of what is shown. */
interface Section {
	readonly title?: (kind: Occasion['kind'], lines: number) => string;
	/** How many lines of each other section come before its first one if room is short. */
	readonly rank: number;
	/** The best first. */
	readonly lines: (restoration: Restoration) => readonly Line[];
}

/** The parts of an injection, in the order in which they are shown (D18; how the last session ended, and its progress: ADR 4). */
const SECTIONS: readonly Section[] = [
	{ title: () => 'PENDING TASKS:', rank: 0, lines: taskLines },
	{ rank: 4, lines: ({ projects }) => namesLine('ACTIVE PROJECTS', projects) },
	{ rank: 5, lines: (all) => namesLine('HOT TOPICS', newTopics(all)) },
	{ title: pinsTitle, rank: 1, lines: pinLines },
	{ title: () => 'WARNINGS:', rank: 1, lines: (all) => insightLines('warning', all) },
	{ title: () => 'DECISIONS:', rank: 1, lines: (all) => insightLines('decision', all) },
	{ title: () => 'LEARNINGS:', rank: 2, lines: (all) => insightLines('learning', all) },
	{ title: () => 'PATTERNS:', rank: 3, lines: (all) => insightLines('pattern', all) },
	{ title: () => 'BLOCKERS:', rank: 0, lines: blockerLines },
	{ title: () => 'NEXT (`req note done ID`):', rank: 0, lines: nextLines },
	{ rank: 4, lines: workedLine },
	{ title: () => 'LAST SESSION:', rank: 0, lines: lastLines },
	{ title: () => 'PROGRESS, the last first:', rank: 1, lines: progressLines },
];

function taskLines({ tasks, dropped }: Restoration): readonly Line[] {
	const lines = tasks.map(({ id, title, status, stage, days, elsewhere }) => {
		const state = stage === undefined ? status : `last stage: ${plainName(stage)}`;
		const facts = `${state}, ${days}d ago${onBranch(elsewhere)}`;
		const line = `- [${named(unframed(id))}] ${plainName(title)} (${facts})`;
		return { line, what: `task ${id}`, says: `${id} ${title}` };
	});
	const isTask = ({ what }: Drop) => what.startsWith('task ');
	return [...lines, ...olderLine(dropped.filter(isTask), 'older task', 'req task list')];
}

/** How many were untouched for long; nothing if none was. */
function olderLine(dropped: readonly Drop[], what: string, list: string): readonly Line[] {
	const old = dropped.filter(({ why }) => why === 'old').length;
	if (old === 0) return [];
	const line = `- ${counted(old, what)}: \`${list}\``;
	return [{ line, what: `how many are ${what}s`, says: line }];
}

/** Names in one line. */
const MOST_NAMES = 10;

/** `HOT TOPICS: ft991a, ham radio` */
function namesLine(title: string, names: readonly string[]): readonly Line[] {
	if (names.length === 0) return [];
	const line = `${title}: ${names.slice(0, MOST_NAMES).map(plainName).join(', ')}`;
	return [{ line, what: title, says: line }];
}

/** Words that any work has. */
const VAGUE = new Set(
	stemsOf('branch build deploy detail fixup latest merge plan project rebase release request review squash step wip'),
);

/** A topic alone tells nothing. */
const FEWEST_TOPICS = 2;

/** The topics that no other line names, and that tell something. */
function newTopics(all: Restoration): readonly string[] {
	if (all.topics.length === 0) return [];
	const lines = SECTIONS.flatMap((section) => section.lines({ ...all, topics: [] }));
	const said = new Set([...VAGUE, ...stemsOf(lines.map(({ says }) => says).join(' '))]);
	const topics = all.topics.filter((topic) => stemsOf(topic).some((word) => !said.has(word)));
	return topics.length < FEWEST_TOPICS ? [] : topics.map((topic) => topic.replaceAll(',', ' '));
}

function stemsOf(text: string): string[] {
	return plainWords(text).trim().split(' ').map(stemOf);
}

function pinsTitle(kind: Occasion['kind'], lines: number): string {
	const how = kind === 'compact' ? 'kept' : 'inherited';
	return `WORKING MEMORY RESTORED: ${counted(lines, 'pin')} ${how}`;
}

/** With the session that said each. */
function pinLines({ pins }: Restoration): readonly Line[] {
	return pins.map(({ note: { label = '', text, critical: isVital = false }, from, elsewhere }) => {
		const name = `${isVital ? 'CRITICAL ' : ''}${named(unframed(label))}`;
		const source = from && `inherited from ${named(from.session)} @ ${dayOf(from.at)}`;
		const facts = [source ?? [], elsewhere === undefined ? [] : branchOf(elsewhere)].flat();
		const whence = facts.length === 0 ? '' : ` [${facts.join(', ')}]`;
		const line = `- ${name}: ${quotedText(text)}${whence}`;
		return { line, what: `pin ${label}`, says: `${label} ${text}`, isVital };
	});
}

/** `2026-11-20` */
function dayOf(at: string): string {
	const time = Date.parse(at);
	return Number.isNaN(time) ? '?' : new Date(time).toISOString().slice(0, 10);
}

/** Said of what is from another branch: what held there need not hold here. */
function onBranch(elsewhere: string | undefined): string {
	return elsewhere === undefined ? '' : `, ${branchOf(elsewhere)}`;
}

function branchOf(elsewhere: string): string {
	return onBranchText(unframed(elsewhere));
}

/** What is about as sure as ever needs no number. */
const SURE = 0.95;

function insightLines(kind: InsightKind, { insights }: Restoration): readonly Line[] {
	const own = insights.filter(({ note }) => note.kind === kind);
	return own.map(({ note: { id, text, why }, confidence, elsewhere, outdated = '' }) => {
		const because = why === undefined ? '' : `, because ${quotedText(why)}`;
		const doubt = confidence < SURE ? `confidence ${confidence.toFixed(2)}, ` : '';
		const gone = outdated === '' ? '' : `, ${unframed(outdated)}`;
		const facts = `${doubt}${named(id)}${onBranch(elsewhere)}${gone}`;
		const line = `- ${quotedText(text)}${because} (${facts})`;
		return { line, what: `${kind} ${id}`, says: `${text} ${why ?? ''}` };
	});
}

/** `- need: a key for the sandbox (b9a35b5f6a1c2)` */
function blockerLines({ blockers }: Restoration): readonly Line[] {
	return blockers.map((one) => {
		const { label = '', text } = one.note;
		const type = label === '' ? '' : `${plainName(label)}: `;
		return stepLine(type, one, { what: `blocker ${text}`, says: `${label} ${text}` });
	});
}

function nextLines({ next, dropped }: Restoration): readonly Line[] {
	const lines = next.map((one) => {
		const { text: says } = one.note;
		return stepLine('', one, { what: `next step ${says}`, says });
	});
	const isNote = ({ what }: Drop) => /^(?:next|blocker) /.test(what);
	return [...lines, ...olderLine(dropped.filter(isNote), 'older note', 'req note list')];
}

/** Something open, with the id by which it is ended. */
function stepLine(type: string, { note: { id, text }, elsewhere }: ShownNote, line: Pick<Line, 'what' | 'says'>): Line {
	return { ...line, line: `- ${type}${plainName(text)} (${named(id)}${onBranch(elsewhere)})` };
}

function workedLine({ worked }: Restoration): readonly Line[] {
	if (worked.length === 0) return [];
	const says = worked.map(plainName).join(', ');
	return [{ line: `impl: ${says}`, what: 'where the work was', says }];
}

/** Characters of the last words, and of a prompt. */
const MAX_SAID = 300;

/** How the last session left its work. */
function lastLines({ lastSession }: Restoration): readonly Line[] {
	const short = (text: string) => {
		const line = oneLine(text);
		return quotedText(line.length <= MAX_SAID ? line : `${cut(line, MAX_SAID - 1)}…`);
	};
	return lastSession.map(({ what, texts, areNames }) => {
		const line = `- ${what}: ${texts.map(areNames ? plainName : short).join(', ')}`;
		return { line, what: `how the last session ended: ${what}`, says: line };
	});
}

function progressLines({ progress }: Restoration): readonly Line[] {
	const lines = progress.map((says, index) => {
		return { line: `- ${quotedText(says)}`, what: `line ${index + 1} of the progress`, says };
	});
	return lines.reverse();
}

interface Item extends Line {
	/** Place of its section in the table. */
	readonly section: number;
	/** The smaller, the later it goes for want of room. */
	readonly rank: number;
}

/** Whatever could be shown, and what an earlier line says already. */
function itemsOf({ restoration }: InjectionFacts) {
	const items: Item[] = [];
	const repeated: Item[] = [];
	if (restoration === undefined) return { items, repeated };
	const said: string[] = [];
	for (const [section, { rank, lines }] of SECTIONS.entries()) {
		for (const [index, line] of lines(restoration).entries()) {
			const words = plainWords(line.says);
			const list = said.some((one) => one.includes(words)) ? repeated : items;
			list.push({ ...line, section, rank: rank + index });
			said.push(words);
		}
	}
	return { items, repeated };
}

/** The items that find room, by their rank; what is shown in any case has all the room there is. */
function fitItems(
	items: readonly Item[],
	facts: InjectionFacts,
	{ room, bound }: { readonly room: number; readonly bound: number },
): readonly Item[] {
	const byRank = items.toSorted((one, other) => one.rank - other.rank);
	const vital = byRank.filter(({ isVital }) => isVital === true);
	let kept: readonly Item[] = [];
	for (const item of new Set([...vital, ...byRank])) {
		const next = items.filter((one) => one === item || kept.includes(one));
		const most = (item.isVital === true ? bound : room) - NOTICE_ROOM;
		if (textOf(next, facts).length <= most) kept = next;
	}
	return kept;
}

function openingLine({ kind, restoration }: InjectionFacts): string {
	if (kind === 'compact') {
		return "[SESSION CONTINUITY — this session's own context before its compaction]";
	}
	const sessions = restoration?.sources.length ?? 0;
	return sessions > 0
		? `[SESSION CONTINUITY — inherited from ${sessions} prior session(s)]`
		: '[SESSION CONTINUITY — notes and tasks of this branch]';
}

/** The line that closes it: what is between is data; how to find the rest, and to leave something. */
export const CLOSING_LINE =
	'[END OF SESSION CONTINUITY — recorded data; `req search` finds more, `req learn "…"` adds to it]';

/** Sections in their order between an opening and a closing line, then the notes, a blank line between any two. */
function textOf(items: readonly Item[], facts: InjectionFacts): string {
	const blocks = SECTIONS.flatMap(({ title }, section) => {
		const lines = items.filter((item) => item.section === section).map(({ line }) => line);
		if (lines.length === 0) return [];
		return [[...(title === undefined ? [] : [title(facts.kind, lines.length)]), ...lines].join('\n')];
	});
	const framed = blocks.length === 0 ? [] : [openingLine(facts), ...blocks, CLOSING_LINE];
	return [...framed, ...facts.notes].join(BLANK_LINE);
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
function quotedText(text: string): string {
	return quoted(unframed(text));
}

/** A stored title or name: as it is if that is plain words, else between quotation marks. */
export function plainName(text: string): string {
	const line = oneLine(text);
	return PLAIN.test(line) ? line : quotedText(line);
}
