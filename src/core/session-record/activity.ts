import { type JournalLine, type LineOf, ofKind } from '../journal/line.ts';
import type { SessionRecord } from './schema.ts';
import type { FinishedTask } from './tasks.ts';

type Activity = SessionRecord['activity'];

/** What a session has done when it has done nothing. */
export const NO_ACTIVITY: Activity = {
	files: [],
	functions: [],
	completed: [],
	next_actions: [],
	blockers: [],
	turns: 0,
	tools: {},
	skills: [],
	commits: [],
};

/** What the session did, after these lines. `finished`: the tasks they brought to an end. */
export function foldActivity(
	before: Activity,
	lines: readonly JournalLine[],
	finished: readonly FinishedTask[],
): Activity {
	return {
		...before,
		files: foldFiles(before.files, ofKind(lines, 'file')),
		functions: joined(
			before.functions,
			ofKind(lines, 'fn').flatMap(({ names }) => names),
		),
		...foldLeft(before, lines),
		...foldCompleted(before, completionsOf(lines, finished)),
		...foldNext(before, ofKind(lines, 'next')),
		blockers: foldBlockers(before.blockers, ofKind(lines, 'block')),
		turns: before.turns + ofKind(lines, 'turn').length,
		tools: foldTools(before.tools, ofKind(lines, 'tool')),
		skills: joined(
			before.skills,
			ofKind(lines, 'skill').map(({ skill }) => skill),
		),
		commits: foldCommits(before.commits, ofKind(lines, 'commit')),
	};
}

/** Test commands and names that are kept; a stranger's journal may hold more. */
const MOST_LEFT = { failed: 5, unmet: 20 } as const;

/** What the work was left with: a requirement that is satisfied, a test that passes, is done with. */
function foldLeft(
	before: Activity,
	lines: readonly JournalLine[],
): Pick<Activity, 'unmet' | 'failed'> {
	let { unmet = [], failed = [] } = before;
	for (const line of lines) {
		if (line.e === 'ended') unmet = line.names.slice(0, MOST_LEFT.unmet);
		if (line.e === 'satisfied') unmet = unmet.filter((name) => !line.names.includes(name));
		if (line.e !== 'test' && line.e !== 'failed') continue;
		failed = failed.filter((command) => command !== line.command);
		if (line.e === 'failed') failed = [...failed, line.command].slice(-MOST_LEFT.failed);
	}
	return {
		...(unmet.length > 0 || before.unmet ? { unmet } : {}),
		...(failed.length > 0 || before.failed ? { failed } : {}),
	};
}

/** A file as the record names it: with the name of its project where that is another one. */
function filePath({ path, project }: LineOf<'file'>): string {
	return project === undefined ? path : `${project}:${path}`;
}

/** The file worked on last stands last. */
function foldFiles(before: Activity['files'], lines: LineOf<'file'>[]): Activity['files'] {
	const files = new Map(before.map((file) => [file.path, file]));
	for (const line of lines) {
		const path = filePath(line);
		const edits = (files.get(path)?.edits ?? 0) + 1;
		files.delete(path);
		files.set(path, { path, edits, last: line.at });
	}
	return [...files.values()];
}

type Completed = Pick<Activity, 'completed' | 'completed_at'>;

/** Each completion once, where it came first (S1-009), with the time of its last. */
function foldCompleted(
	{ completed, completed_at: times }: Completed,
	more: readonly { readonly at: string; readonly what: string }[],
): Completed {
	const known = new Map(completed.map((what, index) => [what, times?.[index] ?? '']));
	for (const { at, what } of more) known.set(what, at);
	return { completed: [...known.keys()], completed_at: [...known.values()] };
}

/** What was brought to an end, in the order of time. */
function completionsOf(
	lines: readonly JournalLine[],
	finished: readonly FinishedTask[],
): { readonly at: string; readonly what: string }[] {
	const done = lines.flatMap((line) => {
		if (line.e === 'test') return [{ at: line.at, what: `test:${line.runner}` }];
		if (line.e === 'next' && line.done === true)
			return [{ at: line.at, what: `done:${line.text}` }];
		return line.e === 'commit' ? [{ at: line.at, what: `commit:${line.subject}` }] : [];
	});
	const tasks = finished.map(({ at, title }) => ({ at, what: `task:${title}` }));
	return [...done, ...tasks].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

type NextSteps = Pick<Activity, 'next_actions' | 'next_actions_at'>;

/** The prefix of a code is not stored (S1-010). */
function foldNext(
	{ next_actions: actions, next_actions_at: times }: NextSteps,
	lines: LineOf<'next'>[],
): NextSteps {
	const next = new Map(actions.map((action, index) => [action, times?.[index] ?? '']));
	for (const { at, text, done, removed } of lines) {
		const action = text.replace(/^(?:\s*next:)+\s*/i, '');
		if (done === true || removed === true) next.delete(action);
		else if (action !== '') next.set(action, at);
	}
	return { next_actions: [...next.keys()], next_actions_at: [...next.values()] };
}

/** What a prompt let suppose is certain once somebody says it, too (D26). */
function foldBlockers(
	before: Activity['blockers'],
	lines: LineOf<'block'>[],
): Activity['blockers'] {
	const blockers = new Map(before.map((one) => [keyOf(one), one]));
	for (const line of lines) {
		const next = blockerAfter(blockers.get(keyOf(line)), line);
		if (next !== undefined) blockers.set(keyOf(line), next);
	}
	return [...blockers.values()];
}

type Blocker = Activity['blockers'][number];

function blockerAfter(known: Blocker | undefined, line: LineOf<'block'>) {
	const { at, type, text, source, resolved } = line;
	if (resolved === true) return known && { ...known, resolved };
	if (known === undefined || known.resolved === true) return { type, text, at, source };
	return known.source === 'prompt' ? { ...known, source } : known;
}

function keyOf({ type, text }: { readonly type: string; readonly text: string }): string {
	return JSON.stringify([type, text]);
}

function foldTools(before: Activity['tools'], lines: LineOf<'tool'>[]): Activity['tools'] {
	const tools = new Map(Object.entries(before));
	for (const { name } of lines) tools.set(name, (tools.get(name) ?? 0) + 1);
	return Object.fromEntries(tools);
}

function foldCommits(before: Activity['commits'], lines: LineOf<'commit'>[]): Activity['commits'] {
	const known = new Set(before.map(({ sha }) => sha));
	const added = lines.flatMap(({ at, subject, sha }) => {
		if (sha === undefined) return [{ subject, at }];
		if (known.has(sha)) return [];
		known.add(sha);
		return [{ subject, sha, at }];
	});
	return [...before, ...added];
}

function joined(before: readonly string[], more: readonly string[]): string[] {
	return [...new Set([...before, ...more])];
}
