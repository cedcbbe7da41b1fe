import type { InsightKind } from '../journal/values.ts';
import { onBranchText } from '../place/branch-text.ts';
import type { Restoration, RestoredInsight, RestoredPin } from '../restore/restoration.ts';
import { counted } from '../text/counted.ts';
import { named, oneLine } from '../text/one-line.ts';
import { CODE_ORDER, CODE_WORTH, type CodeSections } from './codes.ts';
import { type InjectionItem, OWN_SECTIONS, rankOf, type Section } from './injection-item.ts';
import { lastSessionItems } from './last-session-items.ts';
import { toldName, toldText, unframed } from './told-text.ts';

/** Why something is told: a start, or a compaction of the session itself (D19). */
export type Occasion = 'start' | 'compact';

/** The line that opens what is told (FR-010). */
export function openingLine(occasion: Occasion, { sources }: Restoration): string {
	if (occasion === 'compact') {
		return "[SESSION CONTINUITY — this session's own context before its compaction]";
	}
	return sources.length === 0
		? '[SESSION CONTINUITY — pending tasks of this branch]'
		: `[SESSION CONTINUITY — inherited from ${sources.length} prior session(s)]`;
}

/** The line that closes it: what stands between is data. */
export const CLOSING_LINE =
	'[END OF SESSION CONTINUITY — quoted text and codes are what earlier work recorded]';

/** Below it, ours: how to leave something for those who come (seed 000, P1-2). */
export const LEARN_LINE =
	'What this session finds out reaches the next ones by `req learn "…"`: one sentence, specific, no secrets.';

/** Codes and single lines speak for themselves. */
const BARE: readonly Section[] = ['projects', 'topics', 'codes', ...OWN_SECTIONS];

/** What stands above a section's items; nothing above codes and single lines. */
export function sectionHead(section: Section, occasion: Occasion, { pins }: Restoration): string {
	if (section === 'tasks') return 'PENDING TASKS:';
	if (section === 'pins') {
		const count = `${pins.length} pins ${occasion === 'compact' ? 'kept' : 'inherited'}`;
		return `WORKING MEMORY RESTORED: ${count}\n(Use \`req pin list\` to see all pins)`;
	}
	if (section === 'last') return 'LAST SESSION:';
	return BARE.includes(section) ? '' : `${section.toUpperCase()}:`;
}

/** Everything that may be told of a restoration, in the order of D18 and the format of FR-010. */
export function restoredItems(restoration: Restoration, codes: CodeSections): InjectionItem[] {
	const { tasks, olderTasks, projects, topics, pins, insights, lastSession } = restoration;
	const ofKind = (kind: InsightKind) => insights.filter(({ insight }) => insight.kind === kind);
	return [
		...items('tasks', tasks, ({ id, title, stage, days }) => ({
			line: `- [${named(unframed(id))}] ${toldName(title)} (last stage: ${toldName(stage)}, ${days}d ago)`,
			text: id,
			what: `task ${named(id)}`,
		})),
		...olderItems(olderTasks, tasks.length),
		...list(
			'projects',
			'ACTIVE PROJECTS',
			projects.map((project) => named(unframed(project))),
		),
		...list(
			'topics',
			'HOT TOPICS',
			topics.map((topic) => toldName(topic.replaceAll(',', ' '))),
		),
		...items('pins', pins, (pin) => ({
			line: pinLine(pin),
			text: pin.label,
			what: `pin ${named(pin.label)}`,
		})),
		...items('warnings', ofKind('warning'), insightItem),
		...items('decisions', ofKind('decision'), insightItem),
		...items('learnings', ofKind('learning'), insightItem),
		...items('patterns', ofKind('pattern'), insightItem),
		...codeItems(codes),
		...(lastSession === undefined ? [] : lastSessionItems(lastSession)),
	];
}

type ItemText = Pick<InjectionItem, 'line' | 'text' | 'what'>;

function items<One>(
	section: Section,
	all: readonly One[],
	tell: (one: One) => ItemText,
): InjectionItem[] {
	return all.map((one, index) => ({ ...tell(one), section, rank: rankOf(section, index) }));
}

/** That more wait, behind those that are told. */
function olderItems(count: number, told: number): InjectionItem[] {
	if (count === 0) return [];
	const line = `- ${counted(count, 'older task')}: \`req task list\``;
	return [{ section: 'tasks', line, text: line, what: 'older tasks', rank: rankOf('tasks', told) }];
}

/** Characters of names in one line. */
const MAX_NAMES = 300;

/** Harmless names in one line, as many as fit, each whole: `HOT TOPICS: ft991a, ham radio`. */
function list(section: Section, head: string, names: readonly string[]): InjectionItem[] {
	let room = MAX_NAMES;
	const fitting = names.filter((name) => {
		room -= name.length + 2;
		return room >= 0;
	});
	if (fitting.length === 0) return [];
	const line = `${head}: ${fitting.join(', ')}`;
	return items(section, [line], (text) => ({ line, text, what: section }));
}

/** With where it was first made (S2-048). */
function pinLine({ label, content, importance, origin, elsewhere }: RestoredPin): string {
	const weight = importance === 'critical' ? 'CRITICAL ' : '';
	const from =
		origin === undefined
			? ''
			: ` [inherited from ${named(origin.session)} @ ${timeOf(origin.at)}${onBranch(elsewhere)}]`;
	return `- ${weight}${named(unframed(label))}: ${toldText(content)}${from}`;
}

function timeOf(at: string): string {
	const time = Date.parse(at);
	return Number.isNaN(time) ? '?' : new Date(time).toISOString();
}

/** Said where it is not this one: what held there need not hold here. */
function onBranch(elsewhere: string | undefined): string {
	return elsewhere === undefined ? '' : `, ${onBranchText(unframed(elsewhere))}`;
}

function insightItem({ insight, confidence, elsewhere }: RestoredInsight): ItemText {
	const { id, kind, text, why } = insight;
	const because = why === undefined ? '' : `, because ${toldText(why)}`;
	const facts = `confidence ${confidence.toFixed(2)}, ${named(id)}${onBranch(elsewhere)}`;
	return {
		line: `- ${toldText(text)}${because} (${facts})`,
		text,
		what: `${kind} ${named(id)}`,
	};
}

/** One item a code, in the order of codes; the newest of a section is the last to go. */
function codeItems(codes: CodeSections): InjectionItem[] {
	const queue = CODE_WORTH.flatMap((section) => [...codes[section]].reverse());
	const places = new Map(queue.map((line, index) => [line, index]));
	return CODE_ORDER.flatMap((section) => codes[section]).map((line) => ({
		section: 'codes',
		line: unframed(line),
		text: line,
		what: `code ${oneLine(line)}`,
		rank: rankOf('codes', places.get(line) ?? 0),
	}));
}
