import type { Context } from '../context.ts';
import {
	callText,
	logTrace,
	refusalText,
	shortRefusalText,
	splitText,
	traceLines,
	warningText,
} from '../gate/gate-text.ts';
import { withoutReviews } from '../gate/reword.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { evaluate, matching, type Verdict } from '../gate/verdict.ts';
import { commitOf, headOf } from '../git/branch-log.ts';
import type { Place } from '../git/place.ts';
import { HOOK_TOOL } from '../host/hook-tool.ts';
import { addTo, CALL_IDENTITY, type HookAnswer, PreToolUseInput } from '../host/messages.ts';
import { CHECKED_TOOLS, PLAN_TOOL, READ_TOOL, SKILL_TOOL } from '../host/tools.ts';
import type { JournalEntry, JournalLine } from '../journal/entries.ts';
import { journalOf, note, promptOf } from '../journal/journal.ts';
import { isRepeated, isTold, ofKind, wasWarned } from '../journal/lines.ts';
import { JOURNAL_UNWRITABLE, type Obstacle, obstacleText } from '../store/obstacle.ts';
import { cut } from '../text/one-line.ts';
import { approvePendingPlan, notePlan } from './approved-plan.ts';
import { readStatuses } from './armed-work.ts';
import type { Batch } from './carry-over.ts';
import { markCall } from './detect.ts';
import type { Hook } from './hook.ts';
import { checkoutElsewhere, type HookEvent, noteElsewhere, sessionOf } from './projects.ts';
import { protect } from './protect.ts';
import { type ProjectCall, readCalls, readWords } from './read-call.ts';
import { lessonsBeforeRead, withLessons } from './recall-lessons.ts';
import { saveChanges } from './stored-state.ts';

/** Characters of a refused command line in which secrets are looked for; fewer are stored. */
const MAX_LINE = 2_000;

const HOOK_ONLY = `req: call of ${HOOK_TOOL.byModel} blocked: only hooks may call this tool.`;

export const hook: Hook<PreToolUseInput> = {
	event: 'PreToolUse',
	about:
		'Blocks a call for which a requirement is unmet, or that would open a gate; shows lessons about its files and its command.',
	identity: CALL_IDENTITY,
	runs: [{ tools: CHECKED_TOOLS }, { tools: [READ_TOOL], onlyServer: true }],
	input: PreToolUseInput,
	answer: preToolUse,
};

/**
 * Before Claude Code runs a tool: a call that would open a gate (D36), or that an unmet requirement blocks (D31, D33), is
 * refused. With any other Claude is shown what earlier sessions learned about it, and it is prepared for change detection.
 */
async function preToolUse(input: PreToolUseInput, context: Context): Promise<HookAnswer> {
	if (input.tool_name === HOOK_TOOL.byModel) return { decision: 'deny', text: HOOK_ONLY };
	const event = { input, session: sessionOf(input), context };
	if (input.tool_name === READ_TOOL) return lessonsBeforeRead(event);
	if (input.tool_name === PLAN_TOOL) return notePlan(event);
	await approvePendingPlan(event);
	const { answer, calls } = await checkCall(event);
	if (answer?.decision === 'deny') return answer;
	const shown = await withLessons(answer, event, calls[0]);
	if (shown?.decision === 'deny') await noteBlocked(event, calls);
	else await markCall(event, calls);
	return shown;
}

/** A call that a lesson blocks consumes nothing of what it was checked for. */
async function noteBlocked({ input, session, context }: HookEvent<PreToolUseInput>, calls: readonly ProjectCall[]) {
	for (const { project } of calls) {
		const checked = ofKind(journalOf(project.place, session), 'checked');
		const own = checked.filter(({ call }) => call === input.tool_use_id);
		const entries = own.map(({ e, branch, names, call }): JournalEntry => ({ e, branch, names, call, failed: true }));
		await note(project.place, session, { entries, context });
	}
}

/**
 * Checks a call in each project that has a say in it. A refusal comes before a question to the user, a question before a
 * warning. Nothing blocks a skill: before 2.1.332 no event reports its shell lines, and their changes are detected.
 */
export async function checkCall(event: HookEvent<PreToolUseInput>) {
	const { input, context } = event;
	const words = readWords(input, context);
	const protection = await protect(event, words);
	if (protection?.decision === 'deny') return { answer: protection, calls: [] };
	const calls = await readCalls(words, context);
	if (input.tool_name === SKILL_TOOL) return { answer: undefined, calls };
	const answers = [protection];
	for (const call of calls) {
		const facts = await read({ ...event, call });
		const answer = await apply(decide(facts), facts);
		answers.push(answer);
		if (answer?.decision === 'deny') return { answer, calls };
	}
	return { answer: answers.find((one) => one !== undefined), calls };
}

/** What the gates would answer to a call now; nothing is written. */
export async function evaluateNow(event: CallEvent) {
	const facts = await read(event);
	return { verdict: decide(facts).verdict, obstacle: facts.obstacle };
}

/** A call in one of the projects that have a say in it. */
interface CallEvent extends HookEvent<PreToolUseInput> {
	readonly call: ProjectCall;
}

interface Facts {
	readonly event: CallEvent;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The status of each requirement that blocks such a call while it is unmet. */
	readonly statuses: readonly Status[];
	readonly isPaused: boolean;
	/** Why nothing can be stored: then nothing is blocked (D7). */
	readonly obstacle: Obstacle | undefined;
	/** What carries over to this branch, for the stored state. */
	readonly carried: readonly Batch[];
	/** The session's journal; empty if the state alone decides. */
	readonly lines: readonly JournalLine[];
	/** The working tree, if Claude's shell is in another one. */
	readonly checkout: string | undefined;
	/** The commit that is checked out, if the call may commit or consume. */
	readonly commit?: string | undefined;
	/** The commit of the branch; another one during a rebase. */
	readonly tip?: string | undefined;
}

/** Most calls match no requirement. */
const UNREAD = {
	...{ statuses: [], lines: [], carried: [] },
	...{ isPaused: false, obstacle: undefined, checkout: undefined },
};

async function read(event: CallEvent): Promise<Facts> {
	const { input, session, call, context } = event;
	const { project, action } = call;
	const { place, config } = project;
	const now = context.now();
	const matched = matching(config.requirements, 'blocks', action);
	const requirements = await withoutReviews(matched, action, { place, ran: false, context });
	const runsCommit = action.runs('git commit');
	if (requirements.length === 0) return { ...UNREAD, event, now, ...(runsCommit ? readHeads(place) : {}) };
	const transcript = input.transcript_path;
	const asked = { session, transcript, requirements, measures: true };
	const found = await readStatuses(project, asked, context);
	const { statuses, lines, state, obstacle, carried } = found;
	return {
		...{ event, now, statuses, lines, obstacle, carried: [carried] },
		isPaused: state?.paused !== undefined,
		checkout: checkoutElsewhere(place, input.cwd, context),
		...(runsCommit || lines.length > 0 ? readHeads(place) : {}),
	};
}

function readHeads(place: Place) {
	return { commit: headOf(place), tip: commitOf(place) };
}

interface Outcome {
	/** Why: its `trace` has a step for each requirement. */
	readonly verdict: Verdict;
	readonly journal: readonly JournalEntry[];
	/** `isRepeated`: Claude has just read the same refusal. */
	readonly answer: (isRepeated: boolean) => HookAnswer;
}

function decide(facts: Facts): Outcome {
	const { event, statuses, isPaused, now, obstacle, lines, checkout, commit, tip } = facts;
	const { tool_name: tool, tool_use_id: id, agent_id: agent, ...input } = event.input;
	const { project, action } = event.call;
	const { branch, root } = project.place;
	const verdict = evaluate(statuses, {
		...{ branch, lines, commit, obstacle, isPaused, call: id },
		occasion: action,
	});
	const { decision, unmet, trace, consumes } = verdict;
	// What the call consumes if it succeeds (D31), and the commit now: a call that fails may have committed first.
	const isChecked = consumes.length > 0 || action.runs('git commit');
	const checked: JournalEntry[] =
		id !== undefined && isChecked ? [{ e: 'checked', branch, names: [...consumes], call: id, commit, tip }] : [];
	if (decision === 'allow') return { verdict, journal: checked, answer: () => undefined };
	const where = { branch, checkout, now, what: callText(action, trace) };
	const names = namesIn(unmet);
	const steps = trace.filter(({ effect }) => effect === 'blocks' || effect === 'warns');
	const line = action.command?.source;
	const refusal = {
		...{ e: 'refuse' as const, branch, names, tool, root, call: id, agent },
		trace: traceLines(steps, now),
		line: line === undefined ? undefined : cut(line, MAX_LINE),
		path: steps[0]?.trigger?.on === 'edit' ? steps[0].by : undefined,
		...promptOf(input),
	};
	if (decision === 'deny') {
		const answer = (isRepeated: boolean) => {
			const text = (isRepeated ? shortRefusalText : refusalText)(unmet, where);
			return addTo({ decision, text }, { text: splitText(action, unmet) });
		};
		return { verdict, journal: [refusal], answer };
	}
	const isDenying = unmet.some(({ requirement }) => requirement.enforce === 'deny');
	const obstructed = isDenying ? obstacle : undefined;
	// A warning is worth its tokens once per prompt, an obstacle once in a session.
	const isShown =
		obstructed === undefined
			? wasWarned(lines, { branch, prompt: input.prompt_id, names })
			: isTold(lines, obstructed.what);
	if (isShown) return { verdict, journal: checked, answer: () => undefined };
	const notice = obstructed && obstacleText(obstructed);
	const text = warningText(unmet, { ...where, why: notice ?? 'it only warns' });
	const warning = { ...refusal, warned: true, why: obstructed?.what };
	return { verdict, journal: [...checked, warning], answer: () => ({ text, notice }) };
}

/** The document and the journal line first, then the answer. */
async function apply(outcome: Outcome, facts: Facts): Promise<HookAnswer> {
	const { event, carried } = facts;
	const { session, call, context } = event;
	const { journal } = outcome;
	const { place } = call.project;
	logTrace(outcome.verdict.trace, context);
	const { notice } = await saveChanges(carried, context);
	const shown = (given: HookAnswer) => (notice === undefined ? given : addTo(given, { notice }));
	const isStored = await note(place, session, { entries: journal, context });
	// Behind a link nothing is stored, and the gates refuse until it is gone.
	const mayRefuse = isStored || place.link !== undefined;
	const { obstacle = JOURNAL_UNWRITABLE } = facts;
	const { verdict, answer } = mayRefuse ? outcome : decide({ ...facts, obstacle });
	const refusal = journal.find((entry) => entry.e === 'refuse');
	if (refusal === undefined || verdict.decision !== 'deny') return shown(answer(false));
	// What the user types next is about the place of the refusal.
	await noteElsewhere(call.project, event);
	// Of parallel calls the order of their lines decides whose refusal is shown in full.
	return shown(answer(isRepeated(await journalOf(place, session), refusal)));
}
