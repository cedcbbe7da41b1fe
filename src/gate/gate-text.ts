import type { Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { branchLabel, branchText, NO_GIT } from '../git/place.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../host/tools.ts';
import { shellWord } from '../shell/call.ts';
import { UNLISTED } from '../shell/proof.ts';
import { type BranchState, isRootScope, type SatisfactionFields, storedOf } from '../state/branch-state.ts';
import { textIn } from '../store/foreign-json.ts';
import { named, oneLine, quoted, typed } from '../text/one-line.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';
import { firstStepText, nextStepLines, nextSteps } from './next-steps.ts';
import { type FactReason, factOf } from './requirement-types.ts';
import { namesIn, type Reason, type Status } from './status.ts';
import { type Action, ANY_FILE, isCommit, triggerText } from './triggers.ts';
import type { Step } from './verdict.ts';

export interface Where {
	readonly branch: string;
	/** The working tree, if Claude's shell is in another one. */
	readonly checkout?: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

type WorkReason = Exclude<Reason, FactReason>;

/** The words of each reason but those of facts. `ago`: a stored time as `2 minutes ago`. */
const REASONS: Readonly<Record<WorkReason, (status: Status, ago: (iso: string | undefined) => string) => string>> = {
	satisfied: ({ satisfaction = {} }, ago) => {
		const by = satisfaction.satisfied_by === 'carried' ? '' : 'satisfied by ';
		return `${by}${byWhom(satisfaction)} ${ago(satisfaction.satisfied_at)}${endText(satisfaction, ago)}`;
	},
	approved: ({ satisfaction = {} }, ago) => {
		const by = oneLine(textIn(satisfaction.metadata, 'approved_by') || 'the user');
		return `approved by ${by} ${ago(satisfaction.satisfied_at)}${endText(satisfaction, ago)}`;
	},
	does_not_apply: ({ requirement, lines }) => factOf(requirement)?.met(requirement, lines) ?? '',
	never_satisfied: ({ requirement }) =>
		`not satisfied ${isRootScope(requirement.scope) ? 'on this branch' : 'in this session'}`,
	consumed: ({ consumed, requirement }, ago) => {
		const { at, commit, to } = consumed ?? {};
		if (to !== undefined) return `carried over to ${branchText(to)} ${ago(at)}`;
		const by = commit === undefined ? 'an earlier call' : `commit ${shortCommit(commit)}`;
		const call = requirement.blocks.every(isCommit) ? 'commit' : 'call';
		const needed = requirement.skills.length > 0 ? 'a new review' : 'it again';
		return `consumed by ${by}, ${ago(at)}; the next ${call} needs ${needed}`;
	},
	expired: ({ satisfaction }, ago) => `expired ${ago(satisfaction?.expires_at)}`,
	stale: ({ satisfaction = {} }, ago) => {
		const { stale_file: file, stale_cause: cause, stale_since } = satisfaction;
		const what = file === undefined ? 'files' : named(file);
		const change = cause === undefined ? `${what} changed` : `a ${named(cause)} changed ${what}`;
		return `stale: ${change} ${ago(stale_since)}`;
	},
	linked: () => 'not counted: a folder of its state is a link, which req does not follow',
};

/** Why a requirement is satisfied or not, as half a sentence. `now`: milliseconds since the epoch. */
export function reasonText(status: Status, now: number): string {
	const { requirement, reason, failedAt, satisfiedOn, lines } = status;
	const ago = (iso: string | undefined) => relativeTime(iso, now);
	if (failedAt !== undefined) return `ran and failed ${ago(failedAt)}`;
	if (satisfiedOn !== undefined)
		return `this session satisfied it on ${branchLabel(satisfiedOn.branch)} ${ago(satisfiedOn.at)}`;
	const fact = factOf(requirement);
	if (fact?.reason === reason) return fact.unmet(requirement, lines);
	return REASONS[reason as WorkReason](status, ago);
}

function endText({ expires_at: end }: SatisfactionFields, ago: (iso: string) => string): string {
	return end === undefined ? '' : `, ends ${ago(end)}`;
}

function shortCommit(commit = ''): string {
	return oneLine(commit.slice(0, 7));
}

/**
 * The reason as a sentence, with the last run that does not count or else the bypass. Until a run, a satisfaction or a
 * bypass is known, the team's message says what it asks for.
 */
export function whyUnmet(status: Status, now: number): string {
	const { requirement, reason, uncounted, bypass } = status;
	const { message } = requirement;
	const isUntouched = [status.failedAt, status.satisfiedOn, uncounted, bypass].every((one) => !one);
	const reasons = [reasonText(status, now)];
	if (uncounted !== undefined) reasons.push(`the last run does not count: ${oneLine(uncounted)}`);
	else if (bypass !== undefined) {
		if (reason === 'never_satisfied' && status.failedAt === undefined) reasons.pop();
		const [path, ...more] = bypass.paths.map(named);
		const files = more.length === 0 ? path : `${path}, ${more.length} more`;
		reasons.push(path === undefined ? 'bypassed' : `bypassed: ${files} changed`);
	}
	const why = `${reasons.join('; ')}.`;
	if (message === undefined || !isUntouched) return why;
	if (reason === 'never_satisfied') return quoted(message);
	return factOf(requirement) === undefined ? why : `${why} ${quoted(message)}`;
}

/** What an unmet requirement does, in a few words: `blocks edits and keeps the turn open`; the latter if it is armed. */
export function effectText({ requirement, triggered }: Status): string {
	const { enforce, blocks, triggers, holdsStop } = requirement;
	const calls = [...new Set(blocks.map(triggerText))].join(', ');
	if (enforce === 'warn') return `warns at ${calls}`;
	const effects = enforce === 'deny' && calls !== '' ? [`blocks ${calls}`] : [];
	// If all that arms it is blocked until it is satisfied, it never keeps the turn open.
	const isBlocked = triggers.every(({ on, pattern }) =>
		blocks.some((one) => one.on === on && (one.pattern === '' || one.pattern === pattern)),
	);
	if (holdsStop && (triggered || enforce === 'stop' || !isBlocked))
		effects.push(triggered ? 'keeps the turn open' : 'keeps the turn open once work is done');
	return effects.join(' and ');
}

/** Who or what satisfied it, with its evidence: `skill /arch-review`, `carried from 1a2b3c4d, /arch-review`. */
export function byWhom({ satisfied_by = '?', metadata }: SatisfactionFields): string {
	const filled = (key: string) => textIn(metadata, key) || undefined;
	const approved = filled('approved_by');
	const skill = filled('skill');
	const detail = (approved && `by ${approved}`) ?? (skill && `/${skill}`) ?? filled('command');
	if (satisfied_by !== 'carried') return oneLine([satisfied_by, detail].filter(Boolean).join(' '));
	const branch = filled('carried_from_branch');
	const source = branch === undefined ? filled('carried_from') : branchText(branch);
	const origin = detail ?? filled('originally_by');
	return oneLine([`carried from ${source ?? 'a session'}`, origin].filter(Boolean).join(', '));
}

/** A call in a few words: `edit`, `git commit`, `command that changes src/a.ts`. `trace`: of its verdict. */
export function callText({ tool }: Action, trace: readonly Step[]): string {
	const step = trace.find(({ effect }) => effect === 'blocks' || effect === 'warns');
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
	return blockText(`${headText(`${where.what} blocked`, unmet, where)}.`, unmet, where);
}

/** The same, if a call of the same prompt was refused for the same requirements already. */
export function shortRefusalText(unmet: readonly Status[], where: Where & { what: string }): string {
	const [first] = unmet;
	const step = first && firstStepText(first);
	const next = step === undefined ? '' : ` Next: ${step}.`;
	return `${headText(`${where.what} blocked`, unmet, where)}, as before.${next}`;
}

/** Shown with a call that is allowed: `why` it only warns. */
export function warningText(
	unmet: readonly Status[],
	where: Where & { readonly what: string; readonly why: string },
): string {
	const head = headText(`${where.what} allowed`, unmet, where, ' although');
	return blockText(`${head} (${where.why}).`, unmet, where);
}

/** Why the turn is kept open. For several branches each name is listed once, and the reasons are left to `/req:status`. */
export function stopText(turns: readonly (Where & { unmet: readonly Status[] })[]): string {
	const heads = turns.map((turn) => headText('turn kept open', turn.unmet, turn));
	const [only, ...others] = turns;
	if (only !== undefined && others.length === 0) return blockText(`${heads.join()}.`, only.unmet, only);
	const unmet = turns.flatMap((turn) => turn.unmet);
	const steps = new Set(unmet.flatMap((one) => firstStepText(one) ?? []));
	return [
		`req: turn kept open on ${counted(turns.length, 'branch')}.`,
		...heads.map((head) => `- ${head.slice('req: turn kept open '.length)}.`),
		`Next: ${listed([...steps])}; \`/req:status\` shows the rest.`,
	].join('\n');
}

/** `req: edit blocked on feature/login in /p-worktree: commit_plan is unmet`. */
function headText(what: string, unmet: readonly Status[], { branch, checkout }: Partial<Where>, link = ':'): string {
	const words = [what];
	if (branch === NO_GIT) words.push(branchLabel(branch));
	else if (branch !== undefined) words.push(`on ${branchLabel(branch)}`);
	if (checkout !== undefined) words.push(`in ${named(checkout)}`);
	return `req: ${words.join(' ')}${link} ${unmetText(unmet)}`;
}

function unmetText(unmet: readonly Status[]): string {
	return `${listed(namesIn(unmet))} ${unmet.length === 1 ? 'is' : 'are'} unmet`;
}

/** A head, then why each requirement is unmet (of several, each line begins with the name), then the next steps. */
function blockText(head: string, unmet: readonly Status[], { now, checkout }: Pick<Where, 'now' | 'checkout'>): string {
	const lines = unmet.map((one) => {
		const why = whyUnmet(one, now);
		if (unmet.length > 1) return `- ${one.requirement.name}: ${why}`;
		return `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
	});
	return [head, ...lines, ...nextStepLines(unmet, checkout)].join('\n');
}

/** Shown to the user when a turn ends although requirements are unmet: one line. */
export function endedText(unmet: readonly Status[], where: Where): string {
	const { checkout, now } = where;
	const [only, ...others] = unmet;
	const head =
		checkout === undefined
			? `req: turn ended although ${unmetText(unmet)}`
			: headText('turn ended', unmet, where, ' although');
	if (only === undefined || others.length > 0) return `${head} (see \`/req:status\`)`;
	const step = firstStepText(only);
	const { failedAt, uncounted } = only;
	const run = failedAt === undefined ? oneLine(uncounted ?? '') : reasonText(only, now);
	const next = uncounted?.endsWith(UNLISTED) ? `${step}, or add it there` : step;
	return `${head}${run && `: ${run}`}${next === undefined ? '' : ` (${next})`}`;
}

/** What Claude is shown of a run that does not count; `run`: the command to run instead, if it is another one. */
export function uncountedText(names: readonly string[], why: string, run: string | undefined): string {
	const next = run === undefined ? '' : `; run ${typed(run)}`;
	return `req: this run does not count for ${listed(names)}: ${why}${next}.`;
}

/** What is shown when a branch grows past a `warn` limit: once, at the crossing. `lines`: changed lines now. */
export function growthText(
	requirements: readonly Requirement[],
	{ branch, lines, before }: { branch: string; lines: number; before: BranchState | undefined },
): string | undefined {
	const limits = requirements.flatMap(({ name, warn, block }) => {
		const measured = storedOf(before, name)?.measured?.lines ?? 0;
		if (warn === undefined || lines <= warn || measured > warn) return [];
		return `${name} warns above ${warn}${block === undefined ? '' : `, blocks work above ${block}`}`;
	});
	if (limits.length === 0) return undefined;
	return `req: ${branchText(branch)} has ${lines} changed lines (${limits.join('; ')}).`;
}

/**
 * The two calls that work, if a blocked line begins with a switch to another branch: each call is evaluated on the branch
 * where it starts. The text of a guard names the switch already.
 */
export function splitText({ command, edits }: Action, unmet: readonly Status[]) {
	const [first, second, ...more] = command?.calls ?? [];
	const [git, verb = '', ...words] = first?.words ?? [];
	const isSwitch = git === 'git' && ['switch', 'checkout'].includes(verb);
	const isOfFiles = words.some((word) => word === '--' || edits.includes(word));
	if (first === undefined || second === undefined || !isSwitch || isOfFiles) return undefined;
	if (unmet.some(({ requirement }) => factOf(requirement)?.firstStep !== undefined)) return undefined;
	const then = more.length === 0 ? typed(second.words.join(' ')) : 'the rest of the line';
	return `First run ${typed(first.words.join(' '))} alone, then ${then}: a call is evaluated on the branch where it starts.`;
}

/** What Claude and the user are shown of a bypass; without `paths` it is a commit. */
export function bypassedText(
	tool: string,
	bypass: Where & { paths: readonly string[]; unmet: readonly Status[] },
): string {
	const { paths, unmet, branch, checkout } = bypass;
	const isCommit = paths.length === 0;
	const change = isCommit ? `${branchLabel(branch)} moved` : `${listed(paths.map(named))} changed`;
	const what = `${change} during this ${oneLine(tool)} call`;
	const files = paths.length <= 3 ? ` -- ${paths.map(shellWord).join(' ')}` : '';
	const shows = isCommit ? '' : `${typed(`git diff${files}`)} shows the change. `;
	const next = `${shows}Satisfy ${unmet.length === 1 ? 'it' : 'them'} now.`;
	// A branch that moved is named already.
	const where = isCommit ? { checkout } : { branch, checkout };
	return blockText(`${headText(what, unmet, where, ' although')}.\n${next}`, unmet, bypass);
}

/** What Claude reads of changes that may be its own: one line, without consequences. */
export function unattributedText(names: readonly string[], blocking: readonly Requirement[]): string {
	const first = blocking.flatMap((one) => nextSteps({ requirement: one }).slice(0, 1));
	const steps = first.map(({ kind, text }) => (kind === 'skill' ? text : typed(text)));
	const next = steps.length === 0 ? 'tell the user' : `run ${listed([...new Set(steps)])}`;
	return `req: changed while this ran: ${listed(names.map(named))}; if the command changed it, ${next}`;
}

/** Why an event was answered as it was, a line for each requirement. `now`: milliseconds since the epoch. */
export function traceLines(trace: readonly Step[], now: number): string[] {
	return trace.map(({ status, trigger, by, effect }) => {
		let match = trigger === undefined ? 'work armed it' : triggerText(trigger);
		// The words of a command are those of the trigger: `edits of src/** (src/a.ts)`.
		if (by !== undefined && by !== trigger?.pattern) match += ` (${by === ANY_FILE ? 'any file' : by})`;
		return `${status.requirement.name}: ${oneLine(match)}; ${reasonText(status, now)}; ${effect}`;
	});
}

/** Writes the trace to standard error if the environment has `REQ_DEBUG=1`. */
export function logTrace(trace: readonly Step[], context: Pick<Context, 'env' | 'debug' | 'now'>) {
	if (context.env['REQ_DEBUG'] !== '1') return;
	for (const line of traceLines(trace, context.now())) context.debug(line);
}
