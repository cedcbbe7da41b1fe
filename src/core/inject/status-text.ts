import { type Config, type Problem, problemText } from '../../config/config.ts';
import { effectText, reasonText, whyUnmet } from '../../gate/gate-text.ts';
import { nextStepLines } from '../../gate/next-steps.ts';
import type { Status } from '../../gate/status.ts';
import { onBranchText } from '../../git/place.ts';
import type { BranchState } from '../../state/branch-state.ts';
import { type Obstacle, obstacleText } from '../../store/obstacle.ts';
import type { FaultLine } from '../fault/fault.ts';
import { oneLine, quoted, typedForm } from '../text/one-line.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';

export interface StatusFacts {
	readonly branch: string;
	readonly statuses: readonly Status[];
	/** Why no gate stands, or `undefined` while they do. */
	readonly off: string | undefined;
	/** Config problems, faults, rivals, what was switched off: one sentence each. */
	readonly notices: readonly string[];
	/** Why nothing can be stored: no next step works, and the gates only warn. */
	readonly obstacle?: Obstacle | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** Requirements and notices that are spelled out; the rest is counted (D17). */
const MAX_LINES = 8;

/** One short status for the model (D18). */
export function statusText(facts: StatusFacts): string {
	const { branch, off, notices } = facts;
	const gates =
		off === undefined
			? requirementLines(onBranchText(branch), facts)
			: [`the gates are off: ${typedForm(off)}.`];
	return `req: ${[...gates, ...noticeLines(notices)].join('\n')}`;
}

/**
 * How many requirements are unmet on a branch (`on branch main`), which, their ways out, what is satisfied, and what is
 * only approved. `now`: milliseconds since the epoch.
 */
export function requirementLines(
	on: string,
	{ statuses, obstacle, now }: Pick<StatusFacts, 'statuses' | 'obstacle' | 'now'>,
): string[] {
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	const met = statuses.filter(({ reason }) => reason === 'satisfied');
	const approved = statuses.filter(({ reason }) => reason === 'approved');
	const shown = unmet.slice(0, MAX_LINES);
	return [
		headline(on, { unmet: unmet.length, all: statuses.length }),
		...shown.map((one) => {
			const effect = obstacle === undefined ? ` (${oneLine(effectText(one))})` : '';
			return `- ${one.requirement.name}${effect}: ${whyUnmet(one, now)}`;
		}),
		...rest(unmet.length - shown.length, 'requirement'),
		...(obstacle === undefined ? nextStepLines(unmet) : []),
		...(met.length === 0 || unmet.length === 0 ? [] : [`Satisfied: ${names(met)}.`]),
		...approved.map((one) => `${one.requirement.name}: ${reasonText(one, now)}.`),
	];
}

/**
 * What the user sees of it: one line for the gates, and whatever is wrong. A session that goes on (`isNew` false) had
 * its line; nothing configured is nothing to say.
 */
export function userNotice(facts: StatusFacts, isNew: boolean): string | undefined {
	const { off, notices } = facts;
	const gates = off === undefined ? gatesLine(facts) : `the gates are off: ${typedForm(off)}`;
	const lines = [...(off === undefined && !isNew ? [] : [gates]), ...notices].filter(
		(line) => line !== undefined,
	);
	return lines.length === 0 ? undefined : `req: ${shortened(lines).join('\n')}`;
}

/** `3 gates on feature/login; 1 unmet: commit_plan`. */
function gatesLine({ branch, statuses }: StatusFacts): string | undefined {
	if (statuses.length === 0) return undefined;
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	const names = listed(unmet.map(({ requirement }) => requirement.name));
	const on = onBranchText(branch).replace('on branch ', 'on ');
	const gates = `${counted(statuses.length, 'gate')} ${on}`;
	return unmet.length === 0 ? `${gates}; none unmet` : `${gates}; ${unmet.length} unmet: ${names}`;
}

function headline(on: string, count: { readonly unmet: number; readonly all: number }): string {
	const of = `of ${counted(count.all, 'requirement')}`;
	if (count.all === 0) return `no requirement is configured ${on}.`;
	if (count.unmet === 0) return `all requirements satisfied ${on}.`;
	return `${count.unmet} ${of} not satisfied ${on}.`;
}

/** Notices as they stand below a status. */
export function noticeLines(notices: readonly string[]): string[] {
	return shortened(notices).map((notice) => `Notice: ${notice}`);
}

function shortened(lines: readonly string[]): string[] {
	return [...lines.slice(0, MAX_LINES), ...rest(lines.length - MAX_LINES, 'notice')];
}

function rest(count: number, thing: string): string[] {
	return count <= 0 ? [] : [`… and ${counted(count, `more ${thing}`)}: \`req status\`.`];
}

function names(statuses: readonly Status[]): string {
	return statuses.map(({ requirement }) => requirement.name).join(', ');
}

/** Why no gate stands, or `undefined` while they do. */
export function offReason(
	config: Pick<Config, 'enabled' | 'requirements'>,
	{
		state,
		problems,
	}: { readonly state: BranchState | undefined; readonly problems: readonly Problem[] },
): string | undefined {
	if (!config.enabled) return '`enabled: false` in the config';
	if (config.requirements.length === 0 && problems.length > 0) {
		return 'no requirement could be read from the config';
	}
	const { paused } = state ?? {};
	if (paused === undefined) return undefined;
	const reason = paused.reason === undefined ? '' : `, ${quoted(paused.reason)}`;
	return `paused on this branch since ${oneLine(paused.at)} by ${oneLine(paused.by)}${reason}; \`req pause --off\` switches the gates on again`;
}

/** How the gates stand, in a word. */
export const GATES = {
	on: 'on',
	paused: 'paused',
	off: 'off',
	only_warn: 'only warn',
	/** Nothing says that the client runs the hooks in this session. */
	unseen: 'not seen at work',
	/** Its client is gone. */
	over: 'no longer at work',
	/** More than one session is live, and nobody said which is meant. */
	per_session: 'per session',
	/** None is. */
	no_session: 'waiting for a session',
	/** Nothing at all brings the hooks to the client. */
	not_installed: 'not installed',
} as const;
export type GatesState = keyof typeof GATES;

/** The first reason behind that word: one that begins with the word itself goes on after it. */
export function afterGates(gates: GatesState, reason: string | undefined): string {
	if (reason === undefined) return '';
	if (gates === 'on') return `, but ${reason}`;
	if (gates === 'only_warn') return `, because ${reason}`;
	const state = GATES[gates];
	return reason.startsWith(`${state} `) ? reason.slice(state.length) : `: ${reason}`;
}

/** What somebody should know beyond the requirements themselves. */
export interface NoticeFacts {
	readonly problems: readonly Problem[];
	readonly switchedOff: readonly string[];
	/** Other live sessions of the same repository and branch. */
	readonly rivals: readonly { readonly key: string; readonly cwd: string }[];
	readonly faults: readonly FaultLine[];
	/** Why nothing can be stored: the gates only warn. */
	readonly obstacle: Obstacle | undefined;
	/** The folder of the state, or a folder in it, if it is a link. */
	readonly linked: string | undefined;
	/** Requirements that hang on a size git could not tell. */
	readonly unmeasured: readonly string[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

export function linkedText(folder: string): string {
	return `${oneLine(folder)} is a link, which req does not follow; no stored state counts until the user removes it`;
}

/** One sentence each, the gravest first (D7, D34). */
export function noticesOf(facts: NoticeFacts): string[] {
	return [
		...(facts.linked === undefined ? [] : [linkedText(facts.linked)]),
		...(facts.obstacle === undefined ? [] : [`gates only warn: ${obstacleText(facts.obstacle)}`]),
		...facts.unmeasured.map(
			(name) => `${name}: the size of this branch could not be measured, so it holds nothing`,
		),
		...facts.problems.map(problemText),
		...facts.switchedOff.map(oneLine),
		...facts.rivals.map(
			({ key, cwd }) => `session ${key} is at work on the same branch, in ${oneLine(cwd)}`,
		),
		...faultNotices(facts.faults, facts.now),
	];
}

/** What went wrong, in at most one sentence. */
function faultNotices(faults: readonly FaultLine[], now: number): string[] {
	const last = faults.at(-1);
	if (last === undefined) return [];
	const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
	const hint = last.hint === undefined ? '' : ` (${oneLine(last.hint)})`;
	return [
		`${count} since the last session start, the latest ${relativeTime(last.at, now)}: ${oneLine(last.message)}${hint}`,
	];
}
