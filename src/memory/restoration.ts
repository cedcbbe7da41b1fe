import { KIND_OF, LISTS, type Selection, selects } from '../config/selection.ts';
import type { Pin } from '../journal/work.ts';
import type { CodeSections } from './codes.ts';
import type { NewEvent } from './events.ts';
import type { LastSession } from './last-session.ts';
import { type Insight, TERMINAL } from './record.ts';

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration {
	/** The most recent, or the nearest, first. */
	readonly sources: readonly {
		readonly key: string;
		readonly uuid: string;
		readonly score: number;
		readonly expiresAt: string;
		/** A person noted it in a terminal: it is no session. */
		readonly isNoted: boolean;
		/** What came in of its pins: the `restore` line of the session that starts. */
		readonly pins: readonly (Pin & { readonly origin: { session: string; at: string } })[];
	}[];
	/** Critical ones first. */
	readonly pins: readonly (Pin & FromBranch)[];
	/** Warnings, decisions, learnings, patterns; of each kind the most confident first. */
	readonly insights: readonly RestoredInsight[];
	/** The one worked on last first; `days`: whole ones since then. */
	readonly tasks: readonly (FromBranch &
		Readonly<Record<'id' | 'title' | 'stage', string>> & { readonly days: number })[];
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	readonly codes: CodeSections;
	readonly lastSession: LastSession | undefined;
	readonly dropped: readonly Drop[];
}

interface FromBranch {
	/** The branch it is from, if that is another one. */
	readonly elsewhere?: string | undefined;
}

/** An insight as it is passed on: the stored one keeps its confidence (D22). */
export interface RestoredInsight extends FromBranch {
	readonly insight: Insight;
	/** Key of its session. */
	readonly from: string;
	/** What time has left of its confidence, 0–1. */
	readonly confidence: number;
	/** Since its session was last active; `undefined` if nothing of it has faded. */
	readonly hours?: number | undefined;
	/** `may be outdated: …`, if a file that it names is gone; else empty. */
	readonly outdated?: string;
}

/** Something that is not passed on, and why: `warning i3f2a1b0c`. */
export interface Drop {
	readonly what: string;
	readonly why: keyof typeof REASONS;
}

/** Why something is not passed on, as `session preview` words it. */
export const REASONS = {
	faded: 'its confidence has faded',
	disputed: 'it was disputed',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	unconfirmed: 'not confirmed: `req learn review`',
	read: 'Claude Code reads it anyway',
} as const;

/** The restoration without the insights and tasks that were left out of the text. */
export function onlyTold(restoration: Restoration, dropped: readonly Drop[]): Restoration {
	const left = new Set(dropped.map(({ what }) => what));
	const { insights, tasks } = restoration;
	return {
		...restoration,
		insights: insights.filter(({ insight: { kind, id } }) => !left.has(`${kind} ${id}`)),
		tasks: tasks.filter(({ id }) => !left.has(`task ${id}`)),
	};
}

/** The lessons that a restoration told, by their ids: no prompt or file need tell them again. */
export function lessonsIn({ insights }: Restoration): readonly string[] {
	return insights.map(({ insight }) => insight.id);
}

/** The restoration without the insights of lists that were not selected (D24); notes from a terminal always come. */
export function onlySelected(restoration: Restoration, select: Selection): Restoration {
	const kinds = LISTS.filter((list) => selects(select, list)).map((list) => KIND_OF[list]);
	const insights = restoration.insights.filter(
		({ insight, from }) => from === TERMINAL || kinds.some((kind) => kind === insight.kind),
	);
	return { ...restoration, insights };
}

/** One start has no more to say of each: the events must not grow with the lists. */
const MOST_EVENTS = 25;

/**
 * What a start that told a restoration did, as events.
 *
 * @param session full id of the session that starts
 */
export function restoredEvents(restoration: Restoration, session: string): readonly NewEvent[] {
	const sources = restoration.sources.filter(({ isNoted }) => !isNoted);
	const restored: NewEvent = {
		name: 'session_restored',
		session,
		data: {
			from_session_ids: sources.map(({ uuid }) => uuid),
			pins_inherited: restoration.sources.flatMap(({ pins }) => pins).length,
			relevance_scores: sources.map(({ score }) => score),
		},
	};
	const faded = restoration.insights.flatMap(({ insight, confidence, hours }): NewEvent[] => {
		if (hours === undefined) return [];
		const scores = { original_score: insight.confidence, decayed_score: confidence };
		const data = { memory_id: insight.id, ...scores, hours_elapsed: hours };
		return [{ name: 'confidence_decay_applied', session, data }];
	});
	const surfaced = restoration.tasks.map(({ id, days }): NewEvent => {
		return { name: 'pending_task_surfaced', session, data: { task_id: id, days_pending: days } };
	});
	return [
		...(sources.length === 0 ? [] : [restored]),
		...faded.slice(0, MOST_EVENTS),
		...surfaced.slice(0, MOST_EVENTS),
	];
}
