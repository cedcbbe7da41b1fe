import type { Requirement } from '../config/config.ts';
import { named, typed } from '../core/text/one-line.ts';
import { counted, listed } from '../core/text/phrases.ts';
import { branchLabel, branchText, NO_GIT } from '../git/place.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../host/gated-tools.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';
import { firstStepText, nextStepLines } from './next-steps.ts';
import { keepsTurnOpen, reasonText, whyUnmet } from './reason-text.ts';
import { namesIn, type Status } from './status.ts';
import type { Step } from './trace.ts';
import { type Action, ANY_FILE } from './triggers.ts';

/** The branch and checkout that a text is about. */
export interface Where {
	readonly branch: string;
	/** The working tree, if it is another one than the session started in. */
	readonly checkout?: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** A call in a few words: `edit`, `git commit`, `command that changes src/a.ts`. `trace`: of its verdict. */
export function callText({ tool }: Action, trace: readonly Step[]): string {
	const [step] = trace.filter(({ effect }) => effect === 'blocks' || effect === 'warns');
	const { trigger, by = '' } = step ?? {};
	if (trigger?.on === 'command') return typed(by);
	if (trigger?.on === 'edit' && Object.hasOwn(EDIT_TOOLS, tool)) return 'edit';
	const call = SHELL_TOOLS.includes(tool) ? 'command' : 'call';
	if (trigger?.on !== 'edit') return call;
	return `${call} that ${by === ANY_FILE ? 'may change any file' : `changes ${named(by)}`}`;
}

/**
 * Why a call was refused, and what to do next. The first line names what is unmet: Claude Code's terminal shows no other
 * line of a refused command.
 */
export function refusalText(unmet: readonly Status[], where: Where & { what: string }): string {
	const isMore = ({ requirement, ...one }: Status) =>
		requirement.enforce === 'deny' && keepsTurnOpen({ requirement, ...one });
	return [
		`req: ${where.what} blocked ${whereText(where)}: ${unmetText(unmet)}.`,
		...unmetLines(unmet, where.now).map((line, index) => {
			const also = unmet[index] !== undefined && isMore(unmet[index]);
			return also ? `${line} It also keeps the turn open.` : line;
		}),
		...nextStepLines(unmet, where.checkout),
	].join('\n');
}

/** The same, if a call of the same prompt was refused for the same requirements already. */
export function shortRefusalText(
	unmet: readonly Status[],
	where: Where & { what: string },
): string {
	const step = unmet[0] === undefined ? undefined : firstStepText(unmet[0]);
	const next = step === undefined ? '' : ` Next: ${step}.`;
	return `req: ${where.what} blocked ${whereText(where)}: ${unmetText(unmet)}, as before.${next}`;
}

/** Shown with a call that is allowed: `why` it only warns. */
export function warningText(
	unmet: readonly Status[],
	where: Where & { readonly what: string; readonly why: string },
): string {
	const { what, why, now, checkout } = where;
	return [
		`req: ${what} allowed ${whereText(where)} although ${unmetText(unmet)} (${why}).`,
		...unmetLines(unmet, now),
		...nextStepLines(unmet, checkout),
	].join('\n');
}

/** What Claude is shown of a run that does not count; `run`: the command to run instead, if it is another one. */
export function uncountedText(
	names: readonly string[],
	why: string,
	run: string | undefined,
): string {
	const next = run === undefined ? '' : `; run ${typed(run)}`;
	return `req: this run does not count for ${names.join(', ')}: ${why}${next}.`;
}

/** One branch on which requirements keep a turn open. */
export interface OpenTurn extends Where {
	readonly unmet: readonly Status[];
}

/** Why the turn is kept open. For several branches each name is listed once, and the reasons are left to `/req:status`. */
export function stopText(turns: readonly OpenTurn[]): string {
	const [only, ...others] = turns;
	if (only === undefined) return '';
	if (others.length === 0)
		return [
			`req: turn kept open ${whereText(only)}: ${unmetText(only.unmet)}.`,
			...unmetLines(only.unmet, only.now),
			...nextStepLines(only.unmet, only.checkout),
		].join('\n');
	const steps = new Set(
		turns.flatMap(({ unmet }) => unmet.flatMap((one) => firstStepText(one) ?? [])),
	);
	return [
		`req: turn kept open on ${counted(turns.length, 'branch')}.`,
		...turns.map((turn) => `- ${whereText(turn)}: ${unmetText(turn.unmet)}.`),
		`Next: ${listed([...steps])}; \`/req:status\` shows the rest.`,
	].join('\n');
}

/** Shown to the user when a turn ends although requirements are unmet: one line. */
export function endedText(unmet: readonly Status[], now: number): string {
	const [only] = unmet;
	const isOne = only !== undefined && unmet.length === 1;
	const step = isOne ? firstStepText(only) : 'see `/req:status`';
	const run = isOne && only.failedAt !== undefined ? `: ${reasonText(only, now)}` : '';
	return `req: turn ended although ${unmetText(unmet)}${run}${step === undefined ? '' : ` (${step})`}`;
}

/** Why each requirement is unmet; of several, each line begins with the name. */
export function unmetLines(unmet: readonly Status[], now: number): string[] {
	if (unmet.length > 1)
		return unmet.map((one) => `- ${one.requirement.name}: ${whyUnmet(one, now)}`);
	return unmet.map((one) => capitalize(whyUnmet(one, now)));
}

function capitalize(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `commit_plan is unmet`. */
function unmetText(unmet: readonly Status[]): string {
	return `${listed(namesIn(unmet))} ${unmet.length === 1 ? 'is' : 'are'} unmet`;
}

/** `on feature/login in /p-worktree`. */
function whereText({ branch, checkout }: Where): string {
	const on = branch === NO_GIT ? branchLabel(branch) : `on ${branchLabel(branch)}`;
	return checkout === undefined ? on : `${on} in ${named(checkout)}`;
}

/** What is shown when a branch grows past a `warn` limit: once, at the crossing. `lines`: changed lines now. */
export function growthText(
	requirements: readonly Requirement[],
	growth: {
		readonly branch: string;
		readonly lines: number;
		readonly before: BranchState | undefined;
	},
): string | undefined {
	const { branch, lines, before } = growth;
	const crossed = requirements.filter(({ name, warn }) => {
		const measured = storedOf(before, name)?.measured?.lines ?? 0;
		return warn !== undefined && lines > warn && measured <= warn;
	});
	if (crossed.length === 0) return undefined;
	const limits = crossed.map(({ name, warn, block }) => {
		const blocked = block === undefined ? '' : `, blocks work above ${block}`;
		return `${name} warns above ${warn}${blocked}`;
	});
	return `req: ${branchText(branch)} has ${lines} changed lines (${limits.join('; ')}).`;
}

/**
 * The two calls that work, if a blocked line begins with a switch to another branch: each call is evaluated on the branch
 * where it starts.
 */
export function splitText({ command, edits }: Action): string | undefined {
	const [first, ...rest] = command?.calls ?? [];
	const [git, verb, ...words] = first?.words ?? [];
	const isSwitch = git === 'git' && (verb === 'switch' || verb === 'checkout');
	const isOfFiles = words.some((word) => word === '--' || edits.includes(word));
	if (first === undefined || rest.length === 0 || !isSwitch || isOfFiles) return undefined;
	const [second = first, ...more] = rest;
	const then = more.length === 0 ? typed(second.words.join(' ')) : 'the rest of the line';
	return `First run ${typed(first.words.join(' '))} alone, then ${then}: a call is evaluated on the branch where it starts.`;
}
