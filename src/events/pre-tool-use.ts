import { lessonsBeforeRead, withLessons } from '../app/continuity/lessons-before-call.ts';
import { journalOf, note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import {
	isRepeated,
	isTold,
	type JournalEntry,
	type JournalLine,
	wasWarned,
} from '../core/journal/line.ts';
import type { Batch, Carried } from '../gate/carry.ts';
import { callText, refusalText, shortRefusalText, warningText } from '../gate/gate-text.ts';
import { type Known, measuresDue } from '../gate/measure.ts';
import { isConsumable, isNeverSatisfied, namesIn, type Status } from '../gate/status.ts';
import { stateAfter, statusesOf } from '../gate/statuses.ts';
import { matchOf } from '../gate/triggers.ts';
import { evaluate, matching, type Verdict } from '../gate/verdict.ts';
import { commitOf } from '../git/branch-log.ts';
import { CALL_IDENTITY } from '../host/claim-key.ts';
import { CHECKED_TOOLS, READ_TOOL, SKILL_TOOL } from '../host/gated-tools.ts';
import {
	alsoTell,
	deny,
	type HookAnswer,
	inform,
	isDenial,
	PreToolUseInput,
} from '../host/hook-messages.ts';
import { HOOK_TOOL } from '../host/hook-tool.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { type Obstacle, obstacleText } from '../store/obstacle.ts';
import { carryHere } from './carry-here.ts';
import { noteConfigBefore } from './changed-config.ts';
import { prepareDetection } from './detect.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, sessionOf, startElsewhere } from './projects.ts';
import { protect } from './protect.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { readState, saveChanges } from './stored-state.ts';

const HOOK_ONLY = `req: call of ${HOOK_TOOL.byModel} blocked: only hooks may call this tool.`;

export const hook: Hook<PreToolUseInput> = {
	event: 'PreToolUse',
	about:
		'Refuses a call that a requirement holds back, or that would open a gate; tells what was learned about its files.',
	identity: CALL_IDENTITY,
	runs: [{ tools: CHECKED_TOOLS }, { tools: [READ_TOOL], onlyServer: true }],
	input: PreToolUseInput,
	answer: preToolUse,
};

/**
 * Holds a call back that would open a gate (D36), or while a requirement it waits for is not satisfied
 * (D31, D33, D35). A refusal comes before a question, a question before a warning. Nothing holds a `Read`.
 */
async function preToolUse(input: PreToolUseInput, ports: Ports): Promise<HookAnswer> {
	if (input.tool_name === HOOK_TOOL.byModel) return deny(HOOK_ONLY);
	const session = sessionOf(input, ports);
	if (input.tool_name === READ_TOOL) {
		return lessonsBeforeRead({ input, session, ports });
	}
	const event = { input, session, ports };
	if (input.tool_name === SKILL_TOOL) return beforeSkill(event);
	const { answer, calls } = await gateCall(event);
	if (isDenial(answer)) return answer;
	await noteConfigBefore(input, ports);
	await prepareDetection(event, calls[0]);
	return withLessons(answer, event, calls[0]);
}

/** The calls that one tool call consists of, and the answer of the gates. */
interface GatedCall {
	readonly answer: HookAnswer;
	readonly calls: readonly ProjectCall[];
}

/** Checks a call before it runs. */
export async function gateCall(event: HookEvent<PreToolUseInput>): Promise<GatedCall> {
	const { input, ports } = event;
	const words = readWords(input, ports);
	const answers = [await protect(event, words)];
	const calls = answers.some(isDenial) ? [] : await readCalls(words, ports);
	for (const call of calls) {
		const one = { ...event, call };
		answers.push(await apply(decide(await read(one)), one));
		if (answers.some(isDenial)) break;
	}
	return { answer: answers.find(isDenial) ?? answers.find((one) => one !== undefined), calls };
}

/** Nothing blocks a skill. Before 2.1.332 no event reports its shell lines: their changes are detected afterwards. */
async function beforeSkill(event: HookEvent<PreToolUseInput>): Promise<undefined> {
	const { input, ports } = event;
	const [call] = await readCalls(readWords(input, ports), ports);
	await noteConfigBefore(input, ports);
	await prepareDetection(event, call);
}

/** What this hook would say of a call now; nothing is written. `undefined`: nothing. */
export async function verdictNow(event: Event): Promise<Said | undefined> {
	const facts = await read(event);
	return decide(facts).ruling(facts.carried?.state).said;
}

/** A call in one of the projects that have a say in it. */
interface Event extends HookEvent<PreToolUseInput> {
	readonly call: ProjectCall;
}

/** What a call meets. */
interface Facts extends Known {
	readonly event: Event;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Requirements that the call waits for. */
	readonly requirements: readonly Requirement[];
	/** The session's journal; empty where nothing depends on it. */
	readonly lines: readonly JournalLine[];
	/** Where the branch stands, if that matters and can be told. */
	readonly commit: string | undefined;
}

async function read(event: Event): Promise<Facts> {
	const { session, call, ports } = event;
	const { place, config } = call.project;
	const requirements = matching(config.requirements, 'blocks', call.action);
	const now = ports.now();
	const mayCommit = countsCommit(call);
	const commitIf = (isUsed: boolean) => (isUsed ? commitOf(place) : undefined);
	const facts = {
		...{ event, now, requirements, state: undefined, measured: [], lines: [] },
		...{ carried: undefined, commit: undefined, obstacle: undefined },
	};
	if (requirements.length === 0) return { ...facts, commit: commitIf(mayCommit) };
	const { state, obstacle } = await readState(place, ports);
	if (state?.paused !== undefined) return { ...facts, state, commit: commitIf(mayCommit) };
	const measured = await measuresDue(state, { place, requirements }, ports);
	const statuses = statusesAfter(measured, { ...facts, state });
	const known = { ...facts, state, measured };
	if (!statuses.some((one) => !one.satisfied || isConsumable(one)))
		return { ...known, commit: commitIf(mayCommit) };
	const isAsked = statuses.some((one) => asksJournal(one, obstacle));
	const lines = isAsked ? await journalOf(place, session, ports) : [];
	const carried = await readCarried({ ...known, lines }, statuses);
	const after = statusesAfter([...(carried?.changes ?? []), ...measured], known);
	const usesCommit =
		after.some(isConsumable) || (mayCommit && evaluateCall(after, known).decision !== 'deny');
	return { ...known, lines, obstacle, carried, commit: commitIf(usesCommit) };
}

/** What became of earlier calls and runs, and whether the session is a fork, stands in its journal: it may be long. */
function asksJournal(status: Status, obstacle: Obstacle | undefined): boolean {
	const { scope, enforce, commands, carry } = status.requirement;
	if (status.satisfied) return isConsumable(status);
	const isTold = enforce === 'warn' || obstacle !== undefined || commands.length > 0;
	return isTold || scope === 'single_use' || carry.includes('fork');
}

/**
 * What carries over from a fork's parent and from the session's other branches. It is looked for only before a refusal or
 * a warning, because it reads the states of other branches.
 */
async function readCarried(
	facts: Facts,
	statuses: readonly Status[],
): Promise<Carried | undefined> {
	const { event, state } = facts;
	const { input, session, call, ports } = event;
	const { place, config } = call.project;
	const verdict = evaluateCall(statuses, facts);
	const isSilent = verdict.decision !== 'deny' && wasSaid(verdict, facts);
	if (isSilent || !verdict.unmet.some(isNeverSatisfied)) return undefined;
	const lines = facts.lines.length > 0 ? facts.lines : await journalOf(place, session, ports);
	const { transcript_path: transcript } = input;
	return carryHere({ place, session, config, state, lines, transcript }, ports);
}

/** What is written, and what is said. */
interface Outcome {
	/** Written before anything is said: what the session takes along counts only where it was kept. */
	readonly moves: readonly Batch[];
	/** The ruling on the state that was kept; `undefined`: nothing was. */
	readonly ruling: (kept: BranchState | undefined) => Ruling;
}

interface Ruling {
	/** For the session's journal. */
	readonly entries: readonly JournalEntry[];
	readonly said: Said | undefined;
}

/** What the model is told of the requirements that a call waits for. */
type Said =
	| Warning
	| {
			readonly kind: 'refusal';
			readonly unmet: readonly Status[];
			/** Said in its place by a disk that takes no journal line: it takes no satisfaction either (D7). */
			readonly unkept: Warning | undefined;
	  };

interface Warning {
	readonly kind: 'warning';
	readonly unmet: readonly Status[];
	/** Why a refusal became one: the user is shown it as well. */
	readonly obstacle: string | undefined;
}

const SILENCE: Ruling = { entries: [], said: undefined };

function decide(facts: Facts): Outcome {
	const { event, state, carried, obstacle } = facts;
	const { place } = event.call.project;
	const isMoved = carried !== undefined && obstacle === undefined;
	const moves = isMoved ? [{ place, changes: carried.changes, leaving: carried.leaving }] : [];
	return { moves, ruling: (kept) => rule({ ...facts, state: kept ?? state }) };
}

function rule(facts: Facts): Ruling {
	const { event, state, measured, lines, obstacle } = facts;
	const isPaused = state?.paused !== undefined;
	const statuses = isPaused ? [] : statusesAfter(measured, facts);
	const verdict = evaluateCall(statuses, facts);
	const { decision, unmet } = verdict;
	const refused = refusalEntry(verdict, event);
	if (decision === 'deny') {
		if (obstacle !== undefined) {
			// The obstacle is shown once in a session.
			if (isTold(lines, obstacle.what)) return SILENCE;
			const why = obstacleText(obstacle);
			const entries = [{ ...refused, warned: true, why: obstacle.what }];
			return { entries, said: warning(unmet, why) };
		}
		// A link in place of the state is no obstacle of the user's.
		const isLinked = unmet.some(({ reason }) => reason === 'linked');
		const unkept = isLinked ? undefined : warning(unmet, 'nothing can be written here');
		return { entries: [refused], said: { kind: 'refusal', unmet, unkept } };
	}
	const checked = checkedEntries(verdict.consumes, facts);
	if (decision === 'allow' || wasSaid(verdict, facts)) return { ...SILENCE, entries: checked };
	// A warning is worth its tokens once per prompt.
	const entries = [...checked, { ...refused, warned: true }];
	return { entries, said: warning(unmet, undefined) };
}

/** Evaluates a call that waits for these requirements. */
function evaluateCall(
	statuses: readonly Status[],
	{ event, lines, commit }: Pick<Facts, 'event' | 'lines' | 'commit'>,
): Verdict {
	const { input, call } = event;
	const { branch } = call.project.place;
	const occasion = { list: 'blocks' as const, action: call.action };
	return evaluate(statuses, { occasion, branch, lines, commit, call: input.tool_use_id });
}

function warning(unmet: readonly Status[], obstacle: string | undefined): Warning {
	return { kind: 'warning', unmet, obstacle };
}

/** The statuses of what the call waits for, after changes that are not written yet. */
function statusesAfter(
	changes: readonly BranchChange[],
	{ event, requirements, state, carried, now }: Omit<Facts, 'measured'>,
): readonly Status[] {
	const { session, call } = event;
	const { place } = call.project;
	const after = stateAfter(state, { place, changes }, now);
	const statuses = statusesOf(after, { place, session, requirements }, now);
	return carried === undefined ? statuses : statuses.map(carried.heldOn);
}

/** Whether the model was warned of exactly this during the prompt. */
function wasSaid(verdict: Verdict, { event, lines }: Pick<Facts, 'event' | 'lines'>): boolean {
	const { branch } = event.call.project.place;
	return wasWarned(lines, { branch, prompt: event.input.prompt_id, names: namesIn(verdict.unmet) });
}

/**
 * Notes on which branch a call was judged that will spend satisfactions if it succeeds (D31), and where the branch
 * stood: should the line fail after a commit, that tells it from one that was not made.
 */
function checkedEntries(spends: readonly string[], { event, commit }: Facts): JournalEntry[] {
	const { call, input } = event;
	const id = input.tool_use_id;
	if (id === undefined || (spends.length === 0 && !countsCommit(call))) return [];
	const { branch } = call.project.place;
	const where = commit === undefined ? {} : { commit };
	return [{ e: 'checked', branch, names: [...spends], call: id, ...where }];
}

/** Whether the call may commit, and a commit arms a requirement or makes one stale. */
function countsCommit({ project, action }: ProjectCall): boolean {
	if (!action.runs('git commit')) return false;
	return project.config.requirements.some(({ triggers, staleAfter }) =>
		[...triggers, ...staleAfter].some(
			(one) => one.on === 'command' && matchOf(one, action) !== undefined,
		),
	);
}

function refusalEntry(verdict: Verdict, { input, call }: Event): JournalEntry & { e: 'refuse' } {
	const [step] = verdict.trace.filter(({ effect }) => effect === 'blocks' || effect === 'warns');
	const path = step?.trigger?.on === 'edit' ? step.by : undefined;
	return {
		e: 'refuse',
		branch: call.project.place.branch,
		names: namesIn(verdict.unmet),
		tool: input.tool_name,
		...(path === undefined ? {} : { path }),
		...(input.tool_use_id === undefined ? {} : { call: input.tool_use_id }),
		...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
		...promptOf(input),
	};
}

/** What the session takes along first, the journal next, then the answer. */
async function apply({ moves, ruling }: Outcome, event: Event): Promise<HookAnswer> {
	const { session, call, ports } = event;
	const { place } = call.project;
	const { docs, notice } = await saveChanges(moves, ports);
	const { entries, said } = ruling(docs[0]);
	const isNoted = await note(place, session, { entries, ports });
	if (said?.kind === 'refusal') await noteAtStart(event);
	const isUnkept = said?.kind === 'refusal' && !isNoted;
	const refusal = entries.find((one) => one.e === 'refuse');
	// Parallel calls are refused at once: the order of the lines decides whose refusal is shown in full.
	const isShort =
		said?.kind === 'refusal' &&
		refusal !== undefined &&
		isRepeated(await journalOf(place, session, ports), refusal);
	const answer = answerOf(isUnkept ? (said.unkept ?? said) : said, event, isShort);
	return notice === undefined ? answer : alsoTell(answer, notice.systemMessage);
}

/** What the user types as the way out is for the place of the refusal, so it has to be found. */
async function noteAtStart({ input, session, call, ports }: Event): Promise<void> {
	const { place } = call.project;
	const start = await startElsewhere(place, input.cwd, ports);
	if (start === undefined) return;
	await note(start, session, { entries: [{ e: 'elsewhere', root: place.root }], ports });
}

function answerOf(said: Said | undefined, event: Event, isShort: boolean): HookAnswer {
	if (said === undefined) return undefined;
	const { unmet } = said;
	const { action, project } = event.call;
	const { branch } = project.place;
	const occasion = { list: 'blocks' as const, action };
	const { trace } = evaluate(unmet, { occasion, branch, lines: [] });
	const where = { branch, what: callText(action, trace), now: event.ports.now() };
	if (said.kind === 'refusal')
		return deny(isShort ? shortRefusalText(unmet, where) : refusalText(unmet, where));
	const { obstacle } = said;
	const text = warningText(unmet, { ...where, why: obstacle ?? 'it only warns' });
	return inform('PreToolUse', text, obstacle === undefined ? undefined : text);
}
