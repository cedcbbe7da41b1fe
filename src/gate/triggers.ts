import { GATED_TOOLS, MCP_PREFIX, TOOL_GLOB } from '../host/tools.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { matchesGlob } from '../text/glob.ts';
import { typed } from '../text/one-line.ts';

/** Among the files of a call: which ones it changes is not known, so it may be any of the project's. */
export const ANY_FILE = '**';

export interface Action {
	readonly tool: string;
	/** Files the call changes, relative to the project's root, with `/`. */
	readonly edits: readonly string[];
	/** The Bash command, parsed; `undefined` for other tools. */
	readonly command: ParsedCommand | undefined;
	/** Whether the command line calls what a pattern of the config names; never for other tools. */
	readonly runs: (pattern: string) => boolean;
	/** Whether the tool's whole name matches a glob of the config. */
	readonly fitsTool: (pattern: string) => boolean;
}

interface TriggerKind {
	/** What the word alone matches, for the documentation; absent: it needs a pattern. */
	readonly alone?: string;
	/** `{ edit: PATTERN }`; absent: there is only the word. */
	readonly pattern?: {
		readonly form: 'glob' | 'command' | 'tool';
		/** How problems show it. */
		readonly word: string;
		/** For an editor. */
		readonly about: string;
		/** For the documentation. */
		readonly example: string;
		readonly matches: string;
	};
	/** It is no call, so that a requirement can only block it. */
	readonly isOfBlocksOnly?: true;
	/** What of a call matches: a path, the words, the tool; `undefined`: nothing. */
	readonly match: (action: Action, pattern: string) => string | undefined;
	/** The calls in a few words. */
	readonly text: (pattern: string) => string;
}

const KINDS = {
	edit: {
		alone: 'any call that changes a file',
		pattern: {
			form: 'glob',
			word: 'GLOB',
			about: 'Only these paths, relative to the project root.',
			example: 'src/**',
			matches: 'the same, for these paths from the project root',
		},
		match: (action, glob) => action.edits.find((path) => glob === '' || path === ANY_FILE || matchesGlob(glob, path)),
		text: (glob) => (glob === '' ? 'edits' : `edits of ${glob}`),
	},
	command: {
		pattern: {
			form: 'command',
			word: 'WORDS',
			about: 'The first words of a command.',
			example: 'git commit',
			matches: 'a call of Bash, Monitor or PowerShell that runs this command',
		},
		match: (action, words) => (action.runs(words) ? words : undefined),
		text: typed,
	},
	tool: {
		pattern: {
			form: 'tool',
			word: 'GLOB',
			about: 'A glob for the whole name of a tool.',
			example: TOOL_GLOB,
			matches: `a tool by its name: ${GATED_TOOLS.join(', ')} and \`${MCP_PREFIX}*\``,
		},
		match: (action, glob) => (action.fitsTool(glob) ? action.tool : undefined),
		text: (glob) => `tool ${glob}`,
	},
	task_completed: {
		alone: "in `blocks` only: the completion of a task in Claude's own list",
		isOfBlocksOnly: true,
		match: () => undefined,
		text: () => 'the completion of a task',
	},
} as const satisfies Readonly<Record<string, TriggerKind>>;

type TriggerName = keyof typeof KINDS;

/** What arms a requirement, makes it stale, or is blocked by it. */
export interface Trigger {
	readonly on: TriggerName;
	/** Empty: any. */
	readonly pattern: string;
}

/** Of a call of which nothing but its edits counts. */
export const EDITS_ONLY = {
	command: undefined,
	runs: () => false,
	fitsTool: () => false,
} as const satisfies Partial<Action>;

export const EDIT: Trigger = { on: 'edit', pattern: '' };

/** Every kind, in the order of the documentation. */
export const TRIGGERS = Object.entries(KINDS) as (readonly [TriggerName, TriggerKind])[];

/** What of a call a trigger matches: a path, the words of the config, the tool; `undefined`: nothing. */
export function matchOf(trigger: Trigger, action: Action): string | undefined {
	const kind: TriggerKind = KINDS[trigger.on];
	return kind.match(action, trigger.pattern);
}

/** The calls of a trigger in a few words: `edits of src/**`. */
export function triggerText(trigger: Trigger): string {
	return KINDS[trigger.on].text(trigger.pattern);
}

/** A trigger as a config writes it: `edit` or `{ edit: GLOB }`. */
export type WrittenTrigger = string | Readonly<Record<string, string>>;

/** Reads a trigger that fits its form. */
export function readTrigger(written: WrittenTrigger): Trigger {
	const [[on, pattern] = ['', '']] = typeof written === 'string' ? [[written, '']] : Object.entries(written);
	return { on: on as TriggerName, pattern };
}

/** The inverse of `readTrigger`. */
export function writeTrigger({ on, pattern }: Trigger): WrittenTrigger {
	return pattern === '' ? on : { [on]: pattern };
}

/** Whether a trigger is about commits. */
export function isCommit({ on, pattern }: Trigger): boolean {
	return on === 'command' && /^\s*git(?:\s+commit\b|\s*$)/.test(pattern);
}
