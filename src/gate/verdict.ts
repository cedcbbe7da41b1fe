import type { Requirement } from '../config/config.ts';
import { type JournalLine, ofKind } from '../core/journal/line.ts';
import { isInside } from '../core/text/paths.ts';
import { EDIT_TOOLS } from '../host/gated-tools.ts';
import { namesIn, type Status } from './status.ts';
import { type Action, matches, matchingEdit } from './triggers.ts';

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

/** The first edited file for which one of these requirements waits. */
export function heldEdit(unmet: readonly Status[], action: Action): string | undefined {
	const blocks = unmet.flatMap(({ requirement }) => requirement.blocks);
	const held = blocks.map((one) =>
		one.on === 'edit' ? matchingEdit(one.pattern, action) : undefined,
	);
	return held.find((path) => path !== undefined);
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

/** What a gate says of one call. `warn`: it goes through, and is told so. */
export interface Verdict {
	readonly decision: 'allow' | 'warn' | 'deny';
	/** The unmet requirements that decided it, in the order of the config. */
	readonly unmet: readonly Status[];
	/** Satisfied single-use requirements that this call will spend if it succeeds (D31). */
	readonly spends: readonly string[];
}

/**
 * Judges a call by the statuses of the requirements that block it (D35: there is no `allow` answer,
 * only silence). A requirement with `enforce: stop` lets every call through.
 */
export function judge(blocking: readonly Status[]): Verdict {
	const unmet = blocking.filter(({ satisfied }) => !satisfied);
	const denying = unmet.filter(({ requirement }) => requirement.enforce === 'deny');
	const warning = unmet.filter(({ requirement }) => requirement.enforce === 'warn');
	if (denying.length > 0) return { decision: 'deny', unmet: denying, spends: [] };
	const spends = namesIn(blocking.filter(isSpendable));
	return { decision: warning.length > 0 ? 'warn' : 'allow', unmet: warning, spends };
}

/** Requirements that hold a stop: armed by this session and unmet (D32). */
export function holdsStop({ requirement, triggered, satisfied }: Status): boolean {
	return triggered && !satisfied && requirement.holdsStop;
}

/** Whether the completion of a task waits for a requirement once it is armed. */
export function blocksTasks({ blocks, enforce }: Requirement): boolean {
	return enforce === 'deny' && blocks.some(({ on }) => on === 'task_completed');
}

/** Requirements that keep a task open: armed by this session and unmet. */
export function holdsTask({ requirement, triggered, satisfied }: Status): boolean {
	return triggered && !satisfied && blocksTasks(requirement);
}

/** Whether a guarded call uses it up: an approval lasts until its ttl instead. */
export function isSpendable({ requirement, reason }: Status): boolean {
	return requirement.scope === 'single_use' && reason === 'satisfied';
}

/** The call that is judged now. */
interface JudgedCall {
	/** `tool_use_id`. */
	readonly call: string | undefined;
	readonly branch: string;
	/** The commit the branch stands at; `undefined` where it cannot be told. */
	readonly commit: string | undefined;
}

/**
 * Marks single-use satisfactions that an earlier call has used although the state still has them (D31): the state could not
 * be written then, or no event reported that the call succeeded (`git commit; false` fails as a whole), but it was allowed
 * on them and HEAD has moved since.
 */
export function usedUnseen(
	statuses: readonly Status[],
	lines: readonly JournalLine[],
	judged: JudgedCall,
): Status[] {
	const { call, branch, commit } = judged;
	const earlier = ofKind(lines, 'checked').filter(
		(line) => line.call !== call && hasMoved(line.commit, commit),
	);
	const spent = ofKind(lines, 'spent').map((line) => ({ ...line, at: line.until }));
	const uses = [...earlier, ...spent].filter((line) => line.branch === branch);
	return statuses.map((status) => {
		const since = status.satisfaction?.satisfied_at ?? '';
		const isUsed = uses.some(
			({ at, names }) => at >= since && names.includes(status.requirement.name),
		);
		return isUsed && isSpendable(status) ? { ...status, satisfied: false, reason: 'used' } : status;
	});
}

function hasMoved(then: string | undefined, now: string | undefined): boolean {
	return then !== undefined && now !== undefined && then !== now;
}

/**
 * Unmet statuses with why the last run of what they wait for does not count, where it came after what
 * armed them, after the satisfaction that no longer counts, and after the tests that failed last.
 */
export function withUncounted(
	unmet: readonly Status[],
	lines: readonly JournalLine[],
	branch: string,
): Status[] {
	const sinceFailure = lines.slice(lines.findLastIndex(({ e }) => e === 'failed') + 1);
	const told = ofKind(sinceFailure, 'uncounted').filter((line) => line.branch === branch);
	return unmet.map((status) => {
		const { requirement, satisfaction, triggeredAt } = status;
		const since = [satisfaction?.satisfied_at ?? '', triggeredAt ?? ''].sort().at(-1) ?? '';
		const last = told.findLast(({ names }) => names.includes(requirement.name));
		return last === undefined || last.at < since ? status : { ...status, uncounted: last.why };
	});
}
