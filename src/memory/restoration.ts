import { KIND_OF, LISTS, type Selection, selects } from '../config/selection.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { JournalEntry, JournalLine } from '../journal/entries.ts';
import type { Pin } from '../journal/work.ts';
import type { ChoiceFacts } from './choose-sources.ts';
import { bySection, type CodeSections } from './codes.ts';
import type { NewEvent } from './events.ts';
import { triedIn } from './failed-tries.ts';
import type { Insight, SessionRecord } from './record.ts';
import type { Task } from './tasks.ts';
import type { DocumentCounts } from './topics.ts';

/** What is known where something is restored. */
export interface RestoreFacts extends Pick<ChoiceFacts, 'now' | 'branch' | 'user' | 'continuity'> {
	/**
	 * `explicit`: the user named the source: neither age nor the share of inherited pins counts, and nothing is dropped
	 * for what time has left of it (D22–D24).
	 */
	readonly mode: 'auto' | 'explicit';
	/** Pins the session has already; none at a start. They win on the label. */
	readonly own: readonly Pin[];
	/** The project's tasks; `undefined` where there is no list that can be read: then the snapshots count. */
	readonly tasks: readonly Task[] | undefined;
	/** Keys of other live sessions: what they work on waits for nobody. */
	readonly live: ReadonlySet<string>;
	/** In how many sessions each term occurs (D28); `undefined`: all are alike. */
	readonly documents: DocumentCounts | undefined;
	/** By default nobody has looked. */
	readonly today?: LearnedToday | undefined;
}

/** What holds today of something that was learned. */
export interface LearnedToday {
	/** Whether the client puts it before the model by itself. */
	readonly isRead: (text: string) => boolean;
	/** `may be outdated: …`, where a file or an identifier that it names is gone; else empty. */
	readonly outdated: (insight: Insight, record: SessionRecord) => string;
}

/** A pin of another session: its origin is known. */
export type InheritedPin = Pin & {
	readonly origin: { readonly session: string; readonly at: string };
};

/** An insight as it is passed on: the stored one keeps its confidence (D22). */
export interface RestoredInsight {
	readonly insight: Insight;
	/** Key of its session. */
	readonly from: string;
	/** What time has left of its confidence, 0–1. */
	readonly confidence: number;
	/** Since its session was last at work; `undefined` where nothing of it has faded. */
	readonly hours?: number;
	/** Branch of its session where that is another one. */
	readonly elsewhere?: string | undefined;
	/** A person noted it in a terminal, where no session was live. */
	readonly isNoted?: true;
	/** `may be outdated: …`, where what it names is gone. */
	readonly outdated?: string;
}

/** A pin as it is told. `elsewhere`: branch of the session it came by where that is another one. */
export type RestoredPin = Pin & { readonly elsewhere?: string | undefined };

export interface RestoredTask {
	readonly id: string;
	readonly title: string;
	readonly stage: string;
	/** Whole days since its own last activity. */
	readonly days: number;
}

/** Something that is not passed on, and why: a row of `session preview`. */
export interface Drop {
	readonly what: string;
	readonly why:
		| ('faded' | 'disputed' | 'cap' | 'expired' | 'duplicate' | 'own_wins' | 'room')
		/** Done since; only supposed so far (D26); in a file that the client reads. */
		| ('done' | 'unconfirmed' | 'read');
}

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration {
	/** Newest first. */
	readonly sources: readonly {
		readonly key: string;
		readonly uuid: string;
		readonly score: number;
		/** A person noted it in a terminal: it is no session. */
		readonly isNoted?: true;
		/** What came in of its pins: the `restore` line of the session that starts. */
		readonly pins: readonly InheritedPin[];
	}[];
	/** Critical ones first. */
	readonly pins: readonly RestoredPin[];
	/** Warnings, decisions, learnings, patterns; in each the most confident first. */
	readonly insights: readonly RestoredInsight[];
	readonly tasks: readonly RestoredTask[];
	/** How many more wait that nobody has touched for as long as sessions are looked back on. */
	readonly olderTasks: number;
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	readonly codes: CodeSections;
	readonly lastSession: LastSession | undefined;
	readonly dropped: readonly Drop[];
}

/** How the most recent session left its work. */
export interface LastSession {
	/** Subjects of its last commits, oldest first. */
	readonly commits: readonly string[];
	/** Runners of its last tests that passed, oldest first. */
	readonly tests: readonly string[];
	/** Commands of tests whose last run failed. */
	readonly failed: readonly string[];
	/** Requirements that were unmet when its last turn ended. */
	readonly unmet: readonly string[];
	/** Files it changed after its last commit, the last one last. */
	readonly uncommitted: readonly string[];
	/** First words of what it was asked, first and last. */
	readonly asked: readonly string[];
	/** Sentences of its turns that say what was tried and did not work, the newest last. */
	readonly tried: readonly string[];
	/** What was said last of the work: by the model at the end of a turn, or by the user (D29). */
	readonly note: string | undefined;
}

/** Commits and tests that are told. */
const MOST = 3;
const TEST = 'test:';

/** The end of a session's work; `undefined` where nothing is known of it. */
export function lastSession({ activity, notes }: SessionRecord): LastSession | undefined {
	const said = notes.findLast(({ from }) => from === 'turn' || from === 'user')?.text;
	const { first, last } = activity.asked ?? {};
	const all = {
		asked: [first, last].filter((one) => one !== undefined),
		tried: triedIn(notes.filter(({ from }) => from === 'turn').map(({ text }) => text)),
		commits: activity.commits.map(({ subject }) => subject),
		tests: activity.completed.filter((what) => what.startsWith(TEST)),
		failed: activity.failed ?? [],
		unmet: activity.unmet ?? [],
		uncommitted: uncommitted(activity),
	};
	const texts = [...Object.values(all).flat(), ...(said === undefined ? [] : [said])];
	if (texts.length === 0) return undefined;
	return {
		asked: all.asked,
		tried: all.tried
			// Of the last words one line is told (D18), and no sentence of it twice.
			.filter((sentence) => said === undefined || !oneLine(said).includes(sentence))
			.slice(-MOST),
		commits: all.commits.slice(-MOST),
		tests: all.tests.slice(-MOST).map((what) => what.slice(TEST.length)),
		failed: all.failed.slice(-MOST),
		unmet: all.unmet,
		uncommitted: all.uncommitted,
		note: said,
	};
}

/** By what the session itself did: whoever commits by hand is not seen. */
function uncommitted({ files, commits }: SessionRecord['activity']): string[] {
	const since = commits.at(-1)?.at ?? '';
	return files.filter(({ last }) => last > since).map(({ path }) => path);
}

/** What the lines of how the last session ended are called where one finds no room. */
export const LAST_SESSION = 'how the last session ended';

/**
 * The restoration without the insights, tasks and next steps that found no room, nor how the last session ended where that is
 * told in part.
 */
export function onlyTold(restoration: Restoration, dropped: readonly Drop[]): Restoration {
	const left = new Set(dropped.filter(({ why }) => why === 'room').map(({ what }) => what));
	return {
		...restoration,
		insights: restoration.insights.filter(
			({ insight }) => !left.has(`${insight.kind} ${insight.id}`),
		),
		tasks: restoration.tasks.filter(({ id }) => !left.has(`task ${id}`)),
		codes: {
			...restoration.codes,
			next: restoration.codes.next.filter((line) => !left.has(`code ${oneLine(line)}`)),
		},
		lastSession: left.has(LAST_SESSION) ? undefined : restoration.lastSession,
	};
}

/** The lessons that a restoration told, by the last part of `Lesson.id`: no prompt or file need tell them again. */
export function lessonsIn({ insights }: Restoration): readonly string[] {
	return insights.map(({ insight }) => insight.id);
}

/**
 * The restoration held to what was selected: insights of the lists that were named, and what else
 * was done only where everything is taken over. Pins of the source and pending tasks always come (D24).
 */
export function onlySelected(restoration: Restoration, select: Selection): Restoration {
	if (select === 'all') return restoration;
	const kinds: readonly string[] = LISTS.filter((list) => selects(select, list)).map(
		(list) => KIND_OF[list],
	);
	return {
		...restoration,
		insights: restoration.insights.filter(
			({ insight, isNoted }) => isNoted === true || kinds.includes(insight.kind),
		),
		projects: [],
		topics: [],
		codes: bySection(() => []),
		lastSession: undefined,
	};
}

/** One start has no more to say of each: the events must not grow with the lists. */
const MOST_EVENTS = 25;

/**
 * What a start that told a restoration did, as events.
 *
 * @param session full id of the session that starts
 */
export function restoredEvents(restoration: Restoration, session: string): readonly NewEvent[] {
	const { insights, tasks } = restoration;
	const sources = restoration.sources.filter(({ isNoted }) => isNoted !== true);
	const restored: NewEvent = {
		...{ name: 'session_restored', session },
		data: {
			from_session_ids: sources.map(({ uuid }) => uuid),
			pins_inherited: restoration.sources.reduce((sum, { pins }) => sum + pins.length, 0),
			relevance_scores: sources.map(({ score }) => score),
		},
	};
	const faded = insights.flatMap(({ insight, confidence, hours: hours_elapsed }): NewEvent[] => {
		if (hours_elapsed === undefined) return [];
		const scores = { original_score: insight.confidence, decayed_score: confidence };
		const data = { memory_id: insight.id, ...scores, hours_elapsed };
		return [{ name: 'confidence_decay_applied', session, data }];
	});
	const surfaced = tasks.map(({ id, days }): NewEvent => {
		const data = { task_id: id, days_pending: days };
		return { name: 'pending_task_surfaced', session, data };
	});
	return [
		...(sources.length === 0 ? [] : [restored]),
		...faded.slice(0, MOST_EVENTS),
		...surfaced.slice(0, MOST_EVENTS),
	];
}

/** A start as one hook process claims it. */
export type Told = Extract<JournalEntry, { e: 'told' }>;

/**
 * Two hooks of one compaction run in parallel, and none takes longer than its deadline of 8 s. Beyond that
 * only a compaction whose other traces are missing is left.
 */
const ONE_COMPACTION_MS = 10_000;

/**
 * Whether the hook that appended `mine` speaks at its start: the first to say so in the file does, so that
 * the plugin's hook and one in the settings, run in parallel, agree. Of one client a
 * start is another one after the session's end; a compaction after the summary of the one before it, or in
 * another prompt.
 *
 * @param raw lines of the session's journal in the order of the file, unchecked; true where `mine` is not among them
 */
export function isFirstTold(raw: readonly unknown[], uuid: string, mine: Told): boolean {
	const lines = raw.filter((line): line is Line => (line as Line | null)?.s === uuid);
	const own = lines.findLastIndex((line) => isTold(line) && line.by === mine.by);
	const line = lines[own];
	if (line === undefined || !isTold(line)) return true;
	const earlier = lines.slice(0, own);
	const border = earlier.findLastIndex((one) => isBorder(one, mine));
	return !earlier.slice(border + 1).some((one) => isTold(one) && isSameStart(one, line));
}

type Line = Pick<JournalLine, 's' | 'at'> & { readonly e: string };
type ToldLine = Line & Told;

function isTold(line: Line): line is ToldLine {
	return line.e === 'told';
}

/** What stands between two starts of one client. */
function isBorder(line: Line, { source }: Told): boolean {
	if (source !== 'compact') return line.e === 'end';
	return line.e === 'note' && 'from' in line && line.from === 'compaction';
}

function isSameStart(one: ToldLine, other: ToldLine): boolean {
	if (one.source !== other.source || one.client !== other.client) return false;
	if (one.source !== 'compact') return true;
	return one.p === other.p && Date.parse(other.at) - Date.parse(one.at) < ONE_COMPACTION_MS;
}
