import { rankTopics } from '../topics/rank-topics.ts';
import { foldActivity } from './activity.ts';
import { isCandidate } from './confidence.ts';
import type { FoldSettings } from './fold-settings.ts';
import { foldInheritance } from './inheritance.ts';
import { foldConfidence, foldInsights } from './insights.ts';
import { foldLife } from './life.ts';
import type { RecordLine } from './lines.ts';
import { foldLinks } from './links.ts';
import { MS_A_DAY } from './ms-a-day.ts';
import { newRecord, type RecordFacts } from './new-record.ts';
import { foldPins } from './pins.ts';
import { foldProjects } from './projects.ts';
import type { SessionRecord } from './schema.ts';
import { foldShown } from './shown-requirements.ts';
import { foldTasks } from './tasks.ts';
import { foldTerms } from './term-counts.ts';
import { withinSize } from './within-size.ts';

/** Lines that were read, where in the journal they end, in bytes, and the time of the first line in it. */
export interface FoldedLines {
	/** Of this session, in the order of their times: `recordLinesOf`. */
	readonly lines: readonly RecordLine[];
	readonly journalBytes: number;
	readonly journalBegun: string | undefined;
}

/** What one fold made of a record. */
export interface FoldStep {
	/** `undefined`: nothing was folded yet. */
	readonly before: SessionRecord | undefined;
	readonly doc: SessionRecord;
	/** The lines of this session that are new in it, oldest first. */
	readonly lines: readonly RecordLine[];
}

/**
 * The record of a session after more lines of its journal (D9). Folding lines in two goes, the earlier
 * ones first, gives what folding them at once gives; up to 50 KB nothing is left out (D28).
 *
 * @param before `undefined`: nothing was folded yet
 * @returns `undefined` where nothing says that the session started
 */
export function foldLines(
	before: SessionRecord | undefined,
	{ lines, journalBytes, journalBegun }: FoldedLines,
	{ facts, settings }: { readonly facts: RecordFacts; readonly settings: FoldSettings },
): SessionRecord | undefined {
	const known = before ?? newRecord(lines, facts);
	if (known === undefined) return undefined;
	const { tasks, finished } = foldTasks(known, lines);
	const insights = foldInsights(known.insights, lines);
	const folded: SessionRecord = {
		...known,
		...foldLife(known, lines),
		...foldLinks(known, lines),
		...foldInheritance(known, lines),
		...tasks,
		...foldPins(known, lines, settings.pins),
		insights: [...insights],
		recent_learnings: insights.filter((one) => !isCandidate(one)).map(({ id }) => id),
		confidence_updates: foldConfidence(known, lines),
		activity: foldActivity(known.activity, lines, finished),
		notes: [...known.notes, ...lines.flatMap(noteOf)],
		active_projects: foldProjects(known, lines),
		sop_interactions: foldShown(known.sop_interactions, lines),
		journal_bytes: journalBytes,
		journal_begun: journalBegun,
	};
	const counted = { ...folded, terms: foldTerms(before, lines, folded) };
	return withinSize({ ...counted, ...derived(counted, settings) });
}

/** What follows from the rest of the record. */
function derived(
	{ terms: counts, last_activity, expires_at }: SessionRecord,
	settings: FoldSettings,
): Pick<SessionRecord, 'hot_topics' | 'expires_at'> {
	const expires = new Date(Date.parse(last_activity) + settings.expireDays * MS_A_DAY);
	return {
		hot_topics: rankTopics(counts, undefined, settings.topics),
		// A stored last activity may be no time.
		expires_at: Number.isNaN(expires.getTime()) ? expires_at : expires.toISOString(),
	};
}

/** Progress text (D29). */
function noteOf(line: RecordLine): SessionRecord['notes'] {
	if (line.e === 'note') return [{ at: line.at, from: line.from, text: line.text }];
	if (line.e !== 'turn' || line.text === undefined || line.text === '') return [];
	return [{ at: line.at, from: 'turn', text: line.text }];
}
