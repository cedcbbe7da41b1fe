import { captureHeld, captureTurn } from '../app/continuity/capture-progress.ts';
import { foldSession, noteUnacknowledged } from '../app/continuity/fold-session.ts';
import { linkFork } from '../app/continuity/records.ts';
import { orNothing, withMemory } from '../app/faults.ts';
import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { register } from '../app/register-session.ts';
import { configNews } from '../config/config-news.ts';
import { seenConfigs } from '../config/seen-configs.ts';
import { isFork, isIdle, isNews, isTold, warnedNames, wasStopped } from '../core/journal/line.ts';
import { listed } from '../core/text/phrases.ts';
import type { Batch } from '../gate/carry.ts';
import { endedText, logTrace, stopText } from '../gate/gate-text.ts';
import { completedSkills } from '../gate/satisfy.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { stateAfter } from '../gate/statuses.ts';
import { evaluate, type Step } from '../gate/verdict.ts';
import { forgetRunning } from '../git/call-marks.ts';
import { placeAt } from '../git/find-place.ts';
import { addTo, type HookAnswer, isAgentTask, StopInput } from '../host/hook-messages.ts';
import type { BranchChange } from '../state/changes.ts';
import { attempt } from '../store/errors.ts';
import { obstacleText } from '../store/obstacle.ts';
import { approvePendingPlan } from './approved-plan.ts';
import { type ArmedWork, readArmedWork } from './armed-work.ts';
import type { Hook } from './hook.ts';
import { distinctPlaces, type HookEvent, sessionOf, startOf } from './projects.ts';
import { saveChanges } from './stored-state.ts';
import { projectsWorkedIn } from './worked-projects.ts';

type Event = HookEvent<StopInput>;

export const hook: Hook<StopInput> = {
	event: 'Stop',
	about: 'Holds the end of a turn whose work is not satisfied; keeps what the turn did.',
	identity: ['prompt_id', 'stop_hook_active', 'last_assistant_message', 'background_tasks'],
	input: StopInput,
	answer: stop,
};

/**
 * The turn ends: folds the journal into the branch state, then keeps the turn open while requirements that this session
 * armed are unmet, at most once per prompt and set of them (D32, D39).
 */
async function stop(input: StopInput, ports: Ports): Promise<HookAnswer> {
	if (input.agent_id !== undefined) return undefined;
	const event = { input, session: sessionOf(input, ports), ports };
	const worked = await read(event);
	const [home] = worked;
	const answer =
		home === undefined ? undefined : await apply(decide(worked, event), { home, event });
	const news = await changedConfigs(worked, event);
	return news === undefined || news.length === 0
		? answer
		: addTo(answer, { notice: news.join('\n') });
}

/** Where the session worked, its home first. */
async function read(event: Event): Promise<readonly ArmedWork[]> {
	const { input, session, ports } = event;
	// What background tasks change is not blamed on calls (D47), until they are over; no other call runs on.
	const running = (input.background_tasks ?? []).flatMap(({ id }) => (id === undefined ? [] : id));
	const calls = { session: session.uuid, context: ports.context };
	await attempt(async () => forgetRunning(calls, running));
	await approvePendingPlan(event);
	const worked: ArmedWork[] = [];
	for (const project of await projectsWorkedIn(session, input.cwd, ports))
		if (project.config.enabled) worked.push(await readArmedWork(project, event));
	return worked;
}

/** The end of the turn in one project. */
interface Turn extends ArmedWork {
	/** What the end of the turn completes (D39). */
	readonly completes: readonly BranchChange[];
	/** Requirements that keep the turn open as it ends; none while the gates are paused. */
	readonly unmet: readonly Status[];
	/** Why: a step for each requirement that the session armed. */
	readonly trace: readonly Step[];
	/** Requirements that only warned during the turn. */
	readonly warned: readonly string[];
	/** It matters how the turn ends there: the session did work. */
	readonly isNews: boolean;
}

/** What is written, and what is shown. */
interface Outcome {
	readonly turns: readonly Turn[];
	readonly batches: readonly Batch[];
	/** The turn goes on because of these. */
	readonly holding: readonly Turn[];
	/** Where the end of the turn is noted. */
	readonly ended: readonly Turn[];
	/** What the end of the turn completes; a skill goes on while an agent is active. */
	readonly completes: readonly BranchChange[];
	readonly hasAgent: boolean;
}

function decide(worked: readonly ArmedWork[], { input, session, ports }: Event): Outcome {
	const now = ports.now();
	const turns = worked.map((one): Turn => {
		const { place, lines, state } = one;
		const turn = { session, state, lines, prompt: input.prompt_id, at: now };
		const completes = completedSkills(one.statusesBy(state), turn);
		const ended = stateAfter(state, { place, changes: completes }, now);
		const isPaused = ended?.paused !== undefined;
		const { branch } = place;
		const occasion = { ends: 'turn' as const };
		const { unmet, trace } = evaluate(one.statusesBy(ended), { occasion, branch, lines, isPaused });
		const hasWork = !isPaused && trace.length > 0;
		const warned = warnedNames(lines, branch);
		const matters = warned.length > 0 || (hasWork && isNews(lines, branch));
		return { ...one, completes, unmet, trace, warned, isNews: matters };
	});
	// An active agent will stop once more. `stop_hook_active` is Claude Code's own guard against loops.
	const hasAgent = (input.background_tasks ?? []).some(isAgentTask);
	const mayEnd = hasAgent || input.stop_hook_active === true;
	const holding = turns.filter(({ place, lines, unmet, obstacle }) => {
		// If nothing can be satisfied, nothing is kept open (D7).
		if (mayEnd || obstacle !== undefined || unmet.length === 0) return false;
		const held = { branch: place.branch, prompt: input.prompt_id, names: namesIn(unmet) };
		return !isIdle(lines, place.branch) && !wasStopped(lines, held);
	});
	// A turn that is kept open goes on, and so does a skill while an agent is active: nothing is completed then.
	const goesOn = hasAgent || holding.length > 0;
	const storable = turns.filter(({ obstacle }) => obstacle === undefined);
	return {
		turns,
		batches: storable.map(({ folds, completes }) =>
			goesOn ? folds : { ...folds, changes: [...folds.changes, ...completes] },
		),
		holding,
		ended: goesOn ? [] : turns.filter(({ isNews: matters }) => matters),
		completes: hasAgent ? [] : turns.flatMap(({ completes }) => completes),
		hasAgent,
	};
}

interface Where {
	readonly home: ArmedWork;
	readonly event: Event;
}

/** The documents first, then memory, then the answer. */
async function apply(outcome: Outcome, { home, event }: Where): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const { turns, batches, holding, ended } = outcome;
	for (const { trace } of turns) logTrace(trace, ports.context);
	await register(home.place, { session, cwd: input.cwd }, ports);
	const { notice } = await saveChanges(batches, ports);
	const missed = await remember(outcome, event);
	for (const turn of holding)
		await note(turn.place, session, { entries: [turnEntry('stopped', turn, input)], ports });
	const now = ports.now();
	const start = startOf(input.cwd, ports);
	if (holding.length > 0)
		return {
			decision: 'block',
			text: stopText(
				holding.map(({ unmet, place: { branch, root } }) => {
					return { unmet, branch, now, checkout: root === start.root ? undefined : root };
				}),
			),
		};
	const texts = ended.flatMap(({ unmet, obstacle, lines }) => {
		if (unmet.length === 0) return [];
		if (obstacle === undefined) return [endedText(unmet, now)];
		// The obstacle is shown once in a session.
		if (isTold(lines, obstacle.what)) return [];
		return [`${endedText(unmet, now)} The turn was not kept open: ${obstacleText(obstacle)}.`];
	});
	const warned = [...new Set(ended.flatMap((turn) => turn.warned))];
	if (warned.length > 0)
		texts.push(`req: this turn went on without ${listed(warned)} (only warned; \`req log\`)`);
	if (notice !== undefined) texts.unshift(notice);
	const ending = texts.length === 0 ? undefined : { notice: texts.join('\n') };
	return missed === undefined ? ending : addTo(ending, missed);
}

function turnEntry<E extends 'stopped' | 'ended'>(e: E, turn: Turn, input: StopInput) {
	const { place, unmet, obstacle } = turn;
	const why = obstacle === undefined ? {} : { why: obstacle.what };
	return { e, branch: place.branch, names: namesIn(unmet), ...why, ...promptOf(input) };
}

/**
 * A turn that ends is noted wherever it worked, at home in one append with what it said; what it did so far goes into
 * the session's record either way.
 *
 * @returns what the user is shown if the session has not said yet what it understood of what it inherited
 */
async function remember(
	{ turns, holding, ended, completes, hasAgent }: Outcome,
	event: Event,
): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const unnoted = new Set(ended);
	const missed = await withMemory(input.cwd, ports, async (project) => {
		const { place } = project;
		const home = ended.find((turn) => turn.place.stateDir === place.stateDir);
		const entries = home === undefined ? [] : [turnEntry('ended', home, input)];
		if (home !== undefined) unnoted.delete(home);
		if (holding.length > 0) await captureHeld(event, project);
		else await captureTurn(event, project, { completes, entries });
		// A fork's transcript, written by now, tells whom it was made of (D12).
		if (turns.some(({ lines }) => isFork(lines)))
			await linkFork({ place, session, transcript: input.transcript_path }, ports);
		const said = (await foldSession(project, session, ports))?.comprehension;
		const owesWord = said?.required === true && !said.present && said.warning === null;
		if (!owesWord || holding.length > 0 || hasAgent) return undefined;
		return noteUnacknowledged(project, session, ports);
	});
	for (const turn of unnoted)
		await note(turn.place, session, { entries: [turnEntry('ended', turn, input)], ports });
	return missed;
}

/** How configs changed, each change once. */
async function changedConfigs(
	worked: readonly ArmedWork[],
	{ input, ports }: Event,
): Promise<readonly string[] | undefined> {
	const { context } = ports;
	const work = async () => {
		const seen = seenConfigs(context).flatMap(({ root }) => {
			const place = placeAt(root, context);
			return place.root === root ? [place] : [];
		});
		return configNews(distinctPlaces([...seen, ...worked.map(({ place }) => place)]), context);
	};
	const place = startOf(input.cwd, ports);
	return orNothing(work, { place, what: 'a changed config could not be shown', ports });
}
