import { isPending, isWorkingStage } from '../task/tasks.ts';
import { termsOf } from '../topics/terms.ts';
import { insightAfter, isCandidate, type SaidInsight } from './insights.ts';
import { isOfFiles, nearBefore, takesFiles } from './near-files.ts';
import { withinCap } from './pins.ts';
import { type Insight, isSessionName, type SessionRecord, type TaskSnapshot } from './schema.ts';

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

/** A record that lines are added to, with what they look up in maps: a record may hold thousands of things. */
export interface Draft {
	/** Key of the session. */
	readonly key: string;
	/** By id. */
	readonly insights: Map<string, Insight>;
	/** By path, the file worked on last at the end. */
	readonly files: Map<string, Activity['files'][number]>;
	readonly functions: Set<string>;
	/** When each was so last; what was brought to an end once stands where it came first. */
	readonly completed: Map<string, string>;
	/** Since when; without the prefix of a code. */
	readonly next: Map<string, string>;
	/** By type and text, as a list in JSON. */
	readonly blockers: Map<string, Activity['blockers'][number]>;
	readonly tools: Map<string, number>;
	readonly skills: Set<string>;
	readonly commits: Activity['commits'];
	readonly projects: Set<string>;
	readonly continuations: Set<string>;
	readonly restorations: SessionRecord['restorations'];
	readonly notes: SessionRecord['notes'];
	readonly withdrawn: Set<string>;
	readonly scores: SessionRecord['confidence_updates'];
	/** Which requirements the session was shown, by which tool's refusal. */
	readonly shown: SessionRecord['sop_interactions'];
	readonly unpinned: NonNullable<SessionRecord['unpinned']>;
	/** What the lines are about: terms, and how much each counts. */
	readonly terms: [string, number][];
	turns: number;
	/** What the work was left with. */
	asked: Activity['asked'];
	aside: string | undefined;
	unmet: readonly string[];
	failed: readonly string[];
	failedTests: NonNullable<Activity['failed_tests']>;
	failures: NonNullable<Activity['failures']>;
	pins: SessionRecord['pins'];
	previous: string | null;
	parent: string | null;
	lineage: readonly string[];
	toldUntil: string | undefined;
	inherited: SessionRecord['inherited'];
	comprehension: SessionRecord['comprehension'];
	phase: string | undefined;
	closed: boolean | undefined;
	/** A text that tells what the session is about. */
	readonly mention: (text: string, weight: number) => void;
	readonly workedIn: (root: string) => void;
	/** An empty name takes it away; what is no name changes nothing. */
	readonly rename: (name: string) => void;
	readonly keepPins: (pins: SessionRecord['pins']) => void;
	readonly keepInsight: (said: SaidInsight) => void;
	/** A file was worked on: it stands last, and near what was noted just before. */
	readonly workedOn: (file: Activity['files'][number]) => void;
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
	const { activity, settled_tasks: settled = [], pending_tasks: pending } = record;
	const { completed, completed_at: ends, next_actions: next, next_actions_at: begins } = activity;
	const { previous, parent, lineage, inherited, comprehension, pins, key } = record;
	const tasks = new Map([...settled, ...pending].map((task) => [task.id, task]));
	let { name } = record;
	// What takes no file any more is asked once: a long session has thousands of edits.
	const taking = new Set(record.insights.map(({ id }) => id));
	const draft: Draft = {
		...{ key, previous, parent, lineage, inherited, comprehension, pins },
		...{ phase: record.phase, closed: record.closed, toldUntil: record.told_until },
		insights: new Map(record.insights.map((insight) => [insight.id, insight])),
		files: new Map(activity.files.map((file) => [file.path, file])),
		functions: new Set(activity.functions),
		completed: new Map(completed.map((what, index) => [what, ends?.[index] ?? ''])),
		next: new Map(next.map((what, index) => [what, begins?.[index] ?? ''])),
		blockers: new Map(activity.blockers.map((one) => [JSON.stringify([one.type, one.text]), one])),
		tools: new Map(Object.entries(activity.tools)),
		skills: new Set(activity.skills),
		commits: [...activity.commits],
		projects: new Set([...record.active_projects, record.project]),
		continuations: new Set(record.continuations),
		restorations: [...record.restorations],
		notes: [...record.notes],
		withdrawn: new Set(record.withdrawn),
		scores: [...record.confidence_updates],
		shown: [...record.sop_interactions],
		unpinned: [...(record.unpinned ?? [])],
		terms: [],
		turns: activity.turns,
		asked: activity.asked,
		aside: activity.aside,
		unmet: activity.unmet ?? [],
		failed: activity.failed ?? [],
		failedTests: activity.failed_tests ?? [],
		failures: activity.failures ?? [],
		mention: (text, weight) => {
			for (const [term, count] of Object.entries(termsOf(text)))
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

function partsOf(draft: Draft, { activity, unpinned, continued_by }: SessionRecord) {
	const { asked, aside, failures, toldUntil, inherited, comprehension } = draft;
	const { completed, next, unmet, failed, failedTests, turns, commits } = draft;
	const insights = [...draft.insights.values()];
	const continuations = [...draft.continuations];
	return {
		pins: draft.pins,
		...(unpinned || draft.unpinned.length > 0 ? { unpinned: draft.unpinned } : {}),
		insights,
		recent_learnings: insights.filter((one) => !isCandidate(one)).map(({ id }) => id),
		confidence_updates: draft.scores,
		...{ previous: draft.previous, parent: draft.parent, lineage: [...draft.lineage] },
		...{ continuations, continued_by: continued_by ?? continuations[0] ?? null },
		...(toldUntil === undefined ? {} : { told_until: toldUntil }),
		restorations: draft.restorations,
		...(inherited && { inherited }),
		...(comprehension && { comprehension }),
		activity: {
			...activity,
			files: [...draft.files.values()],
			functions: [...draft.functions],
			...{ completed: [...completed.keys()], completed_at: [...completed.values()] },
			...{ next_actions: [...next.keys()], next_actions_at: [...next.values()] },
			blockers: [...draft.blockers.values()],
			...(asked === undefined ? {} : { asked }),
			aside,
			...(activity.unmet || unmet.length > 0 ? { unmet: [...unmet] } : {}),
			...(activity.failed || failed.length > 0 ? { failed: [...failed] } : {}),
			...(failedTests.length > 0 ? { failed_tests: failedTests } : {}),
			...(failures.length > 0 ? { failures } : {}),
			...{ turns, tools: Object.fromEntries(draft.tools), skills: [...draft.skills], commits },
		},
		notes: draft.notes,
		...(draft.withdrawn.size > 0 ? { withdrawn: [...draft.withdrawn] } : {}),
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

/** A line that is older than what is known of its task changes nothing. */
function taskAfter(task: TaskSnapshot | undefined, line: SaidTask): TaskSnapshot {
	const known = task ?? newTask(line);
	if (line.at < known.last_activity) return known;
	const { at, status, stage, flagged } = line;
	const isOver = status === 'done' || status === 'dropped';
	return {
		...known,
		...saidOf(line),
		status: status ?? (isWorkingStage(stage) ? 'in_progress' : known.status),
		flagged_incomplete: flagged ?? (isOver ? false : known.flagged_incomplete),
		last_activity: at,
	};
}

function newTask({ id, at }: SaidTask): TaskSnapshot {
	return { id, title: id, status: 'open', flagged_incomplete: false, last_activity: at };
}

/** What is not said stays as it is known. */
function saidOf({ title, stage, source, branch }: SaidTask): Partial<TaskSnapshot> {
	return {
		...(title === undefined ? {} : { title }),
		...(stage === undefined ? {} : { stage }),
		...(source === undefined ? {} : { source }),
		...(branch === undefined ? {} : { branch }),
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
