import { clearedBefore } from '../app/continuity/records.ts';
import { recoverSessions } from '../app/continuity/recover-sessions.ts';
import { startText } from '../app/continuity/start-text.ts';
import { orNothing, recordFault, takeUnreadFaults } from '../app/faults.ts';
import { journalOf, note } from '../app/journaling.ts';
import type { HostFacts, Ports } from '../app/ports.ts';
import { processFields, processMark, register } from '../app/register-session.ts';
import { remembers } from '../config/config.ts';
import { startSeeing } from '../config/config-news.ts';
import { refreshConfig } from '../config/load-config.ts';
import { noticesText, statusText, userNotice } from '../core/inject/status-text.ts';
import type { JournalEntry, JournalLine } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { stateAfter } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import { type HookAnswer, SessionStartInput } from '../host/messages.ts';
import { branchHistory } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { isForgotten, recallChanges } from '../state/recall.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { entriesOf, liveIds, type Registry } from '../state/registry-kind.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { pendingPlan } from './approved-plan.ts';
import { type Batch, carryFromSession, carryOver } from './carry-over.ts';
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

interface Event extends HookEvent<SessionStartInput> {
	readonly project: Project;
}

/**
 * Registers the session, tidies what is stored, and shows in one short text the status of the requirements (D11, D19).
 * Where nothing is configured nothing happens at all (D34).
 */
async function sessionStart(input: SessionStartInput, ports: Ports): Promise<HookAnswer> {
	ports.live.removeStale();
	const session = sessionOf(input, ports);
	const home = homeOf(input.cwd, ports);
	const here = placeAt(input.cwd, ports.context);
	// After a compaction `cwd` may be anywhere: the session's home counts, else where it is.
	for (const place of here.git && here.root !== home.root ? [home, here] : [home]) {
		await refreshConfig(place, ports.context);
		const project = await projectAt(place, ports);
		if (project === undefined) continue;
		const event = { input, session, project, ports };
		const facts = await read(event);
		return apply(decide(facts, event), facts, event);
	}
	return undefined;
}

/** What a session that starts meets. */
interface Facts {
	readonly registry: Registry;
	/** Full ids of registered sessions whose Claude Code is running. */
	readonly live: ReadonlySet<string>;
	readonly host: HostFacts;
	/** Claude Code's process. */
	readonly client: ReturnType<typeof processFields>;
	/** As it is stored. */
	readonly state: BranchState | undefined;
	readonly obstacle: Obstacle | undefined;
	/** What the branch's state gets: of the session's past, of the session that it follows, of other branches. */
	readonly batch: Batch;
	/** The session that a `/clear` ended a moment ago. */
	readonly cleared: Session | undefined;
	/** The session may go on with a plan that was approved. */
	readonly plan: readonly JournalEntry[];
}

async function read(event: Event): Promise<Facts> {
	const { input, session, project, ports } = event;
	const { place } = project;
	const registry = readRegistry(ports.context);
	const lines = isNewTo(input) ? [] : await journalOf(place, session, ports);
	const { state, obstacle } = await readState(place, ports);
	const isTouched = state !== undefined && state.behind_link === undefined;
	const cleared =
		input.source === 'clear' ? await clearedBefore({ place, session }, ports) : undefined;
	const changes = isTouched ? dueChanges(state, { lines, cleared }, event) : [];
	const plan = cleared === undefined ? [] : await pendingPlan(cleared, project, ports);
	const live = liveIds(registry, machineOf(ports.context));
	const known = { registry, live, host: ports.host, client: processFields(ports) };
	const facts = { ...known, state, obstacle, plan, cleared };
	if (isNewTo(input)) return { ...facts, batch: { place, changes } };
	// A session that goes on carries over satisfactions of other branches (docs/adr/0013).
	const after = stateAfter(state, { place, changes }, ports.now());
	const carried = await carryOver({ ...project, session, state: after, lines }, ports);
	const batch = { place, changes: [...changes, ...carried.changes], leaving: carried.leaving };
	return { ...facts, batch };
}

/** Returning entries and satisfactions that carry over (D10, D1). */
function dueChanges(
	state: BranchState,
	{ lines, cleared }: Pick<Facts, 'cleared'> & { readonly lines: readonly JournalLine[] },
	{ input, session, project, ports }: Event,
): readonly BranchChange[] {
	const { config } = project;
	if (cleared !== undefined) {
		const requirements = config.requirements.filter(({ carry }) => carry.includes('clear'));
		const carry = { state, from: cleared, to: session, now: ports.now(), once: true };
		return carryFromSession(requirements, carry);
	}
	if (input.source !== 'resume') return [];
	// A session that was away for long finds its entries in the history (D2, D10).
	if (isForgotten(state, session))
		return recallChanges(branchHistory(project.place, ports.context), session, state);
	// The end of the session could not clear them: the state was locked.
	const hasEnded = lines.findLast(({ e }) => e === 'start' || e === 'end')?.e === 'end';
	const isDue = hasEnded && config.sessionEnd.clearSessionState;
	return isDue ? [{ op: 'forget', session, at: new Date(ports.now()).toISOString() }] : [];
}

/** What the session's journal and the registry get. */
interface Outcome {
	readonly entries: readonly JournalEntry[];
	/** Full ids of registered sessions whose Claude Code is gone. */
	readonly gone: readonly string[];
}

function decide({ registry, live, host, client, plan }: Facts, event: Event): Outcome {
	const { cwd, source = 'startup' } = event.input;
	const { place, config } = event.project;
	const channel = host.nested ? 'nested' : 'cli';
	const owner = { user: host.user, root: place.mainRoot ?? place.root, channel };
	const start = { e: 'start' as const, source, branch: place.branch, cwd, ...client };
	return {
		entries: [{ ...start, ...(remembers(config) ? owner : {}) }, ...plan],
		gone: entriesOf(registry).flatMap(([, { uuid }]) => (live.has(uuid) ? [] : uuid)),
	};
}

/**
 * Sessions that broke off are closed while the registry still knows which are alive (D13). Then the session becomes visible:
 * to other sessions in the registry, to itself in its journal. It is shown the status of the requirements, then what earlier
 * sessions pass on; whatever goes wrong in that costs only itself.
 */
async function apply(
	{ entries, gone }: Outcome,
	{ registry, obstacle, host, batch, cleared, ...facts }: Facts,
	{ input, session, project, ports }: Event,
): Promise<HookAnswer> {
	const { place, config } = project;
	const { cwd, source, transcript_path: transcript, prompt_id: prompt } = input;
	const isKept = remembers(config);
	const orFault = <Value>(what: string, work: () => Promise<Value>) =>
		orNothing(work, { place, what, ports });
	const mayRecover = isKept && !host.nested;
	const recover = async () => recoverSessions({ place, config, self: session, registry }, ports);
	const earlier = mayRecover
		? await orFault('sessions that broke off could not be closed', recover)
		: undefined;
	// A compacted session goes on in the same turn, whose end shows what changed.
	const keep = async () => startSeeing(place, ports.context);
	const unseen = 'the config of the session could not be kept, so a change of it is not shown';
	const otherConfig = source === 'compact' ? undefined : await orFault(unseen, keep);
	await register(place, { session, cwd, source, transcript, gone }, ports);
	const isNoted = await note(place, session, { entries, ports });
	if (!isNoted && isKept) await recordFault(place, ports, UNKEPT);
	// What cannot be written is a fault to show.
	const { docs } = await saveChanges([batch], ports);
	const state = docs[0] ?? facts.state;
	const faults = await takeUnreadFaults(place, ports);
	const stored = { registry, state, obstacle, faults };
	const status = await startFacts({ project, session }, stored, ports.context);
	const news = otherConfig === undefined ? [] : [otherConfig];
	const shown = { ...status, notices: [...news, ...status.notices] };
	// A run that is still going has shown the session the status.
	const { gatesToldBy = '' } = host;
	const isRunning =
		gatesToldBy !== '' && processMark(Number.parseInt(gatesToldBy, 10)) === gatesToldBy;
	const isShown = source !== 'compact' && !host.nested && isRunning;
	const gates = isShown ? noticesText(shown.notices) : statusText(shown);
	const armed = state?.armed_inherit;
	const start = { registry, earlier, cleared, armed, gates, place, config, session, prompt };
	const isOwn = isKept && !host.nested && input.agent_id === undefined;
	const passOn = async () => startText({ ...start, source: source ?? 'startup' }, ports);
	const told = isOwn ? await orFault('earlier sessions could not be shown', passOn) : undefined;
	const all = { ...shown, notices: [...(told?.notices ?? []), ...shown.notices] };
	return { text: told?.text ?? gates, notice: userNotice(all, isNewTo(input)) };
}

/** If its journal cannot be written, the session leaves nothing to the next one. */
const UNKEPT = {
	code: 'state_unwritable',
	message: 'the journal of a session cannot be written: the session will not be remembered',
	hint: 'free the disk or make `.git/requirements/sessions` a writable folder',
} as const;

/** A session that was compacted or resumed is in front of the user already. */
function isNewTo({ source }: SessionStartInput): boolean {
	return source !== 'resume' && source !== 'compact';
}
