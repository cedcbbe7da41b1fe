import { captureHeld, captureTurn } from '../app/continuity/capture-progress.ts';
import { foldSession, noteUnacknowledged } from '../app/continuity/fold-session.ts';
import { linkFork } from '../app/continuity/records.ts';
import { orNothing, withMemory } from '../app/faults.ts';
import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { register } from '../app/register-session.ts';
import { configNews } from '../config/config-news.ts';
import { seenConfigs } from '../config/seen-configs.ts';
import { isFork, isIdle, isNews, isTold, wasStopped } from '../core/journal/line.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import type { Batch } from '../gate/carry.ts';
import { endedText, stopText } from '../gate/gate-text.ts';
import { completedSkills } from '../gate/satisfying.ts';
import { namesIn, type Status } from '../gate/status.ts';
import { stateAfter } from '../gate/statuses.ts';
import { holdsStop } from '../gate/verdict.ts';
import { forgetRunning } from '../git/call-marks.ts';
import { placeAt } from '../git/find-place.ts';
import {
	alsoNotify,
	alsoTell,
	block,
	type DesktopNotice,
	type HookAnswer,
	type HookOutput,
	StopInput,
} from '../host/hook-messages.ts';
import type { BranchChange } from '../state/changes.ts';
import { attempt } from '../store/errors.ts';
import { obstacleText } from '../store/obstacle.ts';
import {
	type ArmedWork,
	readArmedWork,
	shownStatuses,
	stateNow,
	statusesBy,
} from './armed-work.ts';
import type { Hook } from './hook.ts';
import { distinctPlaces, type HookEvent, type Project, sessionOf, startOf } from './projects.ts';
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
 * The turn ends: folds the journal into the branch state, then holds the stop while requirements this
 * session armed are unmet, at most once per prompt and set of them (D32, D39).
 */
async function stop(input: StopInput, ports: Ports): Promise<HookAnswer> {
	if (input.agent_id !== undefined) return undefined;
	const event = { input, session: sessionOf(input, ports), ports };
	await forgetCalls(event);
	const facts = await read(event);
	const answer = facts === undefined ? undefined : await apply(decide(facts), facts);
	return withConfigNews(answer, facts?.worked ?? [], event);
}

/** The user is told once how a config changed. */
async function withConfigNews(
	answer: HookAnswer,
	worked: readonly Project[],
	{ input, ports }: Event,
): Promise<HookAnswer> {
	const { context } = ports;
	const work = async () => {
		const seen = seenConfigs(context).flatMap(({ root }) => {
			const place = placeAt(root, context);
			return place.root === root ? [place] : [];
		});
		return configNews(distinctPlaces([...seen, ...worked.map(({ place }) => place)]), context);
	};
	const place = startOf(input.cwd, ports);
	const news = await orNothing(work, { place, what: 'a changed config could not be told', ports });
	return news === undefined || news.length === 0 ? answer : alsoTell(answer, news.join('\n'));
}

/** What background tasks change is not blamed on calls (D47), until they are over; no other call runs on. */
async function forgetCalls({ input, session, ports }: Event): Promise<void> {
	const tasks = input.background_tasks ?? [];
	const running = tasks.flatMap(({ id }) => (id === undefined ? [] : [id]));
	const calls = { session: session.uuid, context: ports.context };
	await attempt(async () => forgetRunning(calls, running));
}

/** What the end of a turn meets. */
interface Facts {
	readonly event: Event;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Where the session worked, its home first. */
	readonly worked: readonly [ArmedWork, ...ArmedWork[]];
}

async function read(event: Event): Promise<Facts | undefined> {
	const { input, session, ports } = event;
	const all = await projectsWorkedIn(session, input.cwd, ports);
	const [found, ...others] = all.filter(({ config }) => config.enabled);
	if (found === undefined) return undefined;
	const worked: [ArmedWork, ...ArmedWork[]] = [await readArmedWork(found, event)];
	for (const project of others) worked.push(await readArmedWork(project, event));
	return { event, now: ports.now(), worked };
}

/** How the turn stands in one project. */
interface Turn extends ArmedWork {
	/** What the end of the turn completes (D39). */
	readonly completes: readonly BranchChange[];
	/** Statuses as they are when the turn ends. */
	readonly statuses: readonly Status[];
}

/** What is written, and what is said. */
interface Outcome {
	readonly turns: readonly Turn[];
	readonly batches: readonly Batch[];
	/** The turn goes on where one of these can be held. */
	readonly holding: readonly Turn[];
	/** Where it matters how the turn ended. */
	readonly ended: readonly Turn[];
	/** What the end of the turn completes; a skill goes on while an agent works. */
	readonly completes: readonly BranchChange[];
}

function decide({ event, now, worked }: Facts): Outcome {
	const { input } = event;
	const turns = worked.map((one) => turnOf(one, event, now));
	const holding = mayEnd(input) ? [] : turns.filter((turn) => isHeld(turn, input));
	// A held turn goes on, and so does a skill while an agent works: nothing is completed then.
	const goesOn = holding.length > 0 || isAgentAtWork(input);
	const batches = turns.flatMap(({ place, folds, completes, carried, obstacle }): Batch[] => {
		if (obstacle !== undefined) return [];
		const changes = goesOn ? folds : [...folds, ...completes];
		return [{ place, changes, leaving: carried?.leaving }];
	});
	const completes = isAgentAtWork(input) ? [] : turns.flatMap((turn) => turn.completes);
	return { turns, batches, holding, ended: goesOn ? [] : turns.filter(isNewsOf), completes };
}

function turnOf(worked: ArmedWork, { input, session }: Event, now: number): Turn {
	const { place, lines } = worked;
	const state = stateNow(worked, now);
	const turn = { session, state, lines, prompt: input.prompt_id, at: now };
	const completes = completedSkills(statusesBy(state, worked, { session, now }), turn);
	const ended = stateAfter(state, { place, changes: completes }, now);
	return { ...worked, completes, statuses: shownStatuses(ended, worked, { session, now }) };
}

/** If nothing can be satisfied, nothing is held (D7). */
function isHeld({ place, lines, statuses, obstacle }: Turn, input: StopInput): boolean {
	if (obstacle !== undefined) return false;
	const names = namesIn(statuses.filter(holdsStop));
	const held = { branch: place.branch, prompt: input.prompt_id, names };
	return names.length > 0 && !isIdle(lines, place.branch) && !wasStopped(lines, held);
}

/** Whether it matters how the turn ended there. */
function isNewsOf({ place, lines, statuses }: Turn): boolean {
	const isWork = statuses.some(({ triggered }) => triggered);
	return isWork && isNews(lines, place.branch);
}

/** The host's own guard against loops; an agent at work will stop once more. */
function mayEnd(input: StopInput): boolean {
	return input.stop_hook_active === true || isAgentAtWork(input);
}

function isAgentAtWork({ background_tasks }: StopInput): boolean {
	return (background_tasks ?? []).some(({ type }) => type?.includes('agent'));
}

/** The documents first, then what is remembered, then the answer. */
async function apply(outcome: Outcome, { event, worked }: Facts): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const { batches, holding, ended } = outcome;
	const [home] = worked;
	await register(home.place, { session, cwd: input.cwd }, ports);
	const { notice } = await saveChanges(batches, ports);
	const missed = await remember(outcome, event);
	if (holding.length > 0) return hold(holding, event);
	const ending = tellEnded(ended, notice);
	return missed === undefined ? ending : alsoNotify(ending, missed);
}

/**
 * A turn that ends is noted wherever it worked, at home in one append with what it said; what it did so far goes into
 * the session's record either way.
 *
 * @returns what the user is told where the session still owes a word on what it inherited
 */
async function remember(
	{ turns, holding, ended, completes }: Outcome,
	event: Event,
): Promise<DesktopNotice | undefined> {
	const { input, session, ports } = event;
	const isHeldBack = holding.length > 0;
	const unnoted = new Set(ended);
	const missed = await withMemory(input.cwd, ports, async (project) => {
		const home = ended.filter(({ place }) => place.stateDir === project.place.stateDir).slice(0, 1);
		const entries = home.map((turn) => turnEntry('ended', turn, event));
		for (const turn of home) unnoted.delete(turn);
		if (isHeldBack) await captureHeld(event, project);
		else await captureTurn(event, project, { completes, entries });
		if (turns.some(({ lines }) => isFork(lines))) await linkToParent(event, project);
		const record = await foldSession(project, session, ports);
		const owesWord = !isHeldBack && !isAgentAtWork(input) && isUnacknowledged(record);
		if (!owesWord) return undefined;
		return noteUnacknowledged(project, session, ports);
	});
	for (const turn of unnoted) await noteTurn('ended', turn, event);
	return missed;
}

/** Required, not said, and the user was not told of it yet. */
function isUnacknowledged(record: SessionRecord | undefined): boolean {
	const said = record?.comprehension;
	return said?.required === true && !said.present && said.warning === null;
}

/** A fork's transcript, written by now, tells whom it was made of (D12). */
async function linkToParent({ input, session, ports }: Event, { place }: Project): Promise<void> {
	await linkFork({ place, session, transcript: input.transcript_path }, ports);
}

/** One answer for all projects; each remembers what it held. */
async function hold(turns: readonly Turn[], event: Event): Promise<HookOutput> {
	for (const turn of turns) await noteTurn('stopped', turn, event);
	const texts = turns.map(({ place, statuses }) =>
		stopText(statuses.filter(holdsStop), place.branch),
	);
	return block(texts.join('\n\n'));
}

async function noteTurn(e: 'stopped' | 'ended', turn: Turn, event: Event): Promise<void> {
	const { session, ports } = event;
	await note(turn.place, session, { entries: [turnEntry(e, turn, event)], ports });
}

function turnEntry<E extends 'stopped' | 'ended'>(e: E, turn: Turn, { input }: Event) {
	const names = namesIn(turn.statuses.filter(holdsStop));
	const why = turn.obstacle === undefined ? {} : { why: turn.obstacle.what };
	return { e, branch: turn.place.branch, names, ...why, ...promptOf(input) };
}

/** The user hears what is still unmet, project by project. */
function tellEnded(ended: readonly Turn[], notice: HookAnswer): HookAnswer {
	const texts = ended.flatMap(({ statuses, obstacle, lines }) => {
		const unmet = statuses.filter(holdsStop);
		if (unmet.length === 0) return [];
		if (obstacle === undefined) return [endedText(unmet)];
		// The obstacle is shown once in a session.
		if (isTold(lines, obstacle.what)) return [];
		return [`${endedText(unmet)} The turn was not kept open: ${obstacleText(obstacle)}.`];
	});
	return texts.length === 0 ? notice : alsoTell(notice, texts.join('\n'));
}
