import type { ParsedCommand } from '../command/parse-command.ts';
import type { Requirement, Trigger } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import { isInside } from '../place/place.ts';
import { EDIT_TOOLS } from '../protocol/gated-tools.ts';

/** Among the files of a call: which ones it changes is not known, so it may be any of the project's. */
export const ANY_FILE = '**';

/** One tool call as triggers see it. */
export interface Action {
	readonly tool: string;
	/** Files the call changes, relative to the project's root, with `/`. */
	readonly edits: readonly string[];
	/** Its command line is too long to be read to its end. */
	readonly unread?: true;
	/** The Bash command, parsed; `undefined` for other tools. */
	readonly command: ParsedCommand | undefined;
	/** Whether the command line calls what a pattern of the config names; never for other tools. */
	readonly runs: (pattern: string) => boolean;
	/** Whether the tool's whole name fits one of the user's patterns (linear time). */
	readonly fitsTool: (pattern: string) => boolean;
}

/** Of a call of which nothing but its edits counts. */
export const EDITS_ONLY = {
	command: undefined,
	runs: () => false,
	fitsTool: () => false,
} as const satisfies Partial<Action>;

/** The path an edit tool names; `undefined` for any other tool, or where it names none. */
export function editedPath(
	tool: string,
	input: Readonly<Record<string, unknown>>,
): string | undefined {
	const key = Object.hasOwn(EDIT_TOOLS, tool) ? EDIT_TOOLS[tool] : undefined;
	const path = key === undefined ? undefined : input[key];
	return typeof path === 'string' ? path : undefined;
}

/** Whether a call is one of those that arm a requirement, wait for it or make it stale. */
export function matches(trigger: Trigger, action: Action): boolean {
	switch (trigger.on) {
		case 'edit':
			return matchingEdit(trigger.glob, action) !== undefined;
		case 'command':
			return action.runs(trigger.command);
		case 'tool':
			return action.fitsTool(trigger.pattern);
	}
}

/** The first edited file for which one of these requirements waits. */
export function heldEdit(requirements: readonly Requirement[], action: Action): string | undefined {
	const blocks = requirements.flatMap((requirement) => requirement.blocks);
	const held = blocks.map((one) =>
		one.on === 'edit' ? matchingEdit(one.glob, action) : undefined,
	);
	return held.find((path) => path !== undefined);
}

function matchingEdit(glob: string | undefined, { edits }: Action): string | undefined {
	return edits.find((path) => glob === undefined || path === ANY_FILE || matchesGlob(glob, path));
}

/** Requirements one of whose triggers in the given list matches the call. */
export function matching(
	requirements: readonly Requirement[],
	list: 'triggers' | 'blocks' | 'staleAfter',
	action: Action,
): Requirement[] {
	return requirements.filter((requirement) =>
		requirement[list].some((trigger) => matches(trigger, action)),
	);
}

/** Where the client writes plans of its own. Absolute directories. */
interface PlanDirectories {
	readonly configDir: string;
	readonly root: string;
	/** The client's `plansDirectory` setting, resolved; `undefined` when unset. */
	readonly plansDirectory: string | undefined;
}

/**
 * Whether a file is one of the client's own plans, which are Markdown. `path` is absolute with symlinks resolved, so
 * neither `..` nor a link leads out.
 */
export function isPlanFile(
	path: string,
	{ configDir, root, plansDirectory }: PlanDirectories,
): boolean {
	const directories = [`${configDir}/plans`, `${root}/.claude/plans`];
	const isConfigured = plansDirectory !== undefined && isInside(plansDirectory, root);
	if (isConfigured) directories.push(plansDirectory);
	return path.endsWith('.md') && directories.some((directory) => isInside(path, directory));
}
