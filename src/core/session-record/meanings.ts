import type { JournalEntry, JournalLine, LineOf } from '../journal/line.ts';
import { insightAfter } from './insights.ts';
import { withinCap } from './pins.ts';
import type { Insight, SessionRecord, TaskSnapshot } from './schema.ts';
import { taskAfter, undoneTasks } from './tasks.ts';

type Activity = SessionRecord['activity'];

/** A record that lines are added to, with what they look up in maps: a record may hold thousands of things. */
export interface Draft {
	/** Key of the session. */
	readonly key: string;
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
}

/** The draft of a record to which nothing was added yet. */
export function draftOf(record: SessionRecord, maxPins: number): Draft {
	const { activity, settled_tasks: settled = [], pending_tasks: pending } = record;
	const { completed, completed_at: ends, next_actions: next, next_actions_at: begins } = activity;
	const { previous, parent, lineage, inherited, comprehension, pins, key } = record;
	return {
		...{ key, maxPins, previous, parent, lineage, inherited, comprehension, pins },
		toldUntil: record.told_until,
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
		asked: activity.asked,
		aside: activity.aside,
		unmet: activity.unmet ?? [],
		failed: activity.failed ?? [],
		failedTests: activity.failed_tests ?? [],
		failures: activity.failures ?? [],
	};
}

/** What tells blockers apart. */
function blockerKey({ type, text }: { readonly type: string; readonly text: string }): string {
	return JSON.stringify([type, text]);
}

type Meaning<E extends JournalEntry['e']> = (draft: Draft, line: LineOf<E>) => void;

/** Names that a stranger's journal may hold more of. */
const MOST_UNMET = 20;
const MOST_FAILED = 5;
const MOST_FAILURES = 12;
/** Pins that were taken away: more than anybody takes away; the oldest are forgotten first. */
const MOST_UNPINNED = 50;
/** So few words of a prompt only go on with what was asked before. */
const FEW_WORDS = 4;
const MISSING = 'Agent did not acknowledge inherited context';

/**
 * What a line changes in its session's record, one row for each kind that changes any of it. When the session lived, which
 * nearly every line says something of, is in `life.ts`; what it was about in `term-counts.ts`.
 */
const MEANINGS: { readonly [E in JournalEntry['e']]?: Meaning<E> } = {
	tool: (draft, { at, name, project, key }) => {
		draft.tools.set(name, (draft.tools.get(name) ?? 0) + 1);
		if (key !== undefined && draft.failures.some((one) => one.key === key && !one.fixed))
			draft.failures = draft.failures.map((one) =>
				one.key === key ? { ...one, fixed: one.fixed ?? at } : one,
			);
		if (project !== undefined) draft.projects.add(lastPartOf(project));
	},
	file: ({ files, projects }, { at, path, project }) => {
		const name = project === undefined ? path : `${project}:${path}`;
		const edits = (files.get(name)?.edits ?? 0) + 1;
		files.delete(name);
		files.set(name, { path: name, edits, last: at });
		const home = project === undefined ? PACKAGE.exec(path)?.[1] : lastPartOf(project);
		if (home !== undefined) projects.add(home);
	},
	elsewhere: ({ projects }, { root }) => void projects.add(lastPartOf(root)),
	fn: ({ functions }, { names }) => addAll(functions, names),
	skill: ({ skills }, { skill }) => void skills.add(skill),
	test: (draft, { at, runner, command }) => {
		draft.completed.set(`test:${runner}`, at);
		draft.failed = draft.failed.filter((one) => one !== command);
	},
	/** What failed again has failed since the first time. */
	failure: (draft, { at, same, key }) => {
		const since = draft.failures.find((one) => one.same === same)?.at ?? at;
		const others = draft.failures.filter((one) => one.same !== same);
		draft.failures = [...others, { same, key, at: since }].slice(-MOST_FAILURES);
	},
	failed: (draft, { at, command }) => {
		const tests = draft.failedTests.filter((one) => one.command !== command);
		draft.failedTests = [...tests, { command, at }].slice(-MOST_FAILURES);
		const others = draft.failed.filter((one) => one !== command);
		draft.failed = [...others, command].slice(-MOST_FAILED);
	},
	commit: ({ commits, completed }, { at, subject, sha }) => {
		completed.set(`commit:${subject}`, at);
		if (sha === undefined) commits.push({ subject, at });
		else if (!commits.some((one) => one.sha === sha)) commits.push({ subject, sha, at });
	},
	task: changeTask,
	pin: (draft, line) => {
		const { at, s, label, content, importance } = line;
		const others = draft.pins.filter((pin) => pin.label !== label);
		const pin = { label, content, importance, pinned_at: at };
		draft.pins = withinCap([...others, pin], draft.maxPins);
		for (const id of undoneTasks(line)) changeTask(draft, { at, s, e: 'task', id, flagged: true });
	},
	unpin: (draft, { at, label }) => {
		const gone = draft.pins.find((pin) => pin.label === label);
		if (gone === undefined) return;
		draft.pins = draft.pins.filter((pin) => pin !== gone);
		draft.unpinned.push({ label, session: gone.origin?.session ?? draft.key, at });
		draft.unpinned.splice(0, draft.unpinned.length - MOST_UNPINNED);
	},
	restore: (draft, { at, from, score, mode, pins }) => {
		draft.restorations.push({ from, at, score, mode });
		// A session that the user asked for takes the place of those that gave pins before it (D24).
		const staying = draft.pins.filter(({ origin }) => mode !== 'explicit' || origin === undefined);
		const known = new Set(staying.map(({ label }) => label));
		// What is there under a label stays.
		const more = pins.filter(({ label }) => !known.has(label) && known.add(label));
		draft.pins = withinCap([...staying, ...more], draft.maxPins);
	},
	insight: ({ insights }, line) =>
		void insights.set(line.id, insightAfter(insights.get(line.id), line)),
	/** It changes an insight where it is at home; what this session said of insights stands apart. */
	score: ({ insights, scores }, { at, id, old, new: now, reason, by }) => {
		const known = insights.get(id);
		const word = reason === 'confirmed by user' ? { confirmed: true } : {};
		if (known !== undefined) insights.set(id, { ...known, confidence: now, ...word });
		if (by !== undefined) return;
		scores.push({ memory_id: id, old_score: old, new_score: now, reason, timestamp: at });
	},
	forget: ({ insights }, { id }) => void insights.delete(id),
	next: ({ next, completed }, { at, text, done, removed }) => {
		const action = text.replace(/^(?:\s*next:)+\s*/i, '');
		if (done === true) completed.set(`done:${text}`, at);
		if (done === true || removed === true) next.delete(action);
		else if (action !== '') next.set(action, at);
	},
	/** What a prompt let suppose is certain once somebody says it, too (D26). */
	block: ({ blockers }, { at, type, text, source, resolved }) => {
		const key = blockerKey({ type, text });
		const known = blockers.get(key);
		if (resolved === true) {
			if (known !== undefined) blockers.set(key, { ...known, resolved });
		} else if (known === undefined || known.resolved === true) {
			blockers.set(key, { type, text, at, source });
		} else if (known.source === 'prompt') blockers.set(key, { ...known, source });
	},
	prompt: (draft, { asked = '', aside, p }) => {
		draft.aside = aside === true ? p : undefined;
		if (asked === '' || aside === true) return;
		if (draft.asked === undefined) draft.asked = { first: asked };
		else if (saysMore(asked)) draft.asked = { ...draft.asked, last: asked };
	},
	turn: (draft, { at, text = '', p }) => {
		draft.turns += 1;
		if (text === '' || (p !== undefined && p === draft.aside)) return;
		const before = draft.notes.at(-1);
		const isSame = p !== undefined && before?.held === p;
		// The work was told of before the stop was held; after it, often only that it is done.
		if (isSame && before.text.length >= text.length) return;
		if (isSame) draft.notes.pop();
		draft.notes.push({ at, from: 'turn', text });
	},
	held: (draft, { at, text, p }) => {
		if (p !== undefined && p === draft.aside) return;
		draft.notes.push({ at, from: 'turn', text, ...(p === undefined ? {} : { held: p }) });
	},
	note: ({ notes }, { at, from, text }) => void notes.push({ at, from, text }),
	refuse: ({ shown }, { at, names, tool }) => {
		const open = shown.filter(({ acknowledged, tool_call }) => !acknowledged && tool_call === tool);
		// Shown again before it was followed, it is the same.
		for (const name of names.filter((one) => !open.some(({ sop_path }) => sop_path === one)))
			shown.push({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool });
	},
	satisfied: (draft, { names }) => {
		draft.unmet = draft.unmet.filter((name) => !names.includes(name));
		for (const [index, one] of draft.shown.entries())
			if (names.includes(one.sop_path)) draft.shown[index] = { ...one, acknowledged: true };
	},
	ended: (draft, { names }) => {
		draft.unmet = names.slice(0, MOST_UNMET);
	},
	/** The first predecessor in time stays; the last parent that was named holds, with its lineage (D12). */
	link: (draft, line) => {
		const [previous, parent] = [line.previous, line.parent].map((key) => another(draft, key));
		const told = (line.lineage ?? []).filter((key) => key !== draft.key);
		draft.previous ??= previous ?? null;
		draft.parent = parent ?? draft.parent;
		const first = parent ?? previous;
		if (told.length > 0) draft.lineage = [...new Set(told)];
		else if (draft.lineage.length === 0 && first !== undefined) draft.lineage = [first];
	},
	continued: (draft, { by, seen }) => {
		addAll(draft.continuations, [another(draft, by) ?? []].flat());
		if (seen !== undefined && seen > (draft.toldUntil ?? '')) draft.toldUntil = seen;
	},
	/** What a session inherited, and whether it said what it understood of it. */
	inherit: (draft, { at, from, door, select, required }) => {
		draft.inherited ??= { from, at, door, select };
		const said = draft.comprehension;
		if (said !== undefined) draft.comprehension = { ...said, required: said.required || required };
		else if (required) draft.comprehension = { required, present: false, warning: null, at };
	},
	ack: (draft, { at, text }) => {
		const required = draft.comprehension?.required === true;
		draft.comprehension = { required, present: true, text, warning: null, at };
	},
	unacknowledged: (draft, { at }) => {
		const { required = false, present = false } = draft.comprehension ?? {};
		if (!present) draft.comprehension = { required, present, warning: MISSING, at };
	},
};

export function addLine(draft: Draft, line: JournalLine): void {
	const meaning = MEANINGS[line.e] as ((draft: Draft, line: JournalLine) => void) | undefined;
	meaning?.(draft, line);
}

/** "Yes, go on" names no work. */
function saysMore(asked: string): boolean {
	return asked.split(' ').length > FEW_WORDS;
}

/** A line that is older than what is known of its task changes nothing. */
function changeTask(
	{ tasks, completed }: Draft,
	line: Omit<LineOf<'task'>, 'source'> & { readonly source?: string },
): void {
	const before = tasks.get(line.id);
	const task = taskAfter(before, line);
	tasks.set(line.id, task);
	if (task.status === 'done' && before?.status !== 'done')
		completed.set(`task:${task.title}`, line.at);
}

/** The key of another session; a session is none of its own. */
function another({ key: own }: Draft, key: string | null): string | undefined {
	return key === null || key === own ? undefined : key;
}

function addAll(all: Set<string>, more: readonly string[]): void {
	for (const one of more) all.add(one);
}

/** Where workspaces keep their packages. */
const PACKAGE = /^(?:packages|apps|libs|services|crates|modules|plugins)\/([^/]+)\/./;

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
