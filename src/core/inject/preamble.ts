import type { InsightKind } from '../journal/activity.ts';
import type { Restoration, RestoredInsight } from '../restore/restoration.ts';
import type { Pin } from '../session-record/schema.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { CODE_ORDER, type CodeSection, type CodeSections } from './codes.ts';
import { type InjectionItem, rankOf, type Section } from './injection-item.ts';

/** Why something is told: a start, or a compaction of the session itself (D19). */
export type Occasion = 'start' | 'compact';

/** The line that opens what is told (FR-010). */
export function openingLine(occasion: Occasion, { sources }: Restoration): string {
	return occasion === 'compact'
		? "[SESSION CONTINUITY — this session's own context before its compaction]"
		: `[SESSION CONTINUITY — inherited from ${sources.length} prior session(s)]`;
}

/** The line that closes it: what stands between is data. */
export const CLOSING_LINE =
	'[END OF SESSION CONTINUITY — quoted text and codes are what earlier work recorded]';

/** What stands above a section's items; nothing above codes and single lines. */
export function sectionHead(section: Section, occasion: Occasion, { pins }: Restoration): string {
	if (section === 'tasks') return 'PENDING TASKS:';
	if (section === 'pins') {
		const count = `${pins.length} pins ${occasion === 'compact' ? 'kept' : 'inherited'}`;
		return `WORKING MEMORY RESTORED: ${count}\n(Use \`req pin list\` to see all pins)`;
	}
	const isBare = ['projects', 'topics', 'codes', 'notes'].includes(section);
	return isBare ? '' : `${section.toUpperCase()}:`;
}

/** Everything that may be told of a restoration, in the order of D18 and the format of FR-010. */
export function restoredItems(restoration: Restoration, codes: CodeSections): InjectionItem[] {
	const { tasks, projects, topics, pins, insights } = restoration;
	const ofKind = (kind: InsightKind) => insights.filter(({ insight }) => insight.kind === kind);
	return [
		...items('tasks', tasks, ({ id, title, stage, days }) => ({
			line: `- [${oneLine(id)}] ${oneLine(title)} (last stage: ${oneLine(stage)}, ${days}d ago)`,
			text: `task ${id}`,
			what: `task ${oneLine(id)}`,
		})),
		...list('projects', 'ACTIVE PROJECTS', projects),
		...list('topics', 'HOT TOPICS', topics),
		...items('pins', pins, (pin) => ({
			line: pinLine(pin),
			text: pin.content,
			what: `pin ${named(pin.label)}`,
		})),
		...items('warnings', ofKind('warning'), insightItem),
		...items('decisions', ofKind('decision'), insightItem),
		...items('learnings', ofKind('learning'), insightItem),
		...items('patterns', ofKind('pattern'), insightItem),
		...codeItems(codes),
	];
}

type Told = Pick<InjectionItem, 'line' | 'text' | 'what'>;

function items<One>(
	section: Section,
	all: readonly One[],
	tell: (one: One) => Told,
): InjectionItem[] {
	return all.map((one, index) => ({ ...tell(one), section, rank: rankOf(section, index) }));
}

/** Names in one line: `HOT TOPICS: ft991a, ham radio`. */
function list(section: Section, head: string, names: readonly string[]): InjectionItem[] {
	if (names.length === 0) return [];
	const line = `${head}: ${oneLine(names.map((name) => oneLine(name).replaceAll(',', ' ')).join(', '))}`;
	return items(section, [line], (text) => ({ line, text, what: section }));
}

/** With where it was first made (S2-048). */
function pinLine({ label, content, importance, origin }: Pin): string {
	const weight = importance === 'critical' ? 'CRITICAL ' : '';
	const from =
		origin === undefined
			? ''
			: ` [inherited from ${oneLine(origin.session)} @ ${oneLine(origin.at)}]`;
	return `- ${weight}${named(label)}: ${quoted(content)}${from}`;
}

function insightItem({ insight, confidence }: RestoredInsight): Told {
	const { id, kind, text, why } = insight;
	const because = why === undefined ? '' : `, because ${quoted(why)}`;
	return {
		line: `- ${quoted(text)}${because} (confidence ${confidence.toFixed(2)}, ${oneLine(id)})`,
		text,
		what: `${kind} ${oneLine(id)}`,
	};
}

/** What is most worth its room first. */
const WORTH: readonly CodeSection[] = [
	'meta',
	'next',
	'blockers',
	'decisions',
	'files',
	'functions',
];

/** One item a code, in the order of codes; the newest of a section is the last to go. */
function codeItems(codes: CodeSections): InjectionItem[] {
	const queue = WORTH.flatMap((section) => [...codes[section]].reverse());
	const places = new Map(queue.map((line, index) => [line, index]));
	return CODE_ORDER.flatMap((section) => codes[section]).map((line) => ({
		section: 'codes',
		line: oneLine(line),
		text: line,
		what: `code ${oneLine(line)}`,
		rank: rankOf('codes', places.get(line) ?? 0),
	}));
}
