import type { BranchChange } from '../../core/branch-state/change.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { unreadFaults } from '../../core/fault/fault.ts';
import { endedText, stopText } from '../../core/gate/gate-text.ts';
import { withUncounted } from '../../core/gate/uncounted.ts';
import { holdsStop } from '../../core/gate/verdict.ts';
import { uncheckedInTurnText } from '../../core/guard/unchecked-text.ts';
import { isIdle, isNews, uncheckedInTurn, wasStopped } from '../../core/journal/ledger.ts';
import type { LineOf } from '../../core/journal/line.ts';
import { foldTriggers } from '../../core/journal/triggers.ts';
import type { DesktopNotice } from '../../core/protocol/desktop-notice.ts';
import type { StopInput } from '../../core/protocol/hook-input.ts';
import { alsoTell, block, type HookOutput, notify } from '../../core/protocol/hook-output.ts';
import { completedSkills } from '../../core/requirement/completed-skills.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { carryIfMissing } from '../carry-if-missing.ts';
import { carryOverFork, isFork } from '../carrying.ts';
import { orNothing, withMemory } from '../continuity/with-memory.ts';
import { takeUnreadFaults } from '../faults.ts';
import { journalOf, note, promptOf } from '../journaling.ts';
import { obstacleAt, standingsOf, stateAfter, untrustedNews, withMeasure } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { readRegistry, register } from '../registering.ts';
import { type Batch, saveChanges } from '../saving.ts';
import { type HookEvent, type Scene, sessionOf } from '../scene.ts';
import { readState } from '../state-reading.ts';
import { type Workplace, workplacesOf } from '../workplaces.ts';

type Event = HookEvent<StopInput>;

/**
 * The turn ends: folds the journal into the branch state, then holds the stop while requirements this
 * session armed are unmet, at most once per prompt and set of them (D32, D39).
 */
export async function stop(input: StopInput, ports: Ports): Promise<HookOutput | undefined> {
	if (input.agent_id !== undefined) return undefined;
	const session = sessionOf(input, ports);
	const event = { input, session, ports };
	const all = await workplacesOf(session, input.cwd, ports);
	const [found, ...others] = all.filter(({ config }) => config.enabled);
	if (found === undefined) return undefined;
	const home = await withOpenCalls(found, event);
	const registry = await readRegistry(home.place, ports);
	await register(home.place, { session, cwd: input.cwd }, { registry, drop: [], ports });
	const turns: Turn[] = [];
	for (const workplace of [home, ...others]) turns.push(await turnAt(workplace, event));
	const holding = mayEnd(input) ? [] : turns.filter(isHeld(event));
	const { notice } = await saveChanges(turns.flatMap(savingsOf(holding.length > 0, event)), ports);
	const isEnd = holding.length === 0 && !isAgentAtWork(input);
	const ended = isEnd ? turns.filter(isNewsOf) : [];
	const missed = await remember(turns, { isHeldBack: holding.length > 0, ended, event });
	if (holding.length > 0) return withNews(await hold(holding, event), turns);
	const ending = withNews(tellEnded(ended, notice), turns);
	const told = await withHandRun(ending, home, ports);
	if (missed === undefined) return told;
	const { alsoNotify } = await import('../../core/protocol/desktop-notice.ts');
	return alsoNotify(told, missed);
}

/** Calls that the guard let go on unjudged, and of which no other hook has heard. */
async function withOpenCalls(home: Workplace, { session, ports }: Event): Promise<Workplace> {
	const take = async () => (await ports.receipts()).takeOpen(session.uuid);
	const what = 'calls that ran unchecked could not be told';
	const tools = (await orNothing(take, { place: home.place, what, ports })) ?? [];
	if (tools.length === 0) return home;
	const { branch } = home.place;
	const entries = tools.map((tool) => ({ e: 'unchecked' as const, branch, names: [], tool }));
	await note(home.place, session, { entries, ports });
	return { ...home, lines: await journalOf(home.place, session, ports) };
}

/** What the user has to know beyond what is unmet. */
function withNews(output: HookOutput | undefined, turns: readonly Turn[]): HookOutput | undefined {
	const unchecked = turns.flatMap(({ unchecked }) => unchecked.map(({ tool }) => tool));
	const ran = unchecked.length === 0 ? [] : [uncheckedInTurnText(unchecked)];
	const news = [...turns.flatMap((turn) => turn.news ?? []), ...ran];
	return news.length === 0 ? output : alsoTell(output, news.join('\n'));
}

/** The user hears at the end of the turn that somebody started a hook by hand. */
async function withHandRun(
	told: HookOutput | undefined,
	{ place }: Workplace,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const unread = unreadFaults(await ports.faults.read(place));
	const byHand = unread.filter(({ code }) => code === 'by_hand');
	if (byHand.length === 0) return told;
	await takeUnreadFaults(place, ports);
	const { faultNotices } = await import('../../core/inject/notices.ts');
	const others = unread.filter(({ code }) => code !== 'by_hand');
	const texts = faultNotices([...others, ...byHand]).map((text) => `req: ${text}`);
	return alsoTell(told, texts.join('\n'));
}

/** Whether it matters how the turn ended there. */
function isNewsOf({ place, lines, standings, unchecked }: Turn): boolean {
	const isWork = unchecked.length > 0 || standings.some(({ triggered }) => triggered);
	return isWork && isNews(lines, place.branch);
}

/** The user hears what is still unmet, project by project. */
function tellEnded(ended: readonly Turn[], notice: HookOutput | undefined): HookOutput | undefined {
	const texts = ended
		.map(({ standings }) => standings.filter(holdsStop))
		.filter(({ length }) => length > 0)
		.map(endedText);
	return texts.length === 0 ? notice : alsoTell(notice, texts.join('\n'));
}

/**
 * A turn that ends is noted wherever it worked, at home in one append with what it said; what it did so far goes into
 * the session's record either way.
 *
 * @returns what the user is told where the session still owes a word on what it inherited
 */
async function remember(
	turns: readonly Turn[],
	{ isHeldBack, ended, event }: { isHeldBack: boolean; ended: readonly Turn[]; event: Event },
): Promise<DesktopNotice | undefined> {
	const { input, session, ports } = event;
	const unnoted = new Set(ended);
	const missed = await withMemory(input.cwd, ports, async (scene) => {
		const { captureTurn } = await import('../continuity/capture-progress.ts');
		const { foldTurn } = await import('../continuity/fold-session.ts');
		const completes = isAgentAtWork(input) ? [] : turns.flatMap((turn) => turn.completes);
		const home = ended.filter(({ place }) => place.stateDir === scene.place.stateDir).slice(0, 1);
		const entries = home.map((turn) => turnEntry('ended', turn, event));
		for (const turn of home) unnoted.delete(turn);
		if (!isHeldBack) await captureTurn(event, scene, { completes, entries });
		if (turns.some(({ lines }) => isFork(lines))) await linkToParent(event, scene);
		const record = await foldTurn(scene, session, ports);
		const owesWord = !isHeldBack && !isAgentAtWork(input) && isUnacknowledged(record);
		if (!owesWord) return undefined;
		const { noteUnacknowledged } = await import('../continuity/fold-session.ts');
		return noteUnacknowledged(scene, session, ports);
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
async function linkToParent({ input, session, ports }: Event, { place }: Scene): Promise<void> {
	const { linkFork } = await import('../continuity/session-links.ts');
	await linkFork({ place, session, transcript: input.transcript_path }, ports);
}

/** How the turn stands in one project. */
interface Turn extends Workplace {
	readonly isNewer: boolean;
	/** For the user, once: another program wrote the state. */
	readonly news: string | undefined;
	/** What the journal and other branches add to the state, whether the turn ends or not. */
	readonly folds: readonly BranchChange[];
	/** What leaves other branches for this one. */
	readonly leaving: readonly Batch[];
	/** What the end of the turn completes (D39). */
	readonly completes: readonly BranchChange[];
	/** Standings as they are when the turn ends. */
	readonly standings: readonly Standing[];
	/** The calls of this turn that nobody had checked. */
	readonly unchecked: readonly LineOf<'unchecked'>[];
}

async function turnAt(workplace: Workplace, event: Event): Promise<Turn> {
	const { input, session, ports } = event;
	const { place, config, lines } = workplace;
	const { requirements } = config;
	const { state, isNewer } = await readState(place, ports);
	const { transcript_path: transcript } = input;
	const folds = [
		...foldTriggers(lines, { session, place, state, requirements }),
		...(await carryOverFork({ place, session, config, state, transcript, lines }, ports)),
	];
	const known = stateAfter(state, { place, changes: folds }, ports);
	// A session whose journal names no other branch brings nothing.
	const isElsewhere = lines.some((line) => 'branch' in line && line.branch !== place.branch);
	const arrival = { ...workplace, session: isElsewhere ? session : undefined, state: known };
	const carried = await carryIfMissing(arrival, ports);
	const folded = await withMeasure(carried.state, { place, requirements }, ports);
	const judged = (now: BranchState | undefined) =>
		standingsOf(now, { place, session, requirements }, ports.now()).map(carried.heldOn);
	const turn = { session, state: folded, lines, prompt: input.prompt_id, at: ports.now() };
	const completes = completedSkills(judged(folded), turn);
	const ended = stateAfter(folded, { place, changes: completes }, ports);
	const standings =
		ended?.paused === undefined ? withUncounted(judged(ended), lines, place.branch) : [];
	const here = carried.batches.filter((batch) => batch.place === place);
	const unchecked = uncheckedInTurn(lines, place.branch);
	const names = unchecked.flatMap((line) => line.names);
	return {
		...{ ...workplace, isNewer, completes, unchecked },
		standings: standings.map((one) =>
			names.includes(one.requirement.name) ? one : { ...one, uncheckedAt: undefined },
		),
		news: await untrustedNews(place, state, ports),
		folds: [...folds, ...here.flatMap(({ changes }) => changes)],
		leaving: carried.batches.filter((batch) => batch.place !== place),
	};
}

function isHeld({ input }: Event): (turn: Turn) => boolean {
	return ({ place, lines, standings }) => {
		const names = namesOf(standings.filter(holdsStop));
		const held = { branch: place.branch, prompt: input.prompt_id, names };
		return names.length > 0 && !isIdle(lines, place.branch) && !wasStopped(lines, held);
	};
}

/** A held turn goes on, and so does a skill while an agent works: nothing is completed then. */
function savingsOf(isHeldBack: boolean, { input }: Event) {
	const goesOn = isHeldBack || isAgentAtWork(input);
	return ({ place, folds, completes, leaving }: Turn): Batch[] => [
		{ place, changes: goesOn ? folds : [...folds, ...completes] },
		...leaving,
	];
}

/** One answer for all projects; each remembers what it held. Where nobody could satisfy, nothing is held (D7). */
async function hold(turns: readonly Turn[], event: Event): Promise<HookOutput> {
	const held: string[] = [];
	const unheld: string[] = [];
	for (const turn of turns) {
		const { place, standings, isNewer } = turn;
		const unmet = standings.filter(holdsStop);
		const obstacle = obstacleAt(place, isNewer, event.ports);
		if (obstacle === undefined) {
			await noteTurn('stopped', turn, event);
			held.push(stopText(unmet, place.branch));
		} else unheld.push(unheldText(namesOf(unmet), obstacle));
	}
	return held.length > 0 ? block(held.join('\n\n')) : notify(unheld.join('\n'));
}

async function noteTurn(e: 'stopped' | 'ended', turn: Turn, event: Event): Promise<void> {
	const { session, ports } = event;
	await note(turn.place, session, { entries: [turnEntry(e, turn, event)], ports });
}

function turnEntry<E extends 'stopped' | 'ended'>(e: E, turn: Turn, { input }: Event) {
	const names = namesOf(turn.standings.filter(holdsStop));
	return { e, branch: turn.place.branch, names, ...promptOf(input) };
}

/** The host's own guard against loops; an agent at work will stop once more. */
function mayEnd(input: StopInput): boolean {
	return input.stop_hook_active === true || isAgentAtWork(input);
}

function isAgentAtWork({ background_tasks }: StopInput): boolean {
	return (background_tasks ?? []).some(({ type }) => type?.includes('agent'));
}

function unheldText(names: readonly string[], obstacle: string): string {
	return `req: not satisfied: ${names.join(', ')}. The stop is not held, because ${obstacle}.`;
}

function namesOf(unmet: readonly Standing[]): string[] {
	return unmet.map(({ requirement }) => requirement.name);
}
