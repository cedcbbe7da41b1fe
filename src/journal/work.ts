import * as z from '../store/shape.ts';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

const text = z.string();

/** What a pin may be worth: a critical one crosses branches and ignores relevance (D20). */
export const Importance = z.enum(['critical', 'standard']);
export type Importance = z.output<typeof Importance>;

/** Where a task stands: the client's own words are mapped to these. */
export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped']);
export type TaskStatus = z.output<typeof TaskStatus>;

/** A file that was changed: its path from the root of the project, or `<project>:<path>` in another one. */
export const WorkedFile = z.looseObject({
	path: text,
	edits: z.number(),
	last: text,
	/** ISO time of the call that bypassed a gate, if nothing else is known to have edited it. */
	bypassed: z.optional(text),
});
export type WorkedFile = z.output<typeof WorkedFile>;

/** A command that failed: how and which (hashes), since when, and when the same command succeeded. */
export const CommandFailure = z.looseObject({
	same: text,
	key: text,
	at: text,
	fixed: z.optional(text),
});

/** A task as the session left it. */
export const TaskSnapshot = z.looseObject({
	id: text,
	title: text,
	status: TaskStatus,
	stage: z.optional(text),
	flagged_incomplete: z.boolean(),
	last_activity: text,
	/** Who keeps it: client, todo or req. */
	source: z.optional(text),
	branch: z.optional(text),
});
export type TaskSnapshot = z.output<typeof TaskSnapshot>;

/** A pin of another session. `origin`: where it was first made, which decides its decay (D23). */
export const Pin = z.looseObject({
	label: text,
	content: text,
	importance: Importance,
	pinned_at: text,
	origin: z.optional(z.looseObject({ session: text, at: text })),
	/** Of its note. */
	id: z.optional(text),
});
export type Pin = z.output<typeof Pin>;

/** A session from which context came in. */
export const Restored = z.looseObject({
	from: text,
	at: text,
	score: z.number(),
	mode: z.enum(['auto', 'explicit']),
});

/** What the session inherited on somebody's word. `from`: key of the source. */
export const Inherited = z.looseObject({ from: text, at: text, door: text, select: text });

/** Whether the session said what it understood of that. */
export const Comprehension = z.looseObject({
	required: z.boolean(),
	present: z.boolean(),
	text: z.optional(text),
	warning: z.nullable(text),
	at: text,
});

/** A requirement that a refusal named, and whether it was satisfied afterwards. */
export const Shown = z.looseObject({
	sop_path: text,
	injected_at: text,
	acknowledged: z.boolean(),
	tool_call: text,
});

/** Progress text: what turns, compactions, subagents and the user said (D29). */
export const Progress = z.looseObject({
	at: text,
	from: text,
	text,
	/** Said before a stop was kept open: id of its prompt. */
	held: z.optional(text),
});

/** What a prompt seemed to decide, or to name as a blocker (D26). */
interface Candidate {
	readonly kind: 'decision' | 'blocker';
	/** Of a blocker. */
	readonly type?: string | undefined;
	readonly text: string;
	readonly at: string;
}

/** What is known of a session's life (D13). Times are ISO. */
export interface Life {
	user?: string | undefined;
	channel: string;
	root?: string | undefined;
	cwd: string;
	branch: string;
	pid?: number | undefined;
	pidStarted?: string | undefined;
	host?: string | undefined;
	startedAt: string;
	lastActivity: string;
	endedAt: string | undefined;
	endReason?: string | undefined;
	/** Another session found it dead; it ended with its last sign of life. */
	isCrashed: boolean;
}

/** What a session did, while the lines of its journal are added. */
export interface Work {
	/** Key of the session. */
	readonly key: string;
	name: string | undefined;
	phase: string | undefined;
	/** Its work is finished: its codes are not told any more. */
	isClosed: boolean;
	/** By path, the file worked on last at the end. */
	readonly files: Map<string, WorkedFile>;
	readonly functions: Set<string>;
	/** Names of projects and packages. */
	readonly projects: Set<string>;
	/** `test:npm`, `commit:<subject>`, `task:<title>`, with the time when each was so last. */
	readonly completed: Map<string, string>;
	readonly commits: { subject: string; sha?: string; at: string }[];
	readonly tools: Map<string, number>;
	readonly skills: Set<string>;
	turns: number;
	/** By id. */
	readonly tasks: Map<string, TaskSnapshot>;
	readonly progress: z.output<typeof Progress>[];
	/** First words of the first prompt, and of the last one that says more than to go on. */
	asked: { first: string; last?: string } | undefined;
	/** Id of the last prompt, if that was a command of ours. */
	aside: string | undefined;
	/** Requirements that were unmet when the last turn ended. */
	unmet: readonly string[];
	/** Test commands whose last run failed, oldest first. */
	failedTests: readonly string[];
	failures: readonly z.output<typeof CommandFailure>[];
	shown: readonly z.output<typeof Shown>[];
	readonly candidates: Candidate[];
	/** Branches that it came to, in their order. */
	readonly branches: string[];
	/** What it is about: terms of prompts with their counts, and texts that are counted later. */
	readonly terms: Map<string, number>;
	readonly mentioned: string[];
	/** Keys. */
	previous: string | undefined;
	parent: string | undefined;
	/** Keys of all ancestors, oldest first. */
	lineage: readonly string[];
	readonly continuations: Set<string>;
	readonly restorations: z.output<typeof Restored>[];
	/** Pins that came in from other sessions. */
	pins: readonly Pin[];
	inherited: z.output<typeof Inherited> | undefined;
	comprehension: z.output<typeof Comprehension> | undefined;
}

/** The work of a session that has only started. */
export function newWork(key: string): Work {
	return {
		key,
		name: undefined,
		phase: undefined,
		isClosed: false,
		files: new Map(),
		functions: new Set(),
		projects: new Set(),
		completed: new Map(),
		commits: [],
		tools: new Map(),
		skills: new Set(),
		turns: 0,
		tasks: new Map(),
		progress: [],
		asked: undefined,
		aside: undefined,
		unmet: [],
		failedTests: [],
		failures: [],
		shown: [],
		candidates: [],
		branches: [],
		terms: new Map(),
		mentioned: [],
		previous: undefined,
		parent: undefined,
		lineage: [],
		continuations: new Set(),
		restorations: [],
		pins: [],
		inherited: undefined,
		comprehension: undefined,
	};
}

/** Folders in which workspaces keep their packages. */
export const PACKAGE_FOLDERS = [
	...['packages', 'apps', 'libs', 'services', 'crates', 'modules', 'plugins'],
];

/** Pipeline stages in which a task is being worked on. */
const WORKING_STAGES = ['build', 'verify', 'validate'];

/** Whether a stage says that somebody works on the task. */
export function isWorkingStage(stage: string | undefined): boolean {
	return stage !== undefined && WORKING_STAGES.includes(stage.toLowerCase());
}

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
