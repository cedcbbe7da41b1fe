import type { Caller } from '../app/commands/caller.ts';
import { chooseSession } from '../app/commands/session-choice.ts';
import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import type { Session } from '../core/session/session-id.ts';
import { counted, listed } from '../core/text/phrases.ts';
import { refusalText, warningText } from '../gate/gate-text.ts';
import { factOf, isMeasured } from '../gate/requirement-types.ts';
import { namesIn } from '../gate/status.ts';
import { measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import { evaluate, matching } from '../gate/verdict.ts';
import { placeAt } from '../git/find-place.ts';
import { isDetached } from '../git/place.ts';
import { shellCall } from '../host/gated-tools.ts';
import { isRootScope } from '../state/branch-state.ts';
import { obstacleText } from '../store/obstacle.ts';
import { evaluateNow } from './pre-tool-use.ts';
import { projectOfCall, type ToolEvent } from './projects.ts';

import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { readState } from './stored-state.ts';

/** What git is about to do. */
export type GitAct = 'commit' | 'push';

/** Who asks, and what a refusal means to them. */
interface Check {
	readonly act: GitAct;
	readonly caller: Caller;
	/** The act is blocked. If not, it goes on, and a refusal is only a warning. */
	readonly blocks: boolean;
}

/** What a check of one act found. */
export interface CheckResult {
	/** The requirements that refuse the act, whether it is blocked or not. */
	readonly refusing: readonly string[];
	/** Whether the config has mistakes, so that it may ask for less than was meant. */
	readonly isConfigInvalid: boolean;
	/** What to print. */
	readonly texts: readonly string[];
}

const NOTHING: CheckResult = { refusing: [], isConfigInvalid: false, texts: [] };

/**
 * Evaluates the requirements that block `git commit` or `git push`, without running it and without storing anything. In
 * Claude's shell the answer is that of PreToolUse for the session. Elsewhere no session is known, so the requirements
 * that belong to one do not count.
 */
export async function checkGit(check: Check, ports: Ports): Promise<CheckResult> {
	const { act, caller } = check;
	const here = placeAt(caller.cwd, ports.context);
	if (!here.git) {
		const text = `req: ${here.root} is not in a git repository; nothing to check`;
		return { ...NOTHING, texts: [text] };
	}
	const project = await projectOfCall(caller.cwd, ports);
	if (project === undefined) return NOTHING;
	const choice = caller.isModel ? await chooseSession(here, caller, ports) : undefined;
	const session = choice?.kind === 'one' ? choice.session : undefined;
	const event = shellCall(`git ${act}`, caller.cwd);
	const isConfigInvalid = project.problems.length > 0;
	const refusing: string[] = [];
	const texts = isConfigInvalid
		? [
				`req: the config has ${counted(project.problems.length, 'mistake')}, whose requirements may not be checked: \`req config check\``,
			]
		: [];
	for (const call of await readCalls(readWords(event, ports), ports)) {
		const found =
			session === undefined
				? await checkBranch(check, call, ports)
				: await checkSession(check, { call, session, event }, ports);
		refusing.push(...found.refusing);
		texts.push(...found.texts);
	}
	return { refusing, isConfigInvalid, texts };
}

interface SessionCheck {
	readonly call: ProjectCall;
	readonly session: Session;
	readonly event: ToolEvent;
}

async function checkSession(
	{ act }: Check,
	{ call, session, event }: SessionCheck,
	ports: Ports,
): Promise<CheckResult> {
	const { journal } = ports;
	const read: typeof journal.read = async (place, key) =>
		withoutRunningCall(await journal.read(place, key));
	const within = { ...ports, journal: { ...journal, read } };
	const input = { ...event, session_id: session.uuid };
	const { verdict, obstacle } = await evaluateNow({ input, session, call, ports: within });
	const { decision, unmet } = verdict;
	if (decision === 'allow') return NOTHING;
	const held = { branch: call.project.place.branch, what: act, now: ports.now() };
	if (decision === 'deny')
		return { ...NOTHING, refusing: namesIn(unmet), texts: [refusalText(unmet, held)] };
	const why = obstacle === undefined ? WARNS : obstacleText(obstacle);
	return { ...NOTHING, texts: [warningText(unmet, { ...held, why })] };
}

const WARNS = 'it only warns';

/**
 * The journal as PreToolUse met it before the call that runs now. A `single_use` satisfaction lets the whole call
 * through: without this, the second of two commits in one call would look like a later call.
 */
function withoutRunningCall(raw: readonly unknown[]): readonly unknown[] {
	const lines = raw as readonly ({ readonly e?: unknown; readonly call?: unknown } | null)[];
	const at = lines.findLastIndex((line) => line?.e === 'checked');
	const isOver = lines.slice(at + 1).some((line) => AFTER_A_CALL.has(line?.e));
	const call = lines[at]?.call;
	return call === undefined || isOver ? raw : lines.filter((line) => line?.call !== call);
}

/** What only a call that has ended leaves in the journal, or a turn. */
const AFTER_A_CALL = new Set<unknown>(['tool', 'failure', 'failed', 'stopped', 'ended', 'prompt']);

/** By what belongs to the branch: its own satisfactions, guards and measures. */
async function checkBranch(
	{ act, blocks }: Check,
	{ project, action }: ProjectCall,
	ports: Ports,
): Promise<CheckResult> {
	const { place, config } = project;
	const isOfBranch = (one: Requirement) => factOf(one) !== undefined || isRootScope(one.scope);
	const all = matching(config.requirements, 'blocks', action).filter(isOfBranch);
	const isUnknown = (one: Requirement) => isDetached(place.branch) && !isMeasured(one);
	const requirements = all.filter((one) => !isUnknown(one));
	const { state, obstacle } = await readState(place, ports);
	if (state?.paused !== undefined && all.length > 0)
		return { ...NOTHING, texts: ['req: the gates of this branch are paused; nothing was checked'] };
	const texts: string[] = [];
	const unknown = all.filter(isUnknown).map(({ name }) => name);
	if (unknown.length > 0)
		texts.push(
			`req: HEAD is detached, so these requirements of a branch were not checked: ${listed(unknown)}`,
		);
	const now = ports.now();
	// A person's edits are not measured as they happen.
	const changes = await measuresDue(undefined, { place, requirements }, ports.context);
	if (changes.length === 0 && requirements.some(isMeasured))
		texts.push(
			'req: the size of this branch is not known: git finds no commit that it shares with the default branch',
		);
	const after = stateAfter(state, { place, changes }, now);
	const asked = { place, session: undefined, requirements };
	const { branch } = place;
	const facts = { occasion: { list: 'blocks' as const, action }, branch, lines: [] };
	const { decision, unmet } = evaluate(statusesOf(after, asked, now), facts);
	const held = { branch, what: act, now };
	if (decision === 'allow') return { ...NOTHING, texts };
	if (decision === 'warn' || obstacle !== undefined) {
		const why = obstacle === undefined ? WARNS : obstacleText(obstacle);
		return { ...NOTHING, texts: [warningText(unmet, { ...held, why }), ...texts] };
	}
	const refusing = namesIn(unmet);
	if (!blocks) {
		const warning = warningText(unmet, { ...held, why: 'a person is only warned' });
		return { ...NOTHING, refusing, texts: [warning, ...texts] };
	}
	if (state === undefined && unmet.some(({ requirement }) => isRootScope(requirement.scope)))
		texts.push(
			'req: nothing is stored of this branch here; what was satisfied in another clone does not count in this one',
		);
	return { ...NOTHING, refusing, texts: [refusalText(unmet, held), ...texts] };
}
