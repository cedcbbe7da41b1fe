import { rememberFailure } from '../app/continuity/failed-command.ts';
import { withMemory } from '../app/faults.ts';
import { journalOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { checkedOf } from '../core/journal/line.ts';
import { commitOf } from '../git/branch-log.ts';
import { type BranchName, onBranch } from '../git/place.ts';
import { CALL_IDENTITY } from '../host/claim-key.ts';
import { MCP_PREFIX, SHELL_TOOLS, SKILL_TOOL, TOOLS_BEYOND_WORDS } from '../host/gated-tools.ts';
import { alsoInform, type HookAnswer, PostToolUseFailureInput } from '../host/hook-messages.ts';
import { doneBeforeFailure, matchesCommand } from '../shell/match-command.ts';
import { configChangedBy } from './changed-config.ts';
import { addDetected } from './detect.ts';
import type { Hook } from './hook.ts';
import { recordCall, withTexts } from './post-tool-use.ts';
import { type HookEvent, sessionOf } from './projects.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { NOTHING_GRANTED } from './satisfactions.ts';

export const hook: Hook<PostToolUseFailureInput> = {
	event: 'PostToolUseFailure',
	about: 'Records what a command, a skill or an MCP tool did before it failed.',
	identity: CALL_IDENTITY,
	runs: [{ tools: [...TOOLS_BEYOND_WORDS, SKILL_TOOL] }],
	input: PostToolUseFailureInput,
	answer: postToolUseFailure,
};

/**
 * Records what a shell command, a skill or an MCP tool did before it failed: files it may have
 * written arm requirements and make proofs stale, and a commit consumes. It proves nothing. Then remembers what it did and
 * which tests failed, and shows what earlier sessions learned about it. An edit tool that failed has changed nothing.
 */
async function postToolUseFailure(
	input: PostToolUseFailureInput,
	ports: Ports,
): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input, ports), ports };
	const isShell = SHELL_TOOLS.includes(input.tool_name);
	const isServer = input.tool_name.startsWith(MCP_PREFIX);
	if (!isShell && !isServer && input.tool_name !== SKILL_TOOL) return undefined;
	const answers: HookAnswer[] = [];
	const changed = await configChangedBy(input, ports);
	const read = await readCalls(readWords(input, ports), ports);
	const { calls, texts, hints } = await addDetected(event, isShell ? read : read.map(withoutWords));
	for (const call of calls) {
		answers.push(await recordCall({ ...event, call: await doneOf(event, call) }, NOTHING_GRANTED));
	}
	const answer = withTexts(
		answers.find((one) => one !== undefined),
		{ texts: [...changed, ...texts], hints },
		event,
	);
	if (!isShell) return answer;
	const told = await withMemory(input.cwd, ports, async (home) => rememberFailure(event, home));
	return told === undefined ? answer : alsoInform(answer, told);
}

/** A failed skill or MCP tool did only what was detected, whatever its input names. */
function withoutWords(call: ProjectCall): ProjectCall {
	return { ...call, action: { ...call.action, edits: [], fitsTool: () => false } };
}

type Event = HookEvent<PostToolUseFailureInput>;

/** The call as far as it may have come. */
async function doneOf(event: Event, call: ProjectCall): Promise<ProjectCall> {
	const { command } = call.action;
	if (command === undefined) return call;
	const isCommit = call.action.runs('git commit');
	const committed = isCommit ? await wasCommitted(event, call) : undefined;
	const done = doneBeforeFailure(command, committed);
	const runs = (pattern: string) => matchesCommand(done, pattern);
	return { ...call, action: { ...call.action, command: done, runs } };
}

/**
 * Whether the branch, or HEAD, stands elsewhere than when the call was let through; `undefined` where git's files do
 * not tell, or nobody noted it.
 */
async function wasCommitted({ input, session, ports }: Event, { project }: ProjectCall) {
	const { place } = project;
	const lines = await journalOf(place, session, ports);
	const before = checkedOf(lines, input.tool_use_id, place.branch);
	if (before === undefined) return undefined;
	const places = [place, onBranch(place, before.branch as BranchName)];
	const now = places.map((one) => commitOf(one));
	if ([before.commit, ...now].every((commit) => commit === undefined)) return undefined;
	return now.some((commit) => commit !== before.commit);
}
