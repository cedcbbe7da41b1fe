import { recoverSessions } from '../app/continuity/recover-sessions.ts';
import type { Start } from '../app/continuity/start.ts';
import { type StartText, startText } from '../app/continuity/start-text.ts';
import { orNothing, recordFault, takeUnreadFaults } from '../app/faults.ts';
import { journalOf, note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { processFields, processMark, register } from '../app/register-session.ts';
import { remembers } from '../config/config.ts';
import { startSeeing } from '../config/config-news.ts';
import { refreshConfig } from '../config/load-config.ts';
import { noticesText, statusText, userNotice } from '../core/inject/status-text.ts';
import type { JournalEntry, JournalLine } from '../core/journal/line.ts';
import type { RecordSummary } from '../core/session-record/record-summary.ts';
import { type Batch, type Carried, carryToBranch } from '../gate/carry.ts';
import { stateAfter } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { type HookAnswer, inform, SessionStartInput } from '../host/hook-messages.ts';
import { branchHistory } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { isForgotten, recallChanges } from '../state/recall.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { entriesOf, liveIds, type Registry } from '../state/registry-kind.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { carryAfterClear } from './carry-here.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, homeOf, type Project, projectAt, sessionOf } from './projects.ts';
import { startFacts } from './start-status.ts';
import { readState, saveChanges } from './stored-state.ts';

export const hook: Hook<SessionStartInput> = {
	event: 'SessionStart',
	about: 'Registers the session, tidies what is stored, and says which requirements hold.',
	timeout: 15,
	input: SessionStartInput,
	answer: sessionStart,
};

/**
 * Registers the session, tidies what is stored, and tells in one short status where the gates stand
 * (D11, D19). Where nothing is configured nothing happens at all (D34).
 */
async function sessionStart(input: SessionStartInput, ports: Ports): Promise<HookAnswer> {
	ports.live.removeStale();
	const session = sessionOf(input, ports);
	const project = await compiledProject(input.cwd, ports);
	if (project === undefined) return undefined;
	const facts = await read({ input, session, project, ports });
	const outcome = await apply(decide(facts), facts);
	return tell(facts, outcome);
}

interface Event extends HookEvent<SessionStartInput> {
	readonly project: Project;
}

/** What a session that starts meets. */
interface Facts {
	readonly event: Event;
	readonly registry: Registry;
	/** Full ids of registered sessions whose client is gone. */
	readonly gone: readonly string[];
	/** As it is stored. */
	readonly state: BranchState | undefined;
	readonly obstacle: Obstacle | undefined;
	/** What the branch's state gets: of its age, of the session's past, of the session that it follows. */
	readonly changes: readonly BranchChange[];
	/** What a session that goes on takes along from other branches (docs/adr/0013). */
	readonly carried: Carried | undefined;
}

async function read(event: Event): Promise<Facts> {
	const { input, session, project, ports } = event;
	const { place } = project;
	const registry = readRegistry(ports.context);
	const live = liveIds(registry, machineOf(ports.context));
	const registered = entriesOf(registry).map(([, { uuid }]) => uuid);
	const gone = registered.filter((uuid) => !live.has(uuid));
	const { state, obstacle } = await readState(place, ports);
	const facts = { event, registry, gone, state, obstacle };
	const isTouched = state !== undefined && state.behind_link === undefined;
	const lines = isNewTo(input) ? [] : await journalOf(place, session, ports);
	const changes = isTouched ? await dueChanges({ state, lines }, event) : [];
	if (isNewTo(input)) return { ...facts, changes, carried: undefined };
	const after = stateAfter(state, { place, changes }, ports.now());
	const carried = carryToBranch({ ...project, session, state: after, lines }, ports.context);
	return { ...facts, changes, carried };
}

/** Returning entries and carried satisfactions (D10, D1). */
async function dueChanges(
	{ state, lines }: { readonly state: BranchState; readonly lines: readonly JournalLine[] },
	{ input, session, project, ports }: Event,
): Promise<readonly BranchChange[]> {
	if (input.source === 'clear') return carryAfterClear({ ...project, session, state }, ports);
	if (input.source !== 'resume') return [];
	if (!isForgotten(state, session)) {
		// The end of the session could not clear them: the state was locked.
		const hasEnded = lines.findLast(({ e }) => e === 'start' || e === 'end')?.e === 'end';
		if (!hasEnded || !project.config.sessionEnd.clearSessionState) return [];
		return [{ op: 'forget', session, at: new Date(ports.now()).toISOString() }];
	}
	// A session that was away for long finds its entries in the history (D2, D10).
	return recallChanges(branchHistory(project.place, ports.context), session, state);
}

/** What is written. */
interface Outcome {
	readonly entry: JournalEntry;
	readonly batches: readonly Batch[];
}

function decide({ event, changes, carried }: Facts): Outcome {
	const { input, project, ports } = event;
	const { place, config } = project;
	const entry = {
		e: 'start' as const,
		source: input.source ?? 'startup',
		branch: place.branch,
		cwd: input.cwd,
		...processFields(ports),
		...(remembers(config) ? ownerFields(place, ports) : {}),
	};
	const all = [...changes, ...(carried?.changes ?? [])];
	return { entry, batches: [{ place, changes: all, leaving: carried?.leaving }] };
}

/** What a session that was entered finds. */
interface Entered {
	readonly state: BranchState | undefined;
	/** All sessions of the last days; `undefined` where nobody looked, or could. */
	readonly earlier: readonly RecordSummary[] | undefined;
	/** Why another config applies than the one in the working tree. */
	readonly config: string | undefined;
}

/**
 * Sessions that broke off are closed while the registry still knows who is alive. Then the session becomes visible: to
 * other sessions in the registry, to itself in its journal.
 */
async function apply({ entry, batches }: Outcome, facts: Facts): Promise<Entered> {
	const { event, registry, gone } = facts;
	const { input, session, project, ports } = event;
	const earlier = await recover(event, registry);
	const config = input.source === 'compact' ? undefined : await keepSeen(event);
	const { cwd, source, transcript_path: transcript } = input;
	await register(project.place, { session, cwd, source, transcript, gone }, ports);
	const isNoted = await note(project.place, session, { entries: [entry], ports });
	if (!isNoted && remembers(project.config)) await recordFault(project.place, ports, UNKEPT);
	// What cannot be written is a fault to tell.
	const { docs } = await saveChanges(batches, ports);
	const state = docs[0] ?? facts.state;
	return { state, earlier, config };
}

/** A compacted session goes on in the same turn, whose end tells what changed. */
async function keepSeen({ project, ports }: Event): Promise<string | undefined> {
	const { place } = project;
	const work = async () => startSeeing(place, ports.context);
	const what = 'the config of the session could not be kept, so a change of it is not told';
	return orNothing(work, { place, what, ports });
}

/** Where the gates stand, and what earlier sessions pass on. */
async function tell(
	{ event, registry, obstacle }: Facts,
	{ state, earlier, config }: Entered,
): Promise<HookAnswer> {
	const { input, session, project, ports } = event;
	const faults = await takeUnreadFaults(project.place, ports);
	const stored = { registry, state, obstacle, faults };
	const found = await startFacts({ project, session }, stored, ports);
	const facts = config === undefined ? found : { ...found, notices: [config, ...found.notices] };
	const isTold = input.source !== 'compact' && isToldByRun(ports);
	const gates = isTold ? noticesText(facts.notices) : statusText(facts);
	const armed = state?.armed_inherit;
	const { text, notices } = await withEarlier(event, { registry, earlier, armed, gates });
	const told = { ...facts, notices: [...notices, ...facts.notices] };
	return inform('SessionStart', text, userNotice(told, isNewTo(input)));
}

/** Whether a run that is still going has told the session where the gates stand. */
function isToldByRun(ports: Ports): boolean {
	const { gatesToldBy, nested } = ports.host;
	if (gatesToldBy === undefined || nested) return false;
	return processMark(Number.parseInt(gatesToldBy, 10)) === gatesToldBy;
}

/** A session that was compacted or resumed is in front of the user already. */
function isNewTo({ source }: SessionStartInput): boolean {
	return source !== 'resume' && source !== 'compact';
}

/** Where its journal cannot be written, the session leaves nothing to the next one. */
const UNKEPT = {
	code: 'state_unwritable',
	message: 'the journal of a session cannot be written: the session will not be remembered',
	hint: 'free the disk or make `.git/requirements/sessions` a writable folder',
} as const;

/** After a compaction `cwd` may be anywhere: the session's home counts, else where it stands. */
async function compiledProject(cwd: string, ports: Ports): Promise<Project | undefined> {
	const home = homeOf(cwd, ports);
	const here = placeAt(cwd, ports.context);
	for (const place of here.git && here.root !== home.root ? [home, here] : [home]) {
		await refreshConfig(place, ports.context);
		const project = await projectAt(place, ports);
		if (project !== undefined) return project;
	}
	return undefined;
}

/**
 * Sessions that ended without saying so are found while the registry still knows who is alive (D13).
 *
 * @returns all sessions of the last days; `undefined` where nobody looked, or could
 */
async function recover(
	event: Event,
	registry: Registry,
): Promise<readonly RecordSummary[] | undefined> {
	const { session: self, project, ports } = event;
	const { place, config } = project;
	if (!remembers(config) || ports.host.nested) return undefined;
	const work = async () => recoverSessions({ place, config, self, registry }, ports);
	return orNothing(work, { place, what: 'sessions that broke off could not be closed', ports });
}

/** Whose session it is, and where it is at home: what its record is filed under. */
function ownerFields({ root, mainRoot }: Place, { host }: Ports) {
	const channel = host.nested ? 'nested' : 'cli';
	return { user: host.user, root: mainRoot ?? root, channel };
}

/** What earlier sessions pass on follows what the gates say; whatever goes wrong in it costs only itself. */
async function withEarlier(
	{ input, session, project, ports }: Event,
	found: Pick<Start, 'registry' | 'earlier' | 'armed' | 'gates'>,
): Promise<StartText> {
	const { place, config } = project;
	const onlyGates = { text: found.gates, notices: [] };
	const isOwn = !ports.host.nested && input.agent_id === undefined;
	if (!remembers(config) || !isOwn) return onlyGates;
	const { source = 'startup', prompt_id: prompt } = input;
	const start = { ...found, place, config, session, source, prompt };
	const tell = async () => startText(start, ports);
	const what = 'earlier sessions could not be told';
	return (await orNothing(tell, { place, what, ports })) ?? onlyGates;
}
