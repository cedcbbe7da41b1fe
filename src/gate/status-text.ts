import { type Config, type Problem, problemText } from '../config/config.ts';
import { onBranchText } from '../git/place.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { FaultLine } from '../store/fault.ts';
import { type Obstacle, obstacleText } from '../store/obstacle.ts';
import { oneLine, quoted, typedForm } from '../text/one-line.ts';
import { counted, firstLines, listed, noticeLines, relativeTime } from '../text/phrases.ts';
import { effectText, reasonText, whyUnmet } from './gate-text.ts';
import { nextStepLines } from './next-steps.ts';
import { namesIn, type Status } from './status.ts';

export interface StatusFacts {
	readonly branch: string;
	readonly statuses: readonly Status[];
	/** Why the gates are off; `undefined`: they are on. */
	readonly off: string | undefined;
	/** Config problems, faults, rivals, what was switched off: one sentence each. */
	readonly notices: readonly string[];
	/** Why nothing can be stored: no next step works, and the gates only warn. */
	readonly obstacle?: Obstacle | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** One short status for the model (D18): what is unmet, its next steps, what is satisfied or only approved. */
export function statusText(facts: StatusFacts): string {
	const { off, notices } = facts;
	const gates = off === undefined ? requirementLines(facts) : [`the gates are off: ${typedForm(off)}.`];
	return `req: ${[...gates, ...noticeLines(notices)].join('\n')}`;
}

function requirementLines({ branch, statuses, obstacle, now }: StatusFacts): string[] {
	const on = onBranchText(branch);
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	const met = namesIn(statuses.filter(({ reason }) => reason === 'satisfied'));
	const approved = statuses.filter(({ reason }) => reason === 'approved');
	const onlyApproved = approved.map((one) => `${one.requirement.name}: ${reasonText(one, now)}.`);
	if (statuses.length === 0) return [`no requirement is configured ${on}.`];
	if (unmet.length === 0) return [`all requirements satisfied ${on}.`, ...onlyApproved];
	const lines = unmet.map((one) => {
		const effect = obstacle === undefined ? ` (${oneLine(effectText(one))})` : '';
		return `- ${one.requirement.name}${effect}: ${whyUnmet(one, now)}`;
	});
	return [
		`${unmet.length} of ${counted(statuses.length, 'requirement')} not satisfied ${on}.`,
		...firstLines(lines, 'requirement'),
		...(obstacle === undefined ? nextStepLines(unmet) : []),
		...(met.length === 0 ? [] : [`Satisfied: ${met.join(', ')}.`]),
		...onlyApproved,
	];
}

/**
 * What the user sees of it: one line for the gates, and whatever is wrong. A session that goes on (`isNew` false) had
 * its line; nothing configured is nothing to say.
 */
export function userNotice(facts: StatusFacts, isNew: boolean): string | undefined {
	const { off, notices } = facts;
	const gates = off === undefined ? gatesLine(facts) : `the gates are off: ${typedForm(off)}`;
	const lines = [...(off === undefined && !isNew ? [] : [gates]), ...notices].filter((line) => line !== undefined);
	return lines.length === 0 ? undefined : `req: ${firstLines(lines, 'notice').join('\n')}`;
}

/** `3 gates on feature/login; 1 unmet: commit_plan`. */
function gatesLine({ branch, statuses }: StatusFacts): string | undefined {
	if (statuses.length === 0) return undefined;
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	const names = listed(namesIn(unmet));
	const on = onBranchText(branch).replace('on branch ', 'on ');
	const gates = `${counted(statuses.length, 'gate')} ${on}`;
	return unmet.length === 0 ? `${gates}; none unmet` : `${gates}; ${unmet.length} unmet: ${names}`;
}

/** Why the config switches the gates off; `undefined`: it does not. */
export function offText(
	{ enabled, requirements }: Pick<Config, 'enabled' | 'requirements'>,
	problems: readonly Problem[],
): string | undefined {
	if (!enabled) return '`enabled: false` in the config';
	if (requirements.length > 0 || problems.length === 0) return undefined;
	return 'no requirement could be read from the config';
}

/** Why the gates of a branch are off although the config has them. */
export function pausedText({ at, by, reason }: NonNullable<BranchState['paused']>): string {
	const why = reason === undefined ? '' : `, ${quoted(reason)}`;
	return `paused on this branch since ${oneLine(at)} by ${oneLine(by)}${why}; \`req pause --off\` switches the gates on again`;
}

/** What the user should know beyond the requirements themselves. */
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
	/** Requirements that depend on a size that git could not tell. */
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
		...facts.unmeasured.map((name) => `${name}: the size of this branch could not be measured, so it blocks nothing`),
		...facts.problems.map(problemText),
		...facts.switchedOff.map(oneLine),
		...facts.rivals.map(({ key, cwd }) => `session ${key} is active on the same branch, in ${oneLine(cwd)}`),
		...faultNotices(facts.faults, facts.now),
	];
}

function faultNotices(faults: readonly FaultLine[], now: number): string[] {
	const last = faults.at(-1);
	if (last === undefined) return [];
	const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
	const hint = last.hint === undefined ? '' : ` (${oneLine(last.hint)})`;
	return [
		`${count} since the last session start, the latest ${relativeTime(last.at, now)}: ${oneLine(last.message)}${hint}`,
	];
}
