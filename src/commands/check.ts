import type { Requirement } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import type { Caller } from '../events/caller.ts';
import { chooseSession } from '../events/caller.ts';
import { evaluateNow } from '../events/pre-tool-use.ts';
import { projectOfCall, type ToolEvent } from '../events/projects.ts';
import { type ProjectCall, readCalls, readWords } from '../events/read-call.ts';
import { readState } from '../events/stored-state.ts';
import { refusalText, warningText } from '../gate/gate-text.ts';
import { factOf, isMeasured } from '../gate/requirement-types.ts';
import { namesIn } from '../gate/status.ts';
import { measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import { evaluate, matching, type Verdict } from '../gate/verdict.ts';
import { placeAt } from '../git/find-place.ts';
import { isDetached } from '../git/place.ts';
import { shellCall } from '../host/tools.ts';
import { journalOf } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { isRootScope } from '../state/branch-state.ts';
import { attempt, reasonOf } from '../store/errors.ts';
import { type Obstacle, obstacleText } from '../store/obstacle.ts';
import { oneLine } from '../text/one-line.ts';
import { counted, listed } from '../text/phrases.ts';
import { type Command, callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { terminal } from './terminal.ts';

const BLOCKS =
	'Exits 1 if a requirement is unmet, with --strict, in CI (`CI` is set) and in Claude’s shell (`CLAUDECODE` is set). A person is only warned.';

/** `req check`: what hook managers and CI run before git commits or pushes. */
export const check: Command = {
	about: 'check what blocks a commit or a push',
	details: `Evaluates the requirements that block \`git commit\` or \`git push\`, and stores nothing. In Claude’s shell the session decides; elsewhere branch-scoped requirements, guards and measures do. ${BLOCKS}`,
	examples: ['req check commit', 'req check push --strict'],
	commands: { commit: checkOf('commit'), push: checkOf('push') },
};

function checkOf(act: 'commit' | 'push'): Command {
	return command({
		about: `check what blocks git ${act}`,
		details: BLOCKS,
		options: {
			'--strict': 'exit 1 also for a person',
			...JSON_SHOWN,
		},
		examples: [`req check ${act}`, `req check ${act} --strict`],
		run: async ({ strict = false }, context) => {
			const caller = callerAt(context, undefined);
			// A job must not pass because nothing was checked; a person's commit and Claude's go on.
			const failsClosed = strict || terminal(context).isCi;
			const blocks = failsClosed || caller.isModel;
			const checked = await attempt(() => checkGit(act, { caller, blocks }, context));
			let found: Checked = { unmet: [], isConfigInvalid: true, texts: [] };
			if (checked.kind === 'done') found = checked.value;
			else {
				const { error } = checked;
				const reason = reasonOf(error);
				found = { ...found, texts: [`req: this ${act} was not checked: ${oneLine(reason)}`] };
			}
			const { unmet, isConfigInvalid, texts } = found;
			const blocked = (unmet.length > 0 && blocks) || (isConfigInvalid && failsClosed);
			return {
				text: texts.join('\n'),
				json: () => ({ texts, unmet, blocked }),
				exit: blocked ? EXIT.no : EXIT.done,
			};
		},
	});
}

interface Checked {
	/** Names of the requirements that refuse the act, whether it is blocked or not. */
	readonly unmet: readonly string[];
	/** The config has mistakes, so that it may ask for less than was meant. */
	readonly isConfigInvalid: boolean;
	readonly texts: readonly string[];
}

const NOTES = {
	paused: 'req: the gates of this branch are paused; nothing was checked',
	unmeasured: 'req: the size of this branch is not known: git finds no commit that it shares with the default branch',
	unstored:
		'req: nothing is stored of this branch here; what was satisfied in another clone does not count in this one',
};

/**
 * Evaluates the requirements that block `git commit` or `git push`, without running it and without storing anything. In
 * Claude's shell the answer is that of PreToolUse for the session. Elsewhere no session is known, so the requirements
 * that belong to one do not count.
 *
 * @param how `blocks`: the act is blocked; if not, it goes on, and a refusal is only a warning
 */
async function checkGit(
	act: 'commit' | 'push',
	{ caller, blocks }: { readonly caller: Caller; readonly blocks: boolean },
	context: CommandContext,
): Promise<Checked> {
	const here = placeAt(caller.cwd, context);
	const outside = `req: ${here.root} is not in a git repository; nothing to check`;
	if (!here.git) return { unmet: [], isConfigInvalid: false, texts: [outside] };
	const project = await projectOfCall(caller.cwd, context);
	if (project === undefined) return { unmet: [], isConfigInvalid: false, texts: [] };
	const refusing: string[] = [];
	const texts: string[] = [];
	const mistakes = project.problems.length;
	if (mistakes > 0) {
		const has = `req: the config has ${counted(mistakes, 'mistake')}`;
		texts.push(`${has}, whose requirements may not be checked: \`req config check\``);
	}
	const event = shellCall(`git ${act}`, caller.cwd);
	for (const call of await readCalls(readWords(event, context), context)) {
		const ofSession = caller.isModel ? await evaluateSession(call, { caller, event }, context) : undefined;
		const found = ofSession ?? (await evaluateBranch(call, context));
		const { decision, unmet } = found.verdict;
		if (decision === 'deny') refusing.push(...namesIn(unmet));
		const what = { branch: call.project.place.branch, what: act, now: context.now() };
		if (decision === 'deny' && blocks) texts.push(refusalText(unmet, what));
		else if (decision !== 'allow') texts.push(warningText(unmet, { ...what, why: whyAllowed(found) }));
		texts.push(...found.notes);
	}
	return { unmet: refusing, isConfigInvalid: mistakes > 0, texts };
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

/**
 * By the session, as part of the call that runs now: a `single_use` satisfaction allows all its commits. `undefined`: no
 * single session is meant.
 */
async function evaluateSession(
	call: ProjectCall,
	{ caller, event }: { readonly caller: Caller; readonly event: ToolEvent },
	context: CommandContext,
): Promise<Evaluation | undefined> {
	const choice = chooseSession(placeAt(caller.cwd, context), caller, context);
	if (choice.kind !== 'one') return undefined;
	const { session } = choice;
	const lines = journalOf(call.project.place, session);
	const turn = lines.slice(lines.findLastIndex(({ e }) => e === 'stopped' || e === 'ended') + 1);
	const running = ofKind(turn, 'checked').at(-1)?.call;
	const input = { ...event, session_id: session.uuid, tool_use_id: running };
	return { ...(await evaluateNow({ input, session, call, context })), notes: [] };
}

/** By what belongs to the branch: its own satisfactions, guards and measures. */
async function evaluateBranch({ project, action }: ProjectCall, context: CommandContext): Promise<Evaluation> {
	const { place, config } = project;
	const { branch } = place;
	const isOfBranch = (one: Requirement) => factOf(one) !== undefined || isRootScope(one.scope);
	const all = matching(config.requirements, 'blocks', action).filter(isOfBranch);
	const unknown = isDetached(branch) ? all.filter((one) => !isMeasured(one)) : [];
	const requirements = all.filter((one) => !unknown.includes(one));
	const { state, obstacle } = await readState(place, context);
	const isPaused = state?.paused !== undefined;
	const now = context.now();
	// A person's edits are not measured as they happen.
	const who = { place, session: undefined, requirements };
	const changes = await measuresDue(undefined, who, context);
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
