import type { Context } from '../context.ts';
import { matching } from '../gate/verdict.ts';
import { commitOf, headOf } from '../git/branch-log.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import { addTo, CALL_IDENTITY, type HookAnswer, PostToolUseFailureInput } from '../host/messages.ts';
import { SHELL_TOOLS, SKILL_TOOL, TOOLS_WITH_EFFECTS } from '../host/tools.ts';
import { journalOf } from '../journal/journal.ts';
import { checkedOf, type LineOf } from '../journal/lines.ts';
import { doneBeforeFailure, matchesCommand } from '../shell/match.ts';
import type { Hook } from './hook.ts';
import { type RanCall, recordCalls } from './post-tool-use.ts';
import { type HookEvent, sessionOf, withMemory } from './projects.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { rememberFailure } from './recall-lessons.ts';
import { failuresOf } from './satisfactions.ts';

export const hook: Hook<PostToolUseFailureInput> = {
	event: 'PostToolUseFailure',
	about: 'Records what a command, a skill or an MCP tool did before it failed.',
	identity: CALL_IDENTITY,
	runs: [{ tools: [...TOOLS_WITH_EFFECTS, SKILL_TOOL] }],
	input: PostToolUseFailureInput,
	answer: postToolUseFailure,
};

/**
 * After a call that failed: records what it did before. Files that a shell command may have written arm requirements and
 * make proofs stale, and a commit consumes; of a skill or an MCP tool only detected changes count. It proves nothing. Then
 * Claude is shown what earlier sessions learned about the failure.
 */
async function postToolUseFailure(input: PostToolUseFailureInput, context: Context): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input), context };
	const isShell = SHELL_TOOLS.includes(input.tool_name);
	const words = readWords(input, context);
	const read = await readCalls(words, context);
	const calls = read.map((call) => {
		const { action } = call;
		return isShell ? call : { ...call, action: { ...action, edits: [], fitsTool: () => false } };
	});
	const answer = await recordCalls(event, calls, (call) => untilFailure(call, event));
	if (!isShell) return answer;
	const shown = await withMemory(input.cwd, context, (home) => rememberFailure(event, home, words));
	return shown === undefined ? answer : addTo(answer, shown);
}

/**
 * The call as far as it may have come. It made a commit only if HEAD, or the branch that it left, is at another commit than
 * when the call was allowed. If HEAD moves later, it was not this call: a line notes that.
 */
async function untilFailure(call: ProjectCall, event: HookEvent<PostToolUseFailureInput>): Promise<RanCall> {
	const { input, session } = event;
	const { place, config } = call.project;
	const { action } = call;
	const evidence = failuresOf({ ...event, call });
	if (action.command === undefined) return { call, evidence };
	const isCommit = action.runs('git commit');
	const mayConsume = matching(config.requirements, 'blocks', action).some(({ scope }) => scope === 'single_use');
	const lines = isCommit || mayConsume ? await journalOf(place, session) : [];
	const checked = checkedOf(lines, input.tool_use_id, place.branch);
	const hasMoved = checked && hasMovedSince(checked, place);
	const command = doneBeforeFailure(action.command, isCommit ? hasMoved : undefined);
	const runs = (pattern: string) => matchesCommand(command, pattern);
	const done = { ...call, action: { ...action, command, runs } };
	if (checked === undefined || hasMoved !== false) return { call: done, evidence };
	const { branch, names, call: id } = checked;
	const failed = { e: 'checked' as const, branch, names, call: id, failed: true };
	return { call: done, evidence: { ...evidence, entries: [failed] } };
}

/** Whether HEAD has moved since a call was checked; `undefined` if git's files do not show it. */
function hasMovedSince({ branch, commit }: LineOf<'checked'>, place: Place): boolean | undefined {
	const now = [headOf(place)];
	if (branch !== place.branch) now.push(commitOf(onBranch(place, branch as BranchName)));
	const isShown = [commit, ...now].some((one) => one !== undefined);
	return isShown ? now.some((one) => one !== commit) : undefined;
}
