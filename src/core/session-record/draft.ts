import type { Insight, SessionRecord, TaskSnapshot } from './schema.ts';

type Activity = SessionRecord['activity'];

/** A record that lines are added to, with what they look up in maps: a record may hold thousands of things. */
export interface Draft {
	/** Key of the session. */
	readonly key: string;
	/** Most pins there may be. */
	readonly maxPins: number;
	/** By id. */
	readonly tasks: Map<string, TaskSnapshot>;
	readonly insights: Map<string, Insight>;
	/** By path, the file worked on last at the end. */
	readonly files: Map<string, Activity['files'][number]>;
	readonly functions: Set<string>;
	/** When each was so last; what was brought to an end once stands where it came first. */
	readonly completed: Map<string, string>;
	/** Since when; without the prefix of a code. */
	readonly next: Map<string, string>;
	/** By type and text. */
	readonly blockers: Map<string, Activity['blockers'][number]>;
	readonly tools: Map<string, number>;
	readonly skills: Set<string>;
	readonly commits: Activity['commits'];
	readonly projects: Set<string>;
	readonly continuations: Set<string>;
	readonly restorations: SessionRecord['restorations'];
	readonly notes: SessionRecord['notes'];
	readonly scores: SessionRecord['confidence_updates'];
	/** Which requirements the session was shown, by which tool's refusal. */
	readonly shown: SessionRecord['sop_interactions'];
	readonly unpinned: NonNullable<SessionRecord['unpinned']>;
	turns: number;
	/** What the work was left with. */
	unmet: readonly string[];
	failed: readonly string[];
	pins: SessionRecord['pins'];
	previous: string | null;
	parent: string | null;
	lineage: readonly string[];
	inherited: SessionRecord['inherited'];
	comprehension: SessionRecord['comprehension'];
}

/** The draft of a record to which nothing was added yet. */
export function draftOf(record: SessionRecord, maxPins: number): Draft {
	const { activity, settled_tasks: settled = [], pending_tasks: pending } = record;
	const { completed, completed_at: ends, next_actions: next, next_actions_at: begins } = activity;
	const { previous, parent, lineage, inherited, comprehension, pins, key } = record;
	return {
		...{ key, maxPins, previous, parent, lineage, inherited, comprehension, pins },
		tasks: new Map([...settled, ...pending].map((task) => [task.id, task])),
		insights: new Map(record.insights.map((insight) => [insight.id, insight])),
		files: new Map(activity.files.map((file) => [file.path, file])),
		functions: new Set(activity.functions),
		completed: new Map(completed.map((what, index) => [what, ends?.[index] ?? ''])),
		next: new Map(next.map((what, index) => [what, begins?.[index] ?? ''])),
		blockers: new Map(activity.blockers.map((blocker) => [blockerKey(blocker), blocker])),
		tools: new Map(Object.entries(activity.tools)),
		skills: new Set(activity.skills),
		commits: [...activity.commits],
		projects: new Set([...record.active_projects, record.project]),
		continuations: new Set(record.continuations),
		restorations: [...record.restorations],
		notes: [...record.notes],
		scores: [...record.confidence_updates],
		shown: [...record.sop_interactions],
		unpinned: [...(record.unpinned ?? [])],
		turns: activity.turns,
		unmet: activity.unmet ?? [],
		failed: activity.failed ?? [],
	};
}

/** What tells blockers apart. */
export function blockerKey({
	type,
	text,
}: {
	readonly type: string;
	readonly text: string;
}): string {
	return JSON.stringify([type, text]);
}
