import { refusalText, warningText } from '../../core/gate/gate-text.ts';
import { judge, matching } from '../../core/gate/verdict.ts';
import type { GitHook } from '../../core/git-hooks/git-hooks.ts';
import { linesOfAll, ofKind } from '../../core/journal/line.ts';
import {
	type BranchName,
	onBranch,
	type Place,
	parentOf,
	parseBranchRef,
} from '../../core/place/place.ts';
import { type HookAnswer, isDenial, specificIn } from '../../core/protocol/hook-messages.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { sessionAbove } from '../asking.ts';
import { readCalls } from '../calls/read-calls.ts';
import { onGround } from '../ground.ts';
import { journalOf } from '../journaling.ts';
import { measuresDue, obstacleAt } from '../judging.ts';
import type { Ports, RefMove, RefMoves } from '../ports.ts';
import { projectAt } from '../projects.ts';
import { commonDirOf } from '../registering.ts';
import { readState, standingsOf, stateAfter } from '../stored-state.ts';
import { preToolUse } from './pre-tool-use.ts';

/** A hook of git, as git starts it. */
export interface GitHookInput {
	readonly hook: GitHook;
	readonly cwd: string;
	/** Its input. */
	readonly lines: readonly string[];
}

/** The world as it is judged in. */
export interface GitWorld {
	readonly refs: RefMoves;
	/**
	 * The ports of every `<claude config dir>` in which the session that asks may be registered, the one of whoever
	 * installed the hook first.
	 */
	readonly worlds: readonly [Ports, ...Ports[]];
}

/** What is said, and whether git is to stop. */
export interface GitHookAnswer {
	readonly said: readonly string[];
	readonly isRefused: boolean;
}

/** What waits: a branch that gets new commits waits for what holds `git commit`, a push for what holds `git push`. */
interface Held {
	readonly place: Place;
	readonly command: 'git commit' | 'git push';
}

/**
 * Holds the moves of a branch, and pushes, while a requirement is unmet that holds `git commit`, or `git push`, for
 * whoever asks (ADR 22): however the commit was made. It is judged as PreToolUse judges that command of the session.
 */
export async function gitHook(input: GitHookInput, world: GitWorld): Promise<GitHookAnswer> {
	const said: string[] = [];
	for (const held of heldBy(input, world)) {
		const answer = await judgeHeld(held, world.worlds);
		said.push(...answer.said);
		if (answer.isRefused) return { said, isRefused: true };
	}
	return { said, isRefused: false };
}

function heldBy({ hook, cwd, lines }: GitHookInput, { refs, worlds }: GitWorld): Held[] {
	const { places } = worlds[0];
	const commonDir = refs.commonDir();
	const here = places.at(cwd);
	// `--work-tree` moves the directory that git stands in, not the repository.
	const isHere = commonDir === undefined || commonDirOf(here) === commonDir;
	const place = isHere ? here : places.at(parentOf(commonDir));
	if (hook === 'pre-push') return lines.length === 0 ? [] : [{ place, command: 'git push' }];
	const moved = refs.bringingNew(movesIn(lines));
	const branches = new Set(moved.map(({ ref }) => parseBranchRef(ref) ?? place.branch));
	return [...branches].map((branch) => ({
		place: standingOn(branch, place),
		command: 'git commit',
	}));
}

const MOVE = /^[0-9a-f]+ ([0-9a-f]+) (refs\/heads\/\S+|HEAD)$/;

/** `<old> <new> <ref>`; HEAD stands beside the branch it is on. What goes, or stays where it is, brings nothing. */
function movesIn(lines: readonly string[]): RefMove[] {
	const moves = lines.flatMap((line): RefMove[] => {
		const [, to, ref] = MOVE.exec(line) ?? [];
		if (to === undefined || ref === undefined || /^0+$/.test(to) || line.startsWith(`${to} `))
			return [];
		return [{ ref, to }];
	});
	return moves.filter(
		({ ref, to }) => ref !== 'HEAD' || !moves.some((one) => one.ref !== 'HEAD' && one.to === to),
	);
}

function standingOn(branch: BranchName, place: Place): Place {
	return branch === place.branch ? place : onBranch(place, branch);
}

async function judgeHeld(held: Held, worlds: GitWorld['worlds']): Promise<GitHookAnswer> {
	for (const ports of worlds) {
		const session = parseSessionId(await sessionAbove(held.place, ports), ports.sha256);
		if (session !== undefined) return judgeSession(held, session, ports);
	}
	const ports = worlds.at(-1) ?? worlds[0];
	const { calledByModel, sessionId } = ports.host;
	if (!calledByModel) return judgePlainly(held, 'people', worlds[0]);
	// A session that no hook has registered: its id is known by the environment only.
	const session = parseSessionId(sessionId, ports.sha256);
	return session === undefined
		? judgePlainly(held, 'agent', ports)
		: judgeSession(held, session, ports);
}

/** By PreToolUse itself, as that very command of the session: what it brings along, pauses, warnings and all. */
async function judgeSession(held: Held, session: Session, now: Ports): Promise<GitHookAnswer> {
	const { place } = held;
	const ports = asSeenHere(held, await onGround(session.uuid, now));
	const lines = await journalOf(place, session, now);
	const prompt = lines.findLast((line) => 'p' in line && typeof line.p === 'string');
	const event = {
		...eventOf(held),
		session_id: session.uuid,
		...(prompt !== undefined && 'p' in prompt ? { prompt_id: prompt.p } : {}),
	};
	return answerOf(await preToolUse(event, ports));
}

function eventOf({ place, command }: Held) {
	const tool_input: Readonly<Record<string, unknown>> = { command };
	return { cwd: place.root, tool_name: 'Bash', tool_input };
}

/** The repository as git is about to change it, wherever the session that does it is at home. */
function asSeenHere({ place }: Held, ports: Ports): Ports {
	const { places, journal, host } = ports;
	const at = (directory: string) => {
		const found = places.at(directory);
		return found.root === place.root ? standingOn(place.branch, found) : found;
	};
	return {
		...ports,
		host: { ...host, projectDir: undefined },
		places: { ...places, at },
		journal: {
			...journal,
			read: async (where, key) => withoutRunningCall(await journal.read(where, key)),
		},
	};
}

/**
 * A single-use satisfaction is used up by the call it let through, not by the first of several commits within it: without
 * what was noted of that call no commit looks like a later one.
 */
function withoutRunningCall(raw: readonly unknown[]): readonly unknown[] {
	const last = ofKind(linesOfAll(raw), 'checked').at(-1)?.call;
	return last === undefined
		? raw
		: raw.filter((line) => (line as { call?: unknown } | null)?.call !== last);
}

function answerOf(output: HookAnswer): GitHookAnswer {
	const own = specificIn(output);
	const said: string[] = [];
	if (own !== undefined)
		said.push(
			'permissionDecisionReason' in own ? own.permissionDecisionReason : own.additionalContext,
		);
	if (output !== undefined && 'systemMessage' in output && output.systemMessage !== undefined)
		said.push(output.systemMessage);
	return { said: [...new Set(said)], isRefused: isDenial(output) };
}

/** Those who have no session: people, whom only what says so holds, and an agent that nobody knows. */
async function judgePlainly(
	held: Held,
	who: 'people' | 'agent',
	ports: Ports,
): Promise<GitHookAnswer> {
	const seen = asSeenHere(held, ports);
	const said: string[] = [];
	const here = await projectAt(held.place, seen);
	const holdsPeople = here?.config.requirements.some((one) => one.holdsPeople === true) === true;
	if (who === 'people' && !holdsPeople) return { said, isRefused: false };
	for (const { project, action } of await readCalls(eventOf(held), seen)) {
		const { place, config } = project;
		const requirements = matching(config.requirements, 'blocks', action).filter(
			({ holdsPeople }) => who === 'agent' || holdsPeople === true,
		);
		if (requirements.length === 0) continue;
		const { state, isNewer } = await readState(place, seen);
		if (state?.paused !== undefined) continue;
		const now = seen.now();
		const changes = await measuresDue(state, { place, requirements }, seen);
		const after = stateAfter(state, { place, changes }, now);
		const asked = { place, session: undefined, requirements };
		const { decision, unmet } = judge(standingsOf(after, asked, now));
		if (decision === 'allow') continue;
		const obstacle = obstacleAt(place, isNewer, seen);
		const call = { branch: place.branch, what: held.command === 'git push' ? 'push' : 'commit' };
		if (decision === 'deny' && obstacle === undefined)
			return { said: [...said, refusalText(unmet, call)], isRefused: true };
		said.push(warningText(unmet, { ...call, why: obstacle ?? 'it only warns' }));
	}
	return { said, isRefused: false };
}
