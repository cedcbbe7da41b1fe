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
import { redact } from '../core/redact/redact.ts';
import { cut, oneLine } from '../core/text/one-line.ts';
import type { Carried } from '../gate/carry.ts';
import {
	callText,
	refusalText,
	shortRefusalText,
	splitText,
	warningText,
} from '../gate/gate-text.ts';
import { measuresDue } from '../gate/measure.ts';
import { factOf } from '../gate/requirement-types.ts';
import { withoutReviews } from '../gate/reword.ts';
import { isConsumable, isNeverSatisfied, namesIn, type Status } from '../gate/status.ts';
import { stateAfter, statusesOf } from '../gate/statuses.ts';
import { logTrace, traceLines } from '../gate/trace.ts';
import { matchOf } from '../gate/triggers.ts';
import { evaluate, matching, type Verdict } from '../gate/verdict.ts';
import { commitOf } from '../git/branch-log.ts';
import { CALL_IDENTITY } from '../host/claim-key.ts';
import { CHECKED_TOOLS, PLAN_TOOL, READ_TOOL, SKILL_TOOL } from '../host/gated-tools.ts';
import { type Answer, addTo, type HookAnswer, PreToolUseInput } from '../host/hook-messages.ts';
import { HOOK_TOOL } from '../host/hook-tool.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { type Obstacle, obstacleText } from '../store/obstacle.ts';
import { approvePendingPlan, notePlan } from './approved-plan.ts';
import { carryHere } from './carry-here.ts';
import { noteConfigBefore } from './changed-config.ts';
import { prepareDetection } from './detect.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, sessionOf, startOf } from './projects.ts';
import { protect } from './protect.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { readState, saveChanges } from './stored-state.ts';
import { noteElsewhere } from './worked-projects.ts';

/** Characters of a refused command line in which secrets are looked for; fewer are stored. */
const MAX_LINE = 2_000;

const HOOK_ONLY = `req: call of ${HOOK_TOOL.byModel} blocked: only hooks may call this tool.`;

export const hook: Hook<PreToolUseInput> = {
	event: 'PreToolUse',
	about:
		'Refuses a call that a requirement holds back, or that would open a gate; tells what was learned about its files.',
	identity: CALL_IDENTITY,
	runs: [{ tools: [...CHECKED_TOOLS, PLAN_TOOL] }, { tools: [READ_TOOL], onlyServer: true }],
	input: PreToolUseInput,
	answer: preToolUse,
};

/**
 * Before Claude Code runs a tool: a call that would open a gate (D36), or that an unmet requirement blocks (D31, D33), is
 * refused. Any other is prepared for change detection, and Claude is shown what earlier sessions learned about its files.
 */
async function preToolUse(input: PreToolUseInput, ports: Ports): Promise<HookAnswer> {
	if (input.tool_name === HOOK_TOOL.byModel) return { decision: 'deny', text: HOOK_ONLY };
	const event = { input, session: sessionOf(input, ports), ports };
	if (input.tool_name === READ_TOOL) return lessonsBeforeRead(event);
	if (input.tool_name === PLAN_TOOL) return notePlan(event);
	await approvePendingPlan(event);
	const { answer, calls } = await checkCall(event);
	if (answer?.decision === 'deny') return answer;
	await noteConfigBefore(input, ports);
	await prepareDetection(event, calls[0]);
	return withLessons(answer, event, calls[0]);
}

/**
 * Checks a call in each project that has a say in it. A refusal comes before a question to the user, a question before a
 * warning. Nothing blocks a skill: before 2.1.332 no event reports its shell lines, and their changes are detected.
 */
export async function checkCall(event: HookEvent<PreToolUseInput>) {
	const { input, ports } = event;
	const words = readWords(input, ports);
	const protection = await protect(event, words);
	if (protection?.decision === 'deny') return { answer: protection, calls: [] };
	const calls = await readCalls(words, ports);
	if (input.tool_name === SKILL_TOOL) return { answer: undefined, calls };
	const answers = [protection];
	for (const call of calls) {
		const facts = await read({ ...event, call });
		const { state, notice } = await storeCarried(facts);
		const outcome = decide({ ...facts, state });
		const answer = await apply(outcome, facts.event);
		answers.push(notice === undefined ? answer : addTo(answer, { notice }));
		if (answer?.decision === 'deny') break;
	}
	return {
		answer:
			answers.find((one) => one?.decision === 'deny') ?? answers.find((one) => one !== undefined),
		calls,
	};
}

/** What the gates would answer to a call now; nothing is written. */
export async function evaluateNow(event: CallEvent) {
	const facts = await read(event);
	const { verdict } = decide({ ...facts, state: facts.carried?.state ?? facts.state });
	return { verdict, obstacle: facts.obstacle };
}

/** A call in one of the projects that have a say in it. */
interface CallEvent extends HookEvent<PreToolUseInput> {
	readonly call: ProjectCall;
}

interface Facts {
	readonly event: CallEvent;
	/** As it is stored. */
	readonly state: BranchState | undefined;
	/** Sizes that were not known yet. */
	readonly measured: readonly BranchChange[];
	readonly carried: Carried | undefined;
	/** Why nothing can be stored: then nothing is blocked (D7). */
	readonly obstacle: Obstacle | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Requirements that block such a call while they are unmet. */
	readonly requirements: readonly Requirement[];
	/** The session's journal; empty if the state alone decides. */
	readonly lines: readonly JournalLine[];
	/** The working tree, if it is another one than the session started in. */
	readonly checkout: string | undefined;
	/** The commit of the branch, if the call may make one. */
	readonly commit: string | undefined;
}

const UNREAD = { state: undefined, obstacle: undefined, carried: undefined, checkout: undefined };

/** Most calls match no requirement, and most that match one meet it: then little is read. */
async function read(event: CallEvent): Promise<Facts> {
	const { input, session, call, ports } = event;
	const { place, config } = call.project;
	const now = ports.now();
	const matched = matching(config.requirements, 'blocks', call.action);
	const unrun = { place, ran: false, context: ports.context };
	const requirements = await withoutReviews(matched, call.action, unrun);
	const commit = isCommitOfInterest(call) ? commitOf(place) : undefined;
	const facts = { ...UNREAD, event, now, requirements, measured: [], lines: [], commit };
	if (requirements.length === 0) return facts;
	const { state, obstacle } = await readState(place, ports);
	if (state?.paused !== undefined) return { ...facts, state };
	const measured = await measuresDue(state, { place, requirements }, ports);
	const known = { ...facts, state, obstacle, measured };
	const statuses = statusesIn(known);
	if (statuses.every((one) => one.satisfied && !isConsumable(one))) return known;
	const lines = await journalOf(place, session, ports);
	const { transcript_path: transcript } = input;
	const arrival = { place, session, config, state, lines, transcript };
	const carried = statuses.some(isNeverSatisfied) ? await carryHere(arrival, ports) : undefined;
	const { root } = startOf(input.cwd, ports);
	const checkout = root === place.root ? undefined : place.root;
	return { ...known, lines, carried, checkout, commit: commitOf(place) };
}

/** The status of each requirement, with sizes that are measured and not stored yet. */
function statusesIn({ event, state, measured, requirements, now }: Facts): readonly Status[] {
	const { session, call } = event;
	const { place } = call.project;
	const after = stateAfter(state, { place, changes: measured }, now);
	return statusesOf(after, { place, session, requirements }, now);
}

/** What carries over to this branch counts only if it was stored. */
async function storeCarried({ event, state, carried, obstacle }: Facts) {
	if (carried === undefined || obstacle !== undefined) return { state, notice: undefined };
	const { changes, leaving } = carried;
	const batch = { place: event.call.project.place, changes, leaving };
	const { docs, notice } = await saveChanges([batch], event.ports);
	return { state: docs[0] ?? state, notice };
}

interface Outcome {
	/** Why: its `trace` has a step for each requirement. */
	readonly verdict: Verdict;
	readonly answer: HookAnswer;
	readonly journal: readonly JournalEntry[];
	/** The answer if the journal cannot be written: then a satisfaction cannot be stored either (D7). */
	readonly unstored: HookAnswer;
	/** The answer if Claude has just read the same refusal. */
	readonly repeated?: HookAnswer;
}

function decide(facts: Facts): Outcome {
	const { event, now, state, obstacle, carried, lines, checkout, commit } = facts;
	const { input, call } = event;
	const { branch } = call.project.place;
	const statuses =
		carried === undefined ? statusesIn(facts) : statusesIn(facts).map(carried.heldOn);
	const verdict = evaluate(statuses, {
		...{ branch, lines, commit, obstacle, call: input.tool_use_id },
		occasion: { list: 'blocks', action: call.action },
		isPaused: state?.paused !== undefined,
	});
	const { decision, unmet, trace } = verdict;
	const where = { branch, checkout, now, what: callText(call.action, trace) };
	const warn = (why: string, notice?: string): Answer => ({
		text: warningText(unmet, { ...where, why }),
		notice,
	});
	const refusal = refusalEntry(verdict, facts);
	if (decision === 'deny') {
		// The text of a guard says to switch first by itself.
		const isGuarded = unmet.some(({ requirement }) => factOf(requirement)?.first !== undefined);
		const split = isGuarded ? undefined : splitText(call.action);
		const denyWith = (text: string): Answer => addTo({ decision: 'deny', text }, { text: split });
		const answer = denyWith(refusalText(unmet, where));
		const repeated = denyWith(shortRefusalText(unmet, where));
		// A link in place of the state is nothing that a full disk explains.
		const isLinked = unmet.some(({ reason }) => reason === 'linked');
		const unstored = isLinked ? answer : warn('nothing can be written here');
		return { verdict, answer, repeated, unstored, journal: [refusal] };
	}
	const checked = checkedEntries(verdict, facts);
	const isDenying = unmet.some(({ requirement }) => requirement.enforce === 'deny');
	const obstructed = isDenying ? obstacle : undefined;
	// A warning is worth its tokens once per prompt, an obstacle once in a session.
	const shown = { branch, prompt: input.prompt_id, names: namesIn(unmet) };
	const isKnown = obstructed ? isTold(lines, obstructed.what) : wasWarned(lines, shown);
	if (decision === 'allow' || isKnown)
		return { verdict, answer: undefined, unstored: undefined, journal: checked };
	const why = obstructed && obstacleText(obstructed);
	const answer = warn(why ?? 'it only warns', why);
	const entry = obstructed ? { ...refusal, why: obstructed.what } : refusal;
	return { verdict, answer, unstored: answer, journal: [...checked, { ...entry, warned: true }] };
}

function refusalEntry(
	{ unmet, trace }: Verdict,
	{ event: { input, call }, now }: Facts,
): JournalEntry & { e: 'refuse' } {
	const steps = trace.filter(({ effect }) => effect === 'blocks' || effect === 'warns');
	const [step] = steps;
	const { branch, root } = call.project.place;
	const line = call.action.command?.source;
	return {
		e: 'refuse',
		branch,
		names: namesIn(unmet),
		tool: input.tool_name,
		root,
		trace: traceLines(steps, now),
		...(line === undefined ? {} : { line: oneLine(redact(cut(line, MAX_LINE))) }),
		...(step?.trigger?.on === 'edit' ? { path: step.by } : {}),
		...(input.tool_use_id === undefined ? {} : { call: input.tool_use_id }),
		...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
		...promptOf(input),
	};
}

/**
 * Notes the satisfactions that the call consumes if it succeeds, on which branch (D31), and the commit there: if the call
 * fails, that tells whether it has committed before.
 */
function checkedEntries({ consumes }: Verdict, { event, commit }: Facts): JournalEntry[] {
	const { call, input } = event;
	const { tool_use_id: id } = input;
	if (id === undefined || (consumes.length === 0 && !isCommitOfInterest(call))) return [];
	const where = commit === undefined ? {} : { commit };
	const { branch } = call.project.place;
	return [{ e: 'checked', branch, names: [...consumes], call: id, ...where }];
}

/** Whether the call may commit, and a commit arms a requirement or makes one stale. */
function isCommitOfInterest({ project, action }: ProjectCall): boolean {
	if (!action.runs('git commit')) return false;
	return project.config.requirements.some(({ triggers, staleAfter }) =>
		[...triggers, ...staleAfter].some(
			(one) => one.on === 'command' && matchOf(one, action) !== undefined,
		),
	);
}

/** The journal line first, then the answer. */
async function apply(
	{ verdict, journal, answer, unstored, repeated }: Outcome,
	event: CallEvent,
): Promise<HookAnswer> {
	const { session, call, ports } = event;
	logTrace(verdict.trace, ports.context);
	const { place } = call.project;
	const isStored = await note(place, session, { entries: journal, ports });
	const refusal = journal.find((entry) => entry.e === 'refuse');
	if (repeated === undefined || refusal === undefined) return isStored ? answer : unstored;
	// What the user types next has to find the place that the refusal is about.
	await noteElsewhere(call.project, event);
	if (!isStored) return unstored;
	// Of parallel calls the order of their lines decides whose refusal is shown in full.
	return isRepeated(await journalOf(place, session, ports), refusal) ? repeated : answer;
}
