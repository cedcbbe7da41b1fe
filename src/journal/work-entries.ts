import { oneLine } from '../core/text/one-line.ts';
import * as z from '../store/shape.ts';
import { clipped } from './captured-text.ts';
import { amount, type LineOf, mayFlag, mayText, names, p, row, text } from './row.ts';
import {
	Importance,
	isWorkingStage,
	lastPartOf,
	PACKAGE_FOLDERS,
	type TaskSnapshot,
	TaskStatus,
	type Work,
} from './work.ts';

/** Characters that are stored of a turn's last message, of a subagent's, and of other progress (D29). */
const MAX_TURN = 2_000;
const MAX_AGENT = 500;
const MAX_NOTE = 4_000;
const MOST_FAILED_TESTS = 5;
/** What prompts seemed to say is kept, of the newest. */
const MOST_CANDIDATES = 100;
/** Failures of commands that are kept. */
const MOST_FAILURES = 12;
/** So few words of a prompt only go on with what was asked before. */
const FEW_WORDS = 4;
/** A log in a prompt says one thing, however often it repeats it. */
const MOST_IN_PROMPT = 3;
const NOT_ACKNOWLEDGED = 'Agent did not acknowledge inherited context';
/** A file of a package, with the name of its folder. */
const PACKAGE = new RegExp(`^(?:${PACKAGE_FOLDERS.join('|')})/([^/]+)/.`);

/** The lines that memory writes: what a session did, and how it follows others. */
export const WORK_ENTRIES = {
	// What a session did.

	/**
	 * The user's prompt: how often each term occurs (D26), its first words, and the packages of the repository that it names.
	 * `aside`: it was a command of req, and what is said in answer is nothing of the work.
	 */
	prompt: row(
		'alive',
		{
			terms: z.record(text, amount),
			asked: mayText,
			projects: z.optional(names),
			aside: mayFlag,
			p,
		},
		['terms', 'asked'],
		(work, { terms, asked = '', projects = [], aside, p: prompt }) => {
			for (const name of projects) work.projects.add(name);
			for (const [term, count] of Object.entries(terms))
				work.terms.set(term, (work.terms.get(term) ?? 0) + Math.min(count, MOST_IN_PROMPT));
			work.aside = aside === true ? prompt : undefined;
			if (asked === '' || aside === true) return;
			// "Yes, go on" names no work.
			const saysMore = asked.split(' ').length > FEW_WORDS;
			if (work.asked === undefined) work.asked = { first: asked };
			else if (saysMore) work.asked = { ...work.asked, last: asked };
		},
	),
	/** A sentence of a prompt that seems to decide something, or to name a blocker. Nobody has confirmed it (D26). */
	candidate: row(
		'alive',
		{ kind: z.enum(['decision', 'blocker']), type: mayText, text, p },
		['text'],
		({ candidates }, { at, kind, type, text: said }) => {
			const isKnown = candidates.some((one) => one.kind === kind && one.text === said);
			if (isKnown) return;
			candidates.push({ kind, type, text: said, at });
			if (candidates.length > MOST_CANDIDATES) candidates.shift();
		},
	),
	/**
	 * A tool call that succeeded. `project`: where it worked, when that is not the session's own project. `key`: which
	 * command it was (`commandKey`).
	 */
	tool: row(
		'alive',
		{ name: text, project: mayText, key: mayText, p },
		['name'],
		(work, { at, name, project, key }) => {
			work.tools.set(name, (work.tools.get(name) ?? 0) + 1);
			if (project !== undefined) work.projects.add(lastPartOf(project));
			if (key === undefined) return;
			work.failures = work.failures.map((one) =>
				one.key === key ? { ...one, fixed: one.fixed ?? at } : one,
			);
		},
	),
	/** A command failed: how, and which (`Failure.same`, `commandKey`). Nothing of what it printed. */
	failure: row('alive', { same: text, key: text, p }, [], (work, { at, same, key }) => {
		// What failed again has failed since the first time.
		const since = work.failures.find((one) => one.same === same)?.at ?? at;
		const others = work.failures.filter((one) => one.same !== same);
		work.failures = [...others, { same, key, at: since }].slice(-MOST_FAILURES);
	}),
	/**
	 * A file changed: relative to the root of `project`, else of the session's project. `worktree`: of this linked working
	 * tree.
	 */
	file: row(
		'alive',
		{ path: text, project: mayText, worktree: mayText, p },
		['path'],
		({ files, projects }, { at, path, project }) => {
			const name = project === undefined ? path : `${project}:${path}`;
			const edits = (files.get(name)?.edits ?? 0) + 1;
			files.delete(name);
			files.set(name, { path: name, edits, last: at });
			const home = project === undefined ? PACKAGE.exec(path)?.[1] : lastPartOf(project);
			if (home !== undefined) projects.add(home);
		},
	),
	/** Functions and methods that a change defined. */
	fn: row('alive', { names, path: text, p }, ['names', 'path'], ({ functions }, line) => {
		for (const name of line.names) functions.add(name);
	}),
	/** Tests that ran and passed: `runner` as in `test:<runner>`, and the command as typed. */
	test: {
		...row(
			'alive',
			{ runner: text, command: text, p },
			['command'],
			(work, { at, runner, command }) => {
				work.completed.set(`test:${runner}`, at);
				work.failedTests = work.failedTests.filter((one) => one !== command);
			},
		),
		cuts: { command: oneLine },
	},
	/** A run of tests that failed; nothing of what it printed. */
	failed: {
		...row('alive', { runner: text, command: text, p }, ['command'], (work, { command }) => {
			const others = work.failedTests.filter((one) => one !== command);
			work.failedTests = [...others, command].slice(-MOST_FAILED_TESTS);
		}),
		cuts: { command: oneLine },
	},
	commit: {
		...row(
			'alive',
			{ subject: text, sha: mayText, branch: text, p },
			['subject'],
			({ commits, completed, mentioned }, { at, subject, sha }) => {
				mentioned.push(subject);
				completed.set(`commit:${subject}`, at);
				if (sha === undefined) commits.push({ subject, at });
				else if (!commits.some((one) => one.sha === sha)) commits.push({ subject, sha, at });
			},
		),
		cuts: { subject: oneLine },
	},
	/** A task as somebody left it. Absent fields keep what was known. */
	task: {
		...row(
			'active',
			{
				id: text,
				title: mayText,
				status: z.optional(TaskStatus),
				stage: mayText,
				flagged: mayFlag,
				source: z.enum(['client', 'todo', 'req']),
				branch: mayText,
				p,
			},
			['id', 'title', 'stage'],
			({ tasks, completed }, line) => {
				const known = tasks.get(line.id);
				// A late line brings nothing back.
				if (known !== undefined && line.at < known.last_activity) return;
				const task = taskAfter(known, line);
				tasks.set(line.id, task);
				if (task.status === 'done' && known?.status !== 'done')
					completed.set(`task:${task.title}`, line.at);
			},
		),
		cuts: { title: oneLine },
	},
	/** The turn ended, on this branch, with this message (D29). */
	turn: {
		...row(
			'alive',
			{ branch: text, text: mayText, p },
			['text'],
			(work, { at, p: prompt, text: said = '' }) => {
				work.turns += 1;
				if (said === '' || isAside(work, prompt)) return;
				const before = work.progress.at(-1);
				const isSame = prompt !== undefined && before?.held === prompt;
				// The work was told of before the stop was kept open; after it, often only that it is done.
				if (isSame && before.text.length >= said.length) return;
				if (isSame) work.progress.pop();
				work.progress.push({ at, from: 'turn', text: said });
			},
		),
		cuts: { text: cutTurn },
	},
	/** What the model said before a stop was kept open: mostly more than it says at the end (D29). */
	held: {
		...row('alive', { text, p }, ['text'], (work, { at, text: said, p: prompt }) => {
			if (isAside(work, prompt)) return;
			work.progress.push({ at, from: 'turn', text: said, held: prompt });
		}),
		cuts: { text: cutTurn },
	},
	/** Progress text that is no turn: a compaction's summary, a subagent's last message, `req session capture`. */
	note: {
		...row(
			'active',
			{ from: z.enum(['compaction', 'agent', 'user']), text },
			['text'],
			({ progress }, { at, from, text: said }) => {
				progress.push({ at, from, text: said });
			},
		),
		cuts: {
			text: (said: string, { from }: { readonly from: string }) =>
				clipped(said, from === 'agent' ? MAX_AGENT : MAX_NOTE),
		},
	},
	/** The name of the session; an empty one takes it away. */
	name: row('none', { name: text }, ['name'], (work, { name }) => {
		work.name = name === '' ? undefined : name;
	}),
	phase: row('none', { phase: text }, ['phase'], (work, { phase }) => {
		work.phase = phase;
	}),
	/** `req session complete`: its codes are not passed on any more. */
	complete: row('none', {}, [], (work) => {
		work.isClosed = true;
	}),

	// How sessions follow each other.

	/**
	 * The sessions this one follows (D12), by key. `lineage`: all ancestors, oldest first, the parent last.
	 * Of several lines the first `previous` and the last `parent` hold.
	 */
	link: row(
		'none',
		{ previous: z.nullable(text), parent: z.nullable(text), lineage: z.optional(names) },
		[],
		(work, line) => {
			const another = (key: string | null) => (key === null || key === work.key ? undefined : key);
			const [previous, parent] = [another(line.previous), another(line.parent)];
			work.previous ??= previous;
			work.parent = parent ?? work.parent;
			const told = (line.lineage ?? []).filter((key) => key !== work.key);
			const first = parent ?? previous;
			if (told.length > 0) work.lineage = [...new Set(told)];
			else if (work.lineage.length === 0 && first !== undefined) work.lineage = [first];
		},
	),
	/** In the journal of the earlier session: `by` goes on with it. */
	continued: row('none', { by: text }, [], ({ key, continuations }, { by }) => {
		if (by !== key) continuations.add(by);
	}),
	/**
	 * A start is about to be told of earlier sessions; the first such line of one start speaks (D19).
	 * `client`: which process started, `by`: the hook's own process.
	 */
	told: row('alive', { source: text, client: text, by: amount, p }),
	/** Context of another session came in (D12). */
	restore: row(
		'alive',
		{
			from: text,
			score: amount,
			mode: z.enum(['auto', 'explicit']),
			pins: z.array(
				z.object({
					label: text,
					content: text,
					importance: Importance,
					pinned_at: text,
					origin: z.object({ session: text, at: text }),
					/** Of its note. */
					id: mayText,
				}),
			),
		},
		['pins'],
		(work, { at, from, score, mode, pins }) => {
			work.restorations.push({ from, at, score, mode });
			// A session that the user asked for takes the place of those that gave pins before it (D24).
			const staying = mode === 'explicit' ? [] : work.pins;
			const known = new Set(staying.map(({ label }) => label));
			work.pins = [
				...staying,
				...pins.filter(({ label }) => !known.has(label) && known.add(label)),
			];
		},
	),
	/**
	 * The session inherited on somebody's word: its bundle is written. `from`: key of the source. `door`: how it was asked
	 * for. `select`: as `readSelection` reads it. `required`: it has to say what it understood.
	 */
	inherit: row(
		'active',
		{
			from: text,
			door: z.enum(['command', 'environment', 'clear', 'config', 'pipeline']),
			select: text,
			required: z.boolean(),
			sha256: text,
		},
		[],
		(work, { at, from, door, select, required }) => {
			work.inherited ??= { from, at, door, select };
			const said = work.comprehension;
			if (said !== undefined) work.comprehension = { ...said, required: said.required || required };
			else if (required) work.comprehension = { required, present: false, warning: null, at };
		},
	),
	/** What the session says it understood of what it inherited. */
	ack: row('active', { text, p }, ['text'], (work, { at, text: said }) => {
		const required = work.comprehension?.required === true;
		work.comprehension = { required, present: true, text: said, warning: null, at };
	}),
	/** A turn ended without that word although it is required: the user was told. */
	unacknowledged: row('active', {}, [], (work, { at }) => {
		const { required = false, present = false } = work.comprehension ?? {};
		if (!present) work.comprehension = { required, present, warning: NOT_ACKNOWLEDGED, at };
	}),
	/** The model, or a subagent, was told of these lessons, by their ids. */
	lessons: row('alive', { told: names, agent: mayText, p }),
};

function cutTurn(said: string): string {
	return clipped(said, MAX_TURN);
}

/** What is said in answer to a command of ours is nothing of the work. */
function isAside({ aside }: Work, prompt: string | undefined): boolean {
	return prompt !== undefined && prompt === aside;
}

/** What is not said stays as it is known. */
export function taskAfter(
	known: TaskSnapshot | undefined,
	line: LineOf<(typeof WORK_ENTRIES)['task']['fields']>,
): TaskSnapshot {
	const { at, id, title, status, stage, flagged, source, branch } = line;
	const isOver = status === 'done' || status === 'dropped';
	return {
		id,
		title: title ?? known?.title ?? id,
		status: status ?? (isWorkingStage(stage) ? 'in_progress' : (known?.status ?? 'open')),
		stage: stage ?? known?.stage,
		flagged_incomplete: flagged ?? (isOver ? false : (known?.flagged_incomplete ?? false)),
		last_activity: at,
		source: source ?? known?.source,
		branch: branch ?? known?.branch,
	};
}
