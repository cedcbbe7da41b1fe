import * as z from '../store/shape.ts';
import { oneLine } from '../text/one-line.ts';
import { clipped } from './captured-text.ts';
import {
	amount,
	complete,
	countUp,
	freeNames,
	freeText,
	mayFlag,
	mayFreeText,
	mayText,
	names,
	ofCommand,
	ofHook,
	ofOthers,
	path,
	renew,
	text,
	words,
} from './row.ts';
import { lastPartOf, PACKAGE_FOLDERS, TaskSource, TaskStatus, taskAfter } from './work.ts';

/** Characters that are stored of a turn's last message, of a subagent's, and of other progress (D29). */
const MAX_TURN = 2_000;
const MAX_AGENT = 500;
const MAX_NOTE = 4_000;
const MOST_TEST_RUNS = 5;
/** Of what prompts seemed to say, so much is kept. */
const MOST_CANDIDATES = 100;
/** Failures of commands that are kept. */
const MOST_FAILURES = 12;
/** A log in a prompt says one thing, however often it repeats it. */
const MOST_IN_PROMPT = 3;
const NOT_ACKNOWLEDGED = 'Agent did not acknowledge inherited context';
/** A file of a package, with the name of its folder. */
const PACKAGE = new RegExp(`^(?:${PACKAGE_FOLDERS.join('|')})/([^/]+)/.`);
const line = words(text, oneLine);

const TASK = {
	id: freeText,
	title: words(mayText, oneLine),
	status: z.optional(TaskStatus),
	stage: mayFreeText,
	flagged: mayFlag,
	source: TaskSource,
	branch: mayText,
	p: mayText,
};

/** `branch`: the one checked out where it ran. */
const TEST_RUN = { runner: text, command: line, branch: mayText };

/** The lines that memory writes: what a session did, and how it follows others. */
export const WORK_ENTRIES = {
	// What a session did.

	/**
	 * The user's prompt: how often each term occurs (D26), and the packages of the repository that it names.
	 * `aside`: it was a command of req, and what is said in answer is nothing of the work.
	 */
	prompt: ofHook(
		{
			terms: words(z.record(text, amount)),
			projects: z.optional(names),
			aside: mayFlag,
		},
		(record, { terms, projects = [], aside }) => {
			record.active_projects.push(...projects);
			for (const [term, count] of Object.entries(terms)) countUp(record.terms, term, Math.min(count, MOST_IN_PROMPT));
			// The session goes on: `req session complete` was about what came before.
			if (aside !== true) record.closed = undefined;
		},
	),
	/** A sentence of a prompt that seems to decide something, or to name a blocker; not confirmed (D26). */
	candidate: ofHook(
		{ kind: z.enum(['decision', 'blocker']), type: mayText, text: freeText },
		({ candidates }, { at, kind, type, text: said }) => {
			const isSame = (one: { text: string }) => one.text === said;
			const made = { kind, type, text: said, at };
			renew(candidates, { isSame, most: MOST_CANDIDATES }, (known = made) => known);
		},
	),
	/**
	 * A tool call that succeeded. `project`: where it worked, when that is not the session's own project. `key`: which
	 * command it was (`commandKey`).
	 */
	tool: ofHook(
		{ name: freeText, project: mayText, key: mayText },
		({ activity, active_projects: projects }, { at, name, project, key }) => {
			countUp(activity.tools, name);
			if (project !== undefined) projects.push(lastPartOf(project));
			for (const one of activity.failures) if (one.key === key) one.fixed ??= at;
		},
	),
	/** A command failed: how, and which (`Failure.same`, `commandKey`). Nothing of what it printed. */
	failure: ofHook({ same: text, key: text }, ({ activity: { failures } }, { at, same, key }) => {
		const isSame = (one: { same: string }) => one.same === same;
		// What failed again has failed since the first time.
		const next = (known: { at: string } = { at }) => ({ same, key, at: known.at });
		renew(failures, { isSame, most: MOST_FAILURES }, next);
	}),
	/**
	 * A file changed: relative to the root of `project`, else of the session's project; `worktree`: of this linked one.
	 * `branch`: the one checked out there.
	 */
	file: ofHook(
		{ path, project: mayText, worktree: mayText, branch: mayText },
		(record, { at, path: changed, project, ...line }) => {
			const { activity, active_projects: projects } = record;
			const name = project === undefined ? changed : `${project}:${changed}`;
			const { branch = record.branch } = line;
			const isSame = (file: { path: string }) => file.path === name;
			renew(activity.files, { isSame }, (known) => {
				return { path: name, edits: (known?.edits ?? 0) + 1, last: at, branch };
			});
			const home = project === undefined ? PACKAGE.exec(changed)?.[1] : lastPartOf(project);
			if (home !== undefined) projects.push(home);
		},
	),
	/** Functions and methods that a change defined. */
	fn: ofHook({ names: freeNames, path }, ({ activity: { functions } }, { names: defined }) => {
		functions.push(...defined);
	}),
	/** Tests that ran and passed: `runner` as in `test:<runner>`, and the command as typed. */
	test: ofHook(TEST_RUN, (record, { at, runner, command, ...line }) => {
		complete(record, `test:${runner}`, at);
		const { activity } = record;
		const isSame = (one: { command: string }) => one.command === command;
		const { branch = record.branch } = line;
		activity.failed = activity.failed.filter((one) => !isSame(one) || one.branch !== branch);
	}),
	/** A run of tests that failed; nothing of what it printed. */
	failed: ofHook(TEST_RUN, ({ activity, branch: current }, { command, branch = current }) => {
		const isSame = (one: { command: string; branch?: string | undefined }) =>
			one.command === command && one.branch === branch;
		renew(activity.failed, { isSame, most: MOST_TEST_RUNS }, () => ({ command, branch }));
	}),
	commit: ofHook({ subject: line, sha: mayText, branch: text }, (record, { at, subject, sha, branch }) => {
		complete(record, `commit:${subject}`, at);
		const { commits } = record.activity;
		const isKnown = sha !== undefined && commits.some((one) => one.sha === sha);
		if (!isKnown) commits.push({ subject, sha, at, branch });
	}),
	/** A change of a task. Absent fields keep what was known. */
	task: ofCommand(TASK, (record, line) => {
		const { pending_tasks: tasks, branch } = record;
		const known = tasks.find(({ id }) => id === line.id);
		// A late line brings nothing back.
		if (known !== undefined && line.at < known.last_activity) return;
		const task = taskAfter(known, { ...line, branch: line.branch ?? branch });
		renew(tasks, { isSame: ({ id }) => id === line.id }, () => task);
		if (task.status === 'done' && known?.status !== 'done') complete(record, `task:${task.title}`, line.at);
	}),
	/** The turn ended, on this branch, with this message (D29). */
	turn: ofHook(
		{ branch: text, text: words(mayText, (said) => clipped(said, MAX_TURN)) },
		(record, { at, branch, p: prompt, text: said = '' }) => {
			record.branch = branch;
			record.activity.turns += 1;
			if (said === '') return;
			const { notes } = record;
			const before = notes.at(-1);
			const isSame = prompt !== undefined && before?.held === prompt;
			// The message before the stop was kept open describes the work; the one after it often says only "done".
			if (isSame && before.text.length >= said.length) return;
			if (isSame) notes.pop();
			notes.push({ at, from: 'turn', text: said, branch });
		},
	),
	/** What the model said before a stop was kept open: mostly more than it says at the end (D29). */
	held: ofHook(
		{ text: words(text, (said) => clipped(said, MAX_TURN)), branch: mayText },
		(record, { at, text: said, p: prompt, ...line }) => {
			if (said === '') return;
			const { branch = record.branch } = line;
			record.notes.push({ at, from: 'turn', text: said, held: prompt, branch });
		},
	),
	/** Progress text that is no turn: a compaction's summary, a subagent's last message, `req session capture`. */
	note: ofCommand(
		{
			from: z.enum(['compaction', 'agent', 'user']),
			text: words(text, (said, { from }) => clipped(said, from === 'agent' ? MAX_AGENT : MAX_NOTE)),
		},
		({ notes, branch }, { at, from, text: said }) => {
			notes.push({ at, from, text: said, branch });
		},
	),
	/** The name of the session; an empty one takes it away. */
	name: ofOthers({ name: freeText }, (record, { name }) => {
		record.name = name;
	}),
	phase: ofOthers({ phase: freeText }, (record, { phase }) => {
		record.phase = phase;
	}),
	/** `req session complete`: req no longer shows others what the session did, until the user prompts it again. */
	complete: ofOthers({}, (record, { at }) => {
		// A record that was stored knows already of a later prompt.
		record.closed ||= at >= record.last_activity || undefined;
	}),

	// How sessions follow each other.

	/**
	 * The sessions this one follows (D12), by key. Of several lines the first `previous` and the last `parent` hold.
	 */
	link: ofOthers({ previous: z.nullable(text), parent: z.nullable(text) }, (record, { previous, parent }) => {
		record.previous ??= previous;
		record.parent = parent ?? record.parent;
	}),
	/** In the journal of the earlier session: `by` goes on with it. */
	continued: ofOthers({ by: text }, ({ key, continuations }, { by }) => {
		if (by !== key) continuations.push(by);
	}),
	/** Context of another session came in (D12). `pins`: ids of those that came with it. */
	restore: ofHook(
		{ from: text, score: amount, mode: z.enum(['auto', 'explicit']), pins: names },
		({ restorations }, { at, from, score, mode, pins }) => {
			restorations.push({ from, at, score, mode, pins });
		},
	),
	/**
	 * The session inherited because a user, a config or a pipeline asked for it: its bundle is written. `from`: key of the
	 * source. `door`: how it was asked for. `select`: as `readSelection` reads it. `required`: it has to say what it understood.
	 */
	inherit: ofCommand(
		{
			from: text,
			door: z.enum(['command', 'environment', 'clear', 'config', 'pipeline']),
			select: text,
			required: z.boolean(),
		},
		(record, { at, from, door, select, required }) => {
			record.inherited ??= { from, at, door, select };
			const said = record.comprehension;
			if (said !== undefined) said.required ||= required;
			else if (required) record.comprehension = { required, present: false, warning: null, at };
		},
	),
	/** What the session says it understood of what it inherited. */
	ack: ofCommand({ text: freeText, p: mayText }, (record, { at, text: said }) => {
		const required = record.comprehension?.required === true;
		record.comprehension = { required, present: true, text: said, warning: null, at };
	}),
	/** A turn ended without that although it is required: the user was shown so. */
	unacknowledged: ofCommand({}, (record, { at }) => {
		const { required = false, present = false } = record.comprehension ?? {};
		if (!present) record.comprehension = { required, present, warning: NOT_ACKNOWLEDGED, at };
	}),
	/** The model, or a subagent, was shown these lessons, by their ids. */
	lessons: ofHook({ told: names, agent: mayText }),
};
