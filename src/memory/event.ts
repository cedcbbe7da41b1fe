/** What happens to sessions, as `events.jsonl` keeps it (data model). `data` by name. */
export interface EventData {
	readonly session_captured: {
		readonly session_id: string;
		readonly pin_count: number;
		readonly learning_count: number;
		readonly task_count: number;
	};
	readonly session_restored: {
		readonly from_session_ids: readonly string[];
		readonly pins_inherited: number;
		readonly relevance_scores: readonly number[];
	};
	readonly confidence_decay_applied: {
		readonly memory_id: string;
		readonly original_score: number;
		readonly decayed_score: number;
		readonly hours_elapsed: number;
	};
	readonly pending_task_surfaced: { readonly task_id: string; readonly days_pending: number };
	readonly session_chain_traversal: {
		readonly start_id: string;
		readonly depth: number;
		readonly sessions_found: number;
	};
	readonly session_crash_recovered: { readonly session_id: string; readonly ended_at: string };
	/** Somebody overrode the choice of sources: who, and what. */
	readonly session_override: {
		readonly command: string;
		readonly ref: string;
		readonly by: string;
	};
	/** `by`: how, as the branch state names it: skill, command, user, agent, approval, plan, carried. */
	readonly requirement_satisfied: {
		readonly requirements: readonly string[];
		readonly by: string;
		readonly branch: string;
	};
	readonly requirement_blocked: {
		readonly requirements: readonly string[];
		readonly tool: string;
		readonly branch: string;
	};
	readonly run_started: {
		readonly run_id: string;
		readonly kind: 'run' | 'pipeline';
		/** Names of what it is to work on. */
		readonly items: readonly string[];
		readonly branch: string;
	};
	/** `session_uuid` as the event's own session; `status` as in the run file. */
	readonly run_item_finished: {
		readonly run_id: string;
		readonly item: string;
		readonly status: string;
		readonly resumed: boolean;
	};
}

export type EventName = keyof EventData;

/**
 * An event before it is chained: `session` is the full id of the session it is about. `at`: ISO time at which it
 * happened, where that is not now; by it the event is known when somebody tells it again.
 */
export type NewEvent = {
	readonly [Name in EventName]: {
		readonly name: Name;
		readonly session: string | null;
		readonly data: EventData[Name];
		readonly at?: string;
	};
}[EventName];

/** A line of `events.jsonl`: `prev` is the hash of the line before, `hash` that of this one (D42). */
export interface ChainedEvent {
	readonly ts: string;
	readonly name: string;
	readonly session: string | null;
	readonly data: unknown;
	readonly prev: string;
	readonly hash: string;
}
