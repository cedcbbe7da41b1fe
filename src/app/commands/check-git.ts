import type { Requirement } from '../../config/config.ts';
import type { Session } from '../../core/session/session-id.ts';
import { counted, listed } from '../../core/text/phrases.ts';
import { evaluateNow } from '../../events/pre-tool-use.ts';
import { projectOfCall, type ToolEvent } from '../../events/projects.ts';
import { type ProjectCall, readCalls, readWords } from '../../events/read-call.ts';
import { readState } from '../../events/stored-state.ts';
import { refusalText, warningText } from '../../gate/gate-text.ts';
import { factOf, isMeasured } from '../../gate/requirement-types.ts';
import { namesIn } from '../../gate/status.ts';
import { measuresDue, stateAfter, statusesOf } from '../../gate/statuses.ts';
import { evaluate, matching, type Verdict } from '../../gate/verdict.ts';
import { placeAt } from '../../git/find-place.ts';
import { isDetached } from '../../git/place.ts';
import { shellCall } from '../../host/tools.ts';
import { journalOf } from '../../journal/journal.ts';
import { ofKind } from '../../journal/lines.ts';
import { isRootScope } from '../../state/branch-state.ts';
import { type Obstacle, obstacleText } from '../../store/obstacle.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { chooseSession } from './session-choice.ts';

/** What git is about to do. */
export type GitAct = 'commit' | 'push';

/** What a check of one act found. */
interface CheckResult {
	/** The requirements that refuse the act, whether it is blocked or not. */
	readonly refusing: readonly string[];
	/** Whether the config has mistakes, so that it may ask for less than was meant. */
	readonly isConfigInvalid: boolean;
	/** What to print. */
	readonly texts: readonly string[];
}

const NOTES = {
	paused: 'req: the gates of this branch are paused; nothing was checked',
	unmeasured:
		'req: the size of this branch is not known: git finds no commit that it shares with the default branch',
	unstored:
		'req: nothing is stored of this branch here; what was satisfied in another clone does not count in this one',
};

/**
 * Evaluates the requirements that block `git commit` or `git push`, without running it and without storing anything. In
 * Claude's shell the answer is that of PreToolUse for the session. Elsewhere no session is known, so the requirements
 * that belong to one do not count.
 *
 * @param check `blocks`: the act is blocked; if not, it goes on, and a refusal is only a warning
 */
export async function checkGit(
	check: { readonly act: GitAct; readonly caller: Caller; readonly blocks: boolean },
	ports: Ports,
): Promise<CheckResult> {
	const { act, caller, blocks } = check;
	const here = placeAt(caller.cwd, ports.context);
	const project = here.git ? await projectOfCall(caller.cwd, ports) : undefined;
	const refusing: string[] = [];
	const texts = here.git ? [] : [`req: ${here.root} is not in a git repository; nothing to check`];
	if (project === undefined) return { refusing, isConfigInvalid: false, texts };
	const isConfigInvalid = project.problems.length > 0;
	if (isConfigInvalid) {
		const mistakes = counted(project.problems.length, 'mistake');
		texts.push(
			`req: the config has ${mistakes}, whose requirements may not be checked: \`req config check\``,
		);
	}
	const choice = caller.isModel ? await chooseSession(here, caller, ports) : undefined;
	const event = shellCall(`git ${act}`, caller.cwd);
	for (const call of await readCalls(readWords(event, ports), ports)) {
		const found =
			choice?.kind === 'one'
				? await evaluateSession(call, { event, session: choice.session }, ports)
				: await evaluateBranch(call, ports);
		const { decision, unmet } = found.verdict;
		if (decision === 'deny') refusing.push(...namesIn(unmet));
		const what = { branch: call.project.place.branch, what: act, now: ports.now() };
		if (decision === 'deny' && blocks) texts.push(refusalText(unmet, what));
		else if (decision !== 'allow')
			texts.push(warningText(unmet, { ...what, why: whyAllowed(found) }));
		texts.push(...found.notes);
	}
	return { refusing, isConfigInvalid, texts };
}

interface Evaluation {
	readonly verdict: Verdict;
	readonly obstacle: Obstacle | undefined;
	/** What was not checked. */
	readonly notes: readonly string[];
}

function whyAllowed({ verdict, obstacle }: Evaluation): string {
	if (obstacle !== undefined) return obstacleText(obstacle);
	return verdict.decision === 'deny' ? 'a person is only warned' : 'it only warns';
}

/** By the session, as part of the call that runs now: a `single_use` satisfaction allows all its commits. */
async function evaluateSession(
	call: ProjectCall,
	{ event, session }: { readonly event: ToolEvent; readonly session: Session },
	ports: Ports,
): Promise<Evaluation> {
	const lines = await journalOf(call.project.place, session);
	const turn = lines.slice(lines.findLastIndex(({ e }) => e === 'stopped' || e === 'ended') + 1);
	const running = ofKind(turn, 'checked').at(-1);
	const input = { ...event, session_id: session.uuid, tool_use_id: running?.call };
	return { ...(await evaluateNow({ input, session, call, ports })), notes: [] };
}

/** By what belongs to the branch: its own satisfactions, guards and measures. */
async function evaluateBranch({ project, action }: ProjectCall, ports: Ports): Promise<Evaluation> {
	const { place, config } = project;
	const { branch } = place;
	const isOfBranch = (one: Requirement) => factOf(one) !== undefined || isRootScope(one.scope);
	const all = matching(config.requirements, 'blocks', action).filter(isOfBranch);
	const unknown = isDetached(branch) ? all.filter((one) => !isMeasured(one)) : [];
	const requirements = all.filter((one) => !unknown.includes(one));
	const { state, obstacle } = await readState(place, ports);
	const isPaused = state?.paused !== undefined;
	const now = ports.now();
	// A person's edits are not measured as they happen.
	const who = { place, session: undefined, requirements };
	const changes = await measuresDue(undefined, who, ports.context);
	const after = stateAfter(state, { place, changes }, now);
	const statuses = statusesOf(after, who, now);
	const verdict = evaluate(statuses, { occasion: action, branch, lines: [], isPaused, obstacle });
	if (isPaused) return { verdict, obstacle, notes: all.length === 0 ? [] : [NOTES.paused] };
	const names = listed(unknown.map(({ name }) => name));
	const detached = `req: HEAD is detached, so these requirements of a branch were not checked: ${names}`;
	const notes = unknown.length === 0 ? [] : [detached];
	if (changes.length === 0 && requirements.some(isMeasured)) notes.push(NOTES.unmeasured);
	const isUnmet = verdict.unmet.some(({ requirement }) => isRootScope(requirement.scope));
	if (state === undefined && verdict.decision === 'deny' && isUnmet) notes.push(NOTES.unstored);
	return { verdict, obstacle, notes };
}
