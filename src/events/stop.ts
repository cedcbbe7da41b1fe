import { captureHeld, captureTurn } from '../app/continuity/capture-progress.ts';
import { foldSession, noteUnacknowledged } from '../app/continuity/fold-session.ts';
import { linkFork } from '../app/continuity/records.ts';
import { orNothing, withMemory } from '../app/faults.ts';
import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { register } from '../app/register-session.ts';
import { configNews } from '../config/config-news.ts';
import {
	isFork,
	isIdle,
	isNews,
	isTold,
	type JournalEntry,
	warnedNames,
	wasStopped,
} from '../core/journal/line.ts';
import { listed } from '../core/text/phrases.ts';
import { endedText, logTrace, stopText } from '../gate/gate-text.ts';
import { completedSkills } from '../gate/satisfy.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { evaluate, type Step } from '../gate/verdict.ts';
import { forgetRunning } from '../git/call-marks.ts';
import type { Place } from '../git/place.ts';
import { addTo, type HookAnswer, isAgentTask, StopInput } from '../host/messages.ts';
import type { BranchChange } from '../state/changes.ts';
import { attempt } from '../store/errors.ts';
import { obstacleText } from '../store/obstacle.ts';
import { approvePendingPlan } from './approved-plan.ts';
import { type ArmedWork, readArmedWork } from './armed-work.ts';
import type { Batch } from './carry-over.ts';
import type { Hook } from './hook.ts';
import { checkoutElsewhere, type HookEvent, sessionOf, startOf } from './projects.ts';
import { saveChanges } from './stored-state.ts';
import { projectsWorkedIn } from './worked-projects.ts';

type Event = HookEvent<StopInput>;

export const hook: Hook<StopInput> = {
	event: 'Stop',
	about: 'Keeps a turn open while a requirement of its work is unmet; records what the turn did.',
	identity: ['prompt_id', 'stop_hook_active', 'last_assistant_message', 'background_tasks'],
	input: StopInput,
	answer: stop,
};

/**
 * The turn ends: stores what the journal adds to the branch state, then keeps the turn open while requirements that this
 * session armed are unmet, at most once per prompt and set of them (D32, D39).
 */
async function stop(input: StopInput, ports: Ports): Promise<HookAnswer> {
	if (input.agent_id !== undefined) return undefined;
	const event = { input, session: sessionOf(input, ports), ports };
	const facts = await read(event);
	return apply(decide(facts, input), event);
}

/** The end of the turn in one project. */
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
	const { input, session, ports } = event;
	// What background tasks change is not blamed on calls (D47), until they are over; no other call runs on.
	const running = (input.background_tasks ?? []).flatMap(({ id }) => id ?? []);
	const calls = { session: session.uuid, context: ports.context };
	await attempt(async () => forgetRunning(calls, running));
	await approvePendingPlan(event);
	const worked: Work[] = [];
	for (const project of await projectsWorkedIn(session, input.cwd, ports)) {
		if (!project.config.enabled) continue;
		const work = await readArmedWork(project, event);
		const { state, lines } = work;
		const turn = { session, state, lines, prompt: input.prompt_id, at: ports.now() };
		const completes = completedSkills(work.statusesAfter([]), turn);
		const checkout = checkoutElsewhere(project.place, input.cwd, ports);
		worked.push({ ...work, checkout, completes, statuses: work.statusesAfter(completes) });
	}
	// Asking the time leaves a file of the clock: not where nothing is gated.
	const now = worked.length === 0 ? 0 : ports.now();
	return { worked, now };
}

/** The turn goes on in a project, or its end matters there: a line says so. */
interface Ending {
	readonly place: Place;
	readonly entry: JournalEntry;
}

interface Outcome {
	readonly worked: readonly Work[];
	/** Why: a step for each requirement that the session armed. */
	readonly trace: readonly Step[];
	readonly batches: readonly Batch[];
	readonly answer: HookAnswer;
	readonly isKeptOpen: boolean;
	readonly endings: readonly Ending[];
	/** What the end of the turn completes; a skill goes on while an agent is active. */
	readonly completes: readonly BranchChange[];
	readonly hasAgent: boolean;
}

function decide({ worked, now }: Facts, input: StopInput): Outcome {
	// An active agent will stop once more. `stop_hook_active` is Claude Code's own guard against loops.
	const hasAgent = (input.background_tasks ?? []).some(isAgentTask);
	const mayEnd = hasAgent || input.stop_hook_active === true;
	const turns = worked.map((work) => {
		const { place, lines, statuses, obstacle } = work;
		const { branch } = place;
		const isPaused = work.state?.paused !== undefined;
		const { unmet, trace } = evaluate(statuses, { occasion: 'turn', branch, lines, isPaused });
		const names = namesIn(unmet);
		// If nothing can be satisfied, nothing is kept open (D7).
		const mayStop = mayEnd || obstacle !== undefined || unmet.length === 0 || isIdle(lines, branch);
		const isOpen = !mayStop && !wasStopped(lines, { branch, prompt: input.prompt_id, names });
		const warned = warnedNames(lines, branch);
		const hasWork = !isPaused && trace.length > 0 && isNews(lines, branch);
		const matters = warned.length > 0 || hasWork;
		const fields = { branch, names, why: obstacle?.what, ...promptOf(input) };
		return { ...work, unmet, trace, warned, isOpen, matters, fields };
	});
	const open = turns.filter(({ isOpen }) => isOpen);
	// A turn that is kept open goes on, and so does a skill while an agent is active: nothing is completed then.
	const goesOn = hasAgent || open.length > 0;
	const ended = goesOn ? [] : turns.filter(({ matters }) => matters);
	const texts = ended.flatMap(({ unmet, obstacle, lines }) => {
		if (unmet.length === 0) return [];
		if (obstacle === undefined) return [endedText(unmet, now)];
		// The obstacle is shown once in a session.
		if (isTold(lines, obstacle.what)) return [];
		return [`${endedText(unmet, now)} The turn was not kept open: ${obstacleText(obstacle)}.`];
	});
	const warned = [...new Set(ended.flatMap((turn) => turn.warned))];
	if (warned.length > 0)
		texts.push(`req: turn ended with ${listed(warned)} unmet, which only warn (\`req log\`)`);
	const notice = texts.length === 0 ? undefined : { notice: texts.join('\n') };
	const held = open.map(({ unmet, checkout, place: { branch } }) => {
		return { unmet, branch, now, checkout };
	});
	const storable = turns.filter(({ obstacle }) => obstacle === undefined);
	return {
		worked,
		trace: turns.flatMap(({ trace }) => trace),
		batches: storable.map(({ folds, completes }) =>
			goesOn ? folds : { ...folds, changes: [...folds.changes, ...completes] },
		),
		answer: open.length > 0 ? { decision: 'block', text: stopText(held) } : notice,
		isKeptOpen: open.length > 0,
		endings: [...open, ...ended].map(({ place, isOpen, fields }) => {
			return { place, entry: { e: isOpen ? 'stopped' : 'ended', ...fields } };
		}),
		completes: hasAgent ? [] : turns.flatMap(({ completes }) => completes),
		hasAgent,
	};
}

/** The documents first, then memory, then the answer. */
async function apply(outcome: Outcome, event: Event): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const { worked, batches, isKeptOpen, endings } = outcome;
	const [home] = worked;
	let { answer } = outcome;
	if (home !== undefined) {
		logTrace(outcome.trace, ports.context);
		await register(home.place, { session, cwd: input.cwd }, ports);
		for (const { place, settled } of worked)
			await note(place, session, { entries: settled, ports });
		const { notice } = await saveChanges(batches, ports);
		if (notice !== undefined) answer = addTo({ ...answer, notice }, { notice: answer?.notice });
		const noteEndings = async () => {
			for (const { place, entry } of endings)
				await note(place, session, { entries: [entry], ports });
		};
		if (!isKeptOpen) await noteEndings();
		const owed = await remember(outcome, event);
		// Last: what is not answered in time is not noted as kept open either.
		if (isKeptOpen) await noteEndings();
		if (owed !== undefined) answer = addTo(answer, owed);
	}
	const news = await orNothing(
		async () =>
			configNews(
				worked.map(({ place }) => place),
				ports.context,
			),
		{ place: startOf(input.cwd, ports), what: 'a changed config could not be shown', ports },
	);
	return news === undefined || news.length === 0
		? answer
		: addTo(answer, { notice: news.join('\n') });
}

/**
 * What the turn did goes into the session's record, whether it ends or not.
 *
 * @returns what the user is shown if the session has not said yet what it understood of what it inherited
 */
async function remember(
	{ worked, isKeptOpen, completes, hasAgent }: Outcome,
	event: Event,
): Promise<HookAnswer> {
	const { input, session, ports } = event;
	return withMemory(input.cwd, ports, async (project) => {
		const { place } = project;
		if (isKeptOpen) await captureHeld(event, project);
		else await captureTurn(event, project, completes);
		// A fork's transcript, written by now, tells whom it was made of (D12).
		if (worked.some(({ lines }) => isFork(lines)))
			await linkFork({ place, session, transcript: input.transcript_path }, ports);
		const said = (await foldSession(project, session, ports))?.comprehension;
		const owesWord = said?.required === true && !said.present && said.warning === null;
		if (!owesWord || isKeptOpen || hasAgent) return undefined;
		return noteUnacknowledged(project, session, ports);
	});
}
