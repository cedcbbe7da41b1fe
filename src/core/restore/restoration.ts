import type { EventData } from '../event/event.ts';
import type { CodeSections } from '../inject/codes.ts';
import type { Insight, Pin } from '../session-record/schema.ts';

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
}

export interface RestoredTask {
	readonly id: string;
	readonly title: string;
	readonly stage: string;
	/** Whole days since its own last activity. */
	readonly days: number;
}

/** A session that something comes from. */
export interface RestoredSource {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
	readonly score: number;
	readonly lastActivity: string;
	readonly expiresAt: string;
	/** What came in of its pins: the `restore` line of the session that starts. */
	readonly pins: readonly InheritedPin[];
}

/** Something that is not passed on, and why: a row of `context preview`. */
export interface Drop {
	readonly what: string;
	readonly why: 'secret' | 'faded' | 'cap' | 'expired' | 'duplicate' | 'own_wins' | 'room';
}

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration {
	/** Newest first. */
	readonly sources: readonly RestoredSource[];
	/** Critical ones first. */
	readonly pins: readonly Pin[];
	/** Warnings, decisions, learnings, patterns; in each the most confident first. */
	readonly insights: readonly RestoredInsight[];
	readonly tasks: readonly RestoredTask[];
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	readonly codes: CodeSections;
	readonly dropped: readonly Drop[];
	/** For the events of FR-013. */
	readonly decays: readonly EventData['confidence_decay_applied'][];
	readonly surfaced: readonly EventData['pending_task_surfaced'][];
}
