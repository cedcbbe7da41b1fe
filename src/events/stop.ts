import { configNews } from '../config/config-news.ts';
import type { Context } from '../context.ts';
import { endedText, logTrace, stopText } from '../gate/gate-text.ts';
import { completedSkills } from '../gate/satisfy.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { evaluate, type Step } from '../gate/verdict.ts';
import { addTo, type HookAnswer, isAgentTask, StopInput } from '../host/messages.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf } from '../journal/journal.ts';
import { isFork, isIdle, isNews, isTold, warnedNames, wasStopped } from '../journal/lines.ts';
import { noteUnacknowledged } from '../memory/comprehension.ts';
import { linkFork } from '../memory/links.ts';
import { removeAbandonedMarks } from '../state/call-marks.ts';
import type { BranchChange } from '../state/changes.ts';
import { recordOnFailure } from '../state/faults.ts';
import { register } from '../state/registry.ts';
import { attempt } from '../store/errors.ts';
import { obstacleText } from '../store/obstacle.ts';
import { listed } from '../text/phrases.ts';
import { approvePendingPlan } from './approved-plan.ts';
import { type ArmedWork, readArmedWork } from './armed-work.ts';
import { captureTurn } from './capture-progress.ts';
import type { Hook } from './hook.ts';
import { checkoutElsewhere, type HookEvent, projectsWorkedIn, sessionOf, startOf, withMemory } from './projects.ts';
import { saveChanges } from './stored-state.ts';

type Event = HookEvent<StopInput>;

export const hook: Hook<StopInput> = {
	event: 'Stop',
	about: 'Keeps a turn open while a requirement of its work is unmet; records what the turn did.',
	// There is no prompt id after a plan that cleared the context.
	identity: ['session_id', 'prompt_id', 'stop_hook_active', 'last_assistant_message', 'background_tasks'],
	input: StopInput,
	answer: stop,
};

/**
 * The turn ends: stores what the journal adds to the branch state, then keeps the turn open while requirements that this
 * session armed are unmet, at most once per prompt and set of them (D32, D39).
 */
async function stop(input: StopInput, context: Context): Promise<HookAnswer> {
	if (input.agent_id !== undefined) return undefined;
	const event = { input, session: sessionOf(input), context };
	return apply(decide(await read(event), input), event);
}

interface Work extends ArmedWork {
	/** The working tree, if Claude's shell is in another one. */
	readonly checkout: string | undefined;
	/** What the end of the turn completes (D39). */
	readonly completes: readonly BranchChange[];
	/** The status of each requirement when that is completed. */
	readonly statuses: readonly Status[];
}

interface Facts {
	/** Where the session worked, its home first. */
	readonly worked: readonly Work[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

async function read(event: Event): Promise<Facts> {
	const { input, session, context } = event;
	// What background tasks change is not blamed on calls (D47), until they are over; no other call runs on.
	const running = (input.background_tasks ?? []).flatMap(({ id }) => id ?? []);
	await attempt(async () => removeAbandonedMarks(event, running));
	await approvePendingPlan(event);
	const worked: Work[] = [];
	for (const project of await projectsWorkedIn(session, input.cwd, context)) {
		if (!project.config.enabled) continue;
		const work = await readArmedWork(project, event);
		const { state, lines } = work;
		const turn = { session, state, lines, prompt: input.prompt_id, at: context.now() };
		const completes = completedSkills(work.statuses, turn);
		const checkout = checkoutElsewhere(project.place, input.cwd, context);
		worked.push({ ...work, checkout, completes, statuses: work.statusesAfter(completes) });
	}
	// Reading the clock stores the time: not where nothing is gated.
	const now = worked.length === 0 ? 0 : context.now();
	return { worked, now };
}

interface Turn extends Work {
	/** Why: a step for each requirement that the session armed. */
	readonly trace: readonly Step[];
	readonly unmet: readonly Status[];
	/** Requirements that only warned in this turn. */
	readonly warned: readonly string[];
	readonly isOpen: boolean;
	/** The line of the journal, if the turn is kept open or its end matters here. */
	readonly ending: JournalEntry | undefined;
}

interface Outcome {
	readonly turns: readonly Turn[];
	readonly answer: HookAnswer;
	readonly isKeptOpen: boolean;
	readonly hasAgent: boolean;
}

function decide({ worked, now }: Facts, input: StopInput): Outcome {
	const { prompt_id: prompt, background_tasks: tasks = [], stop_hook_active: isAgain } = input;
	// An active agent will stop once more. `stop_hook_active` is Claude Code's own guard against loops.
	const hasAgent = tasks.some(isAgentTask);
	const mayEnd = hasAgent || isAgain === true;
	const evaluated = worked.map((work) => {
		const { place, lines, statuses, obstacle, state } = work;
		const { branch } = place;
		const isPaused = state?.paused !== undefined;
		const { unmet, trace } = evaluate(statuses, { occasion: 'turn', branch, lines, isPaused });
		const names = namesIn(unmet);
		// If nothing can be satisfied, nothing is kept open (D7).
		const mayStop = mayEnd || obstacle !== undefined || unmet.length === 0 || isIdle(lines, branch);
		const isOpen = !mayStop && !wasStopped(lines, { branch, prompt, names });
		const warned = warnedNames(lines, branch);
		const hasWork = !isPaused && trace.length > 0 && isNews(lines, branch);
		const matters = warned.length > 0 || hasWork;
		const fields = { branch, names, why: obstacle?.what, ...promptOf(input) };
		return { ...work, unmet, trace, warned, isOpen, matters, fields };
	});
	const isKeptOpen = evaluated.some(({ isOpen }) => isOpen);
	const turns = evaluated.map(({ matters, fields, ...turn }): Turn => {
		const isOver = matters && !isKeptOpen && !hasAgent;
		const ended = isOver ? { e: 'ended' as const, ...fields } : undefined;
		return { ...turn, ending: turn.isOpen ? { e: 'stopped', ...fields } : ended };
	});
	const open = turns.filter(({ isOpen }) => isOpen);
	const held = open.map(({ unmet, checkout, place: { branch } }) => {
		return { unmet, branch, now, checkout };
	});
	const answer: HookAnswer = isKeptOpen ? { decision: 'block', text: stopText(held) } : endNotice(turns, now);
	return { turns, answer, isKeptOpen, hasAgent };
}

/** What the user is shown of requirements that are unmet as the turn ends. */
function endNotice(turns: readonly Turn[], now: number): HookAnswer {
	const ended = turns.filter(({ ending }) => ending !== undefined);
	const texts = ended.flatMap(({ unmet, obstacle, lines, checkout, place: { branch } }) => {
		if (unmet.length === 0) return [];
		const text = endedText(unmet, { branch, checkout, now });
		if (obstacle === undefined) return [text];
		// The obstacle is shown once in a session.
		if (isTold(lines, obstacle.what)) return [];
		return [`${text} The turn was not kept open: ${obstacleText(obstacle)}.`];
	});
	const warned = [...new Set(ended.flatMap((turn) => turn.warned))];
	if (warned.length > 0) texts.push(`req: turn ended with ${listed(warned)} unmet, which only warn (\`req log\`)`);
	return texts.length === 0 ? undefined : { notice: texts.join('\n') };
}

/** The documents first, then memory, then the answer. */
async function apply(outcome: Outcome, event: Event): Promise<HookAnswer> {
	const { input, session, context } = event;
	const { turns, isKeptOpen, hasAgent } = outcome;
	const [home] = turns;
	let { answer } = outcome;
	logTrace(
		turns.flatMap(({ trace }) => trace),
		context,
	);
	if (home !== undefined) await register(home.place, { session, cwd: input.cwd }, context);
	// A turn that is kept open goes on, and so does a skill while an agent is active: nothing is completed then.
	const goesOn = hasAgent || isKeptOpen;
	const storable = turns.filter(({ obstacle }) => obstacle === undefined);
	const batches = storable.map(({ unstored, completes }) => {
		return goesOn ? unstored : { ...unstored, changes: [...unstored.changes, ...completes] };
	});
	const { notice } = await saveChanges(batches, context);
	if (notice !== undefined) answer = addTo(answer, { notice });
	const noteEndings = async () => {
		for (const { place, ending } of turns)
			if (ending !== undefined) await note(place, session, { entries: [ending], context });
	};
	if (!isKeptOpen) await noteEndings();
	const owed = home && (await remember(outcome, event));
	// Last: if the answer comes too late, Claude Code ignores it, and the turn was not kept open.
	if (isKeptOpen) await noteEndings();
	if (owed !== undefined) answer = addTo(answer, owed);
	const places = turns.map(({ place }) => place);
	const what = 'a changed config could not be shown';
	const failing = { place: startOf(input.cwd, context), what, context };
	const news = await recordOnFailure(async () => configNews(places, context), failing);
	return news?.length ? addTo(answer, { notice: news.join('\n') }) : answer;
}

/**
 * Notes what the turn did, whether it ends or not.
 *
 * @returns what the user is shown if the session has not said yet what it understood of what it inherited
 */
async function remember({ turns, isKeptOpen, hasAgent }: Outcome, event: Event): Promise<HookAnswer> {
	const { input, session, context } = event;
	return withMemory(input.cwd, context, async (project) => {
		const { place } = project;
		const completes = hasAgent ? [] : turns.flatMap((turn) => turn.completes);
		await captureTurn(event, project, isKeptOpen ? undefined : completes);
		// A fork's transcript, written by now, names the session it was made of (D12).
		if (turns.some(({ lines }) => isFork(lines)))
			await linkFork({ place, session, transcript: input.transcript_path }, context);
		const own = turns.find((turn) => turn.place.stateDir === place.stateDir);
		if (own === undefined || isKeptOpen || hasAgent) return undefined;
		return noteUnacknowledged(place, session, { lines: own.lines, context });
	});
}
