import { countTerms } from '../../memory/topics.ts';
import { isPending, isWorkingStage } from '../task/tasks.ts';
import {
	insightAfter,
	isCandidate,
	isOfFiles,
	nearBefore,
	type SaidInsight,
	takesFiles,
} from './insights.ts';
import { withinCap } from './pins.ts';
import { isSessionName, type SessionRecord, type TaskSnapshot } from './schema.ts';

type Activity = SessionRecord['activity'];

/** What a line says of a task. */
interface SaidTask {
	readonly at: string;
	readonly id: string;
	readonly title?: string | undefined;
	readonly status?: TaskSnapshot['status'] | undefined;
	readonly stage?: string | undefined;
	readonly flagged?: boolean | undefined;
	readonly source?: string | undefined;
	readonly branch?: string | undefined;
}

/** What a record holds as lines change it: maps where lines look things up, since a record may hold thousands of things. */
function heldBy(record: SessionRecord) {
	const { activity, previous, parent, inherited, comprehension, pins } = record;
	const { completed, completed_at: ends, next_actions: next, next_actions_at: begins } = activity;
	const lineage: readonly string[] = record.lineage;
	const terms: [string, number][] = [];
	return {
		...{ previous, parent, lineage, inherited, comprehension, pins },
		...{ phase: record.phase, closed: record.closed, toldUntil: record.told_until },
		/** By id. */
		insights: new Map(record.insights.map((insight) => [insight.id, insight])),
		/** By path, the file worked on last at the end. */
		files: new Map(activity.files.map((file) => [file.path, file])),
		functions: new Set(activity.functions),
		/** When each was so last; what was brought to an end once stands where it came first. */
		completed: new Map(completed.map((what, index) => [what, ends?.[index] ?? ''])),
		/** Since when; without the prefix of a code. */
		next: new Map(next.map((what, index) => [what, begins?.[index] ?? ''])),
		/** By type and text, as a list in JSON. */
		blockers: new Map(activity.blockers.map((one) => [JSON.stringify([one.type, one.text]), one])),
		tools: new Map(Object.entries(activity.tools)),
		skills: new Set(activity.skills),
		commits: [...activity.commits],
		projects: new Set([...record.active_projects, record.project]),
		continuations: new Set(record.continuations),
		restorations: [...record.restorations],
		notes: [...record.notes],
		scores: [...record.confidence_updates],
		/** Which requirements the session was shown, by which tool's refusal. */
		shown: [...record.sop_interactions],
		unpinned: [...(record.unpinned ?? [])],
		/** What the lines are about: terms, and how much each counts. */
		terms,
		turns: activity.turns,
		/** What the work was left with. */
		asked: activity.asked,
		aside: activity.aside,
		unmet: activity.unmet ?? [],
		failed: activity.failed ?? [],
		failures: activity.failures ?? [],
	};
}

type Held = ReturnType<typeof heldBy>;
type WorkedOn = Activity['files'][number];

/** A record that lines are added to. */
export interface Draft extends Held {
	/** Key of the session. */
	readonly key: string;
	/** A text that tells what the session is about. */
	readonly mention: (text: string, weight: number) => void;
	readonly workedIn: (root: string) => void;
	/** An empty name takes it away; what is no name changes nothing. */
	readonly rename: (name: string) => void;
	readonly keepPins: (pins: SessionRecord['pins']) => void;
	readonly keepInsight: (said: SaidInsight) => void;
	/** A file was worked on: it stands last, and near what was noted just before. */
	readonly workedOn: (file: WorkedOn) => void;
	/** The files that were worked on just before that. */
	readonly nearAt: (at: string) => string[];
	readonly changeTask: (said: SaidTask) => void;
	/** Flags the tasks that a text calls unfinished. */
	readonly flagUndone: (text: string, at: string) => void;
	/** The parts of the record that lines are added to. */
	readonly parts: () => Partial<SessionRecord>;
}

/**
 * The draft of a record to which nothing was added yet.
 *
 * @param maxPins how many pins it keeps
 */
export function draftOf(record: SessionRecord, maxPins: number): Draft {
	const { key, settled_tasks: settled = [], pending_tasks: pending } = record;
	const tasks = new Map([...settled, ...pending].map((task) => [task.id, task]));
	let { name } = record;
	// What takes no file any more is asked once: a long session has thousands of edits.
	const taking = new Set(record.insights.map(({ id }) => id));
	const draft: Draft = {
		...heldBy(record),
		key,
		mention: (text, weight) => {
			for (const [term, count] of Object.entries(countTerms(text)))
				draft.terms.push([term, count * weight]);
		},
		workedIn: (root) => void draft.projects.add(lastPartOf(root)),
		rename: (said) => {
			if (said === '' || isSessionName(said)) name = said || undefined;
		},
		keepPins: (all) => {
			draft.pins = withinCap(all, maxPins);
		},
		keepInsight: (said) => {
			const known = draft.insights.get(said.id);
			const insight = insightAfter(known, said);
			const near = known === undefined && isOfFiles(said) ? nearBefore(draft.files, said.at) : [];
			draft.insights.set(said.id, near.length === 0 ? insight : { ...insight, near });
			taking.add(said.id);
		},
		nearAt: (at) => nearBefore(draft.files, at),
		workedOn: (file) => {
			const { path, last: at } = file;
			draft.files.delete(path);
			draft.files.set(path, file);
			for (const id of taking) {
				const insight = draft.insights.get(id);
				if (insight === undefined || !takesFiles(insight, at)) taking.delete(id);
				else if (!insight.near?.includes(path))
					draft.insights.set(id, { ...insight, near: [...(insight.near ?? []), path] });
			}
		},
		changeTask: (said) => {
			const before = tasks.get(said.id);
			const task = taskAfter(before, said);
			tasks.set(said.id, task);
			if (task.status === 'done' && before?.status !== 'done')
				draft.completed.set(`task:${task.title}`, said.at);
		},
		flagUndone: (text, at) => {
			for (const id of undoneTasks(text)) draft.changeTask({ at, id, flagged: true });
		},
		parts: () => ({
			...{ name, phase: draft.phase, closed: draft.closed },
			...taskParts(tasks.values()),
			...partsOf(draft, record),
			pins: withinCap(draft.pins, maxPins),
		}),
	};
	return draft;
}

/** What was never said has no field; a list that became empty stays one. */
function partsOf(draft: Draft, { activity, unpinned, continued_by }: SessionRecord) {
	const { asked, aside, failures, inherited, comprehension, previous, parent, restorations } =
		draft;
	const { completed, next, unmet, failed, turns, commits, notes } = draft;
	const insights = [...draft.insights.values()];
	const continuations = [...draft.continuations];
	return {
		unpinned: unpinned || draft.unpinned.length > 0 ? draft.unpinned : undefined,
		insights,
		recent_learnings: insights.filter((one) => !isCandidate(one)).map(({ id }) => id),
		confidence_updates: draft.scores,
		...{ previous, parent, lineage: [...draft.lineage] },
		...{ continuations, continued_by: continued_by ?? continuations[0] ?? null },
		...{ told_until: draft.toldUntil, restorations, inherited, comprehension },
		activity: {
			...activity,
			files: [...draft.files.values()],
			functions: [...draft.functions],
			...{ completed: [...completed.keys()], completed_at: [...completed.values()] },
			...{ next_actions: [...next.keys()], next_actions_at: [...next.values()] },
			blockers: [...draft.blockers.values()],
			...{ asked, aside },
			unmet: activity.unmet || unmet.length > 0 ? unmet : undefined,
			failed: activity.failed || failed.length > 0 ? failed : undefined,
			failures: failures.length > 0 ? failures : undefined,
			...{ turns, tools: Object.fromEntries(draft.tools), skills: [...draft.skills], commits },
		},
		notes,
		active_projects: [...draft.projects],
		sop_interactions: draft.shown,
	};
}

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** A text, a pin's, that says that something is not done, and the tasks it can mean. */
const UNDONE = /\b(?:todo|incomplete|unfinished|not done|in[- ]progress|wip)\b/i;
const TASK_ID = /\b(?:t\d{1,6}|[0-9a-f]{8,12}-\d{1,6})\b/g;

function undoneTasks(text: string): readonly string[] {
	return UNDONE.test(text) ? [...new Set(text.match(TASK_ID) ?? [])] : [];
}

/** A line that is older than what is known of its task changes nothing; what is not said stays as it is known. */
function taskAfter(task: TaskSnapshot | undefined, line: SaidTask): TaskSnapshot {
	const { at, id, title, status, stage, flagged, source, branch } = line;
	const known = task ?? {
		...{ id, title: id, status: 'open', flagged_incomplete: false, last_activity: at },
	};
	if (at < known.last_activity) return known;
	const isOver = status === 'done' || status === 'dropped';
	return {
		...known,
		title: title ?? known.title,
		stage: stage ?? known.stage,
		source: source ?? known.source,
		branch: branch ?? known.branch,
		status: status ?? (isWorkingStage(stage) ? 'in_progress' : known.status),
		flagged_incomplete: flagged ?? (isOver ? false : known.flagged_incomplete),
		last_activity: at,
	};
}

/** Pending and settled tasks apart: touched last, named last. */
function taskParts(
	all: Iterable<TaskSnapshot>,
): Pick<SessionRecord, 'pending_tasks' | 'settled_tasks'> {
	const rank = ({ last_activity, id }: TaskSnapshot) => `${last_activity} ${id}`;
	const tasks = [...all].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
	return {
		pending_tasks: tasks.filter(isPending),
		settled_tasks: tasks.filter((task) => !isPending(task)),
	};
}
