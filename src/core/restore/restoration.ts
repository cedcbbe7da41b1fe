import type { EventData } from '../event/event.ts';
import type { CodeSections } from '../inject/codes.ts';
import type { Insight, Pin } from '../session-record/schema.ts';
import type { LastSession } from './last-session.ts';

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
	/** Branch of its session where that is another one. */
	readonly elsewhere?: string | undefined;
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
	readonly why:
		| ('secret' | 'faded' | 'cap' | 'expired' | 'duplicate' | 'own_wins' | 'room')
		/** Taken away by a later session; done since; only supposed so far (D26). */
		| ('removed' | 'done' | 'unconfirmed');
}

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration {
	/** Newest first. */
	readonly sources: readonly RestoredSource[];
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
	/** For the events of FR-013. */
	readonly decays: readonly EventData['confidence_decay_applied'][];
	readonly surfaced: readonly EventData['pending_task_surfaced'][];
}
