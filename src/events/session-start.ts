import { remembers } from '../config/config.ts';
import { recordConfig } from '../config/config-news.ts';
import type { Context } from '../context.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { noticesOf, offText, pausedText, type StatusFacts, statusText, userNotice } from '../gate/status-text.ts';
import { measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import { environmentOf } from '../host/environment.ts';
import { removeStaleLines } from '../host/kept-line.ts';
import { type HookAnswer, SessionStartInput } from '../host/messages.ts';
import { removeStaleMarkers } from '../host/server-marker.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalEntry, JournalLine } from '../journal/entries.ts';
import { journalOf, note, promptOf } from '../journal/journal.ts';
import { clearedBefore } from '../memory/links.ts';
import { readStart } from '../memory/read-start.ts';
import { recoverSessions } from '../memory/recover.ts';
import { readSession, reviveSession } from '../memory/sessions.ts';
import { occasionOf, startText } from '../memory/start-text.ts';
import { branchHistory, type StoredState } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { recordFault, recordOnFailure, takeUnreadFaults } from '../state/faults.ts';
import {
	entriesAt,
	isAlive,
	processFields,
	type Registered,
	type Registry,
	readRegistry,
	register,
} from '../state/registry.ts';
import type { FaultLine } from '../store/fault.ts';
import { JOURNAL_UNWRITABLE, type Obstacle } from '../store/obstacle.ts';
import { pendingPlan } from './approved-plan.ts';
import { type Batch, carryFromSession, carryOver, isForgotten, recallChanges } from './carry-over.ts';
import { isFirstAtStart } from './first-at-start.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, homeOf, type Project, projectAt, sessionOf } from './projects.ts';
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
async function sessionStart(input: SessionStartInput, context: Context): Promise<HookAnswer> {
	removeStaleMarkers(context.configDir, context.hostname);
	removeStaleLines(context.configDir);
	const session = sessionOf(input);
	const home = homeOf(input.cwd, context);
	const here = placeAt(input.cwd, context);
	// After a compaction `cwd` may be anywhere: the session's home counts, else where it is.
	for (const place of here.git && here.root !== home.root ? [home, here] : [home]) {
		const project = await projectAt(place, context);
		if (project === undefined) continue;
		const event = { input, session, project, context };
		reviveSession(place, session, context);
		return apply(await read(event), event);
	}
	return undefined;
}

/** What a session that starts finds. */
interface Facts {
	readonly registry: Registry;
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
	const { input, session, project, context } = event;
	const { place } = project;
	const registry = readRegistry(context);
	const lines = isNewTo(input) ? [] : await journalOf(place, session);
	const { state, obstacle } = await readState(place, context);
	const isTouched = state !== undefined && state.behind_link === undefined;
	const cleared = input.source === 'clear' ? await clearedBefore({ place, session }, context) : undefined;
	const changes = isTouched ? dueChanges(state, { lines, cleared }, event) : [];
	const plan = cleared === undefined ? [] : await pendingPlan(cleared, project);
	const facts = { registry, state, obstacle, plan, cleared };
	if (isNewTo(input)) return { ...facts, batch: { place, changes } };
	// A session that goes on carries over satisfactions of other branches (docs/adr/0013).
	const after = stateAfter(state, { place, changes }, context.now());
	const carried = await carryOver({ ...project, session, state: after, lines }, context);
	const batch = { place, changes: [...changes, ...carried.changes], leaving: carried.leaving };
	return { ...facts, batch };
}

/** Returning entries and satisfactions that carry over (D10, D1). */
function dueChanges(
	state: BranchState,
	{ lines, cleared }: Pick<Facts, 'cleared'> & { readonly lines: readonly JournalLine[] },
	{ input, session, project, context }: Event,
): readonly BranchChange[] {
	const { config } = project;
	if (cleared !== undefined) {
		const requirements = config.requirements.filter(({ carry }) => carry.includes('clear'));
		const carry = { state, from: cleared, to: session, now: context.now(), keepsConsumed: true };
		return carryFromSession(requirements, carry);
	}
	if (input.source !== 'resume') return [];
	// A session that was away for long finds its entries in the history (D2, D10).
	if (isForgotten(state, session)) return recallChanges(branchHistory(project.place, context), session, state);
	// The end of the session could not clear them: the state was locked.
	const hasEnded = lines.findLast(({ e }) => e === 'start' || e === 'end')?.e === 'end';
	const isDue = hasEnded && config.sessionEnd.clearSessionState;
	return isDue ? [{ op: 'forget', session, at: new Date(context.now()).toISOString() }] : [];
}

/**
 * The end of sessions that broke off is recorded while the registry still knows which are alive (D13). Then the session becomes visible:
 * to other sessions in the registry, to itself in its journal. It is shown the status of the requirements, then what earlier
 * sessions pass on; whatever goes wrong in that costs only itself.
 */
async function apply(facts: Facts, event: Event): Promise<HookAnswer> {
	const { registry, batch, cleared, plan, obstacle } = facts;
	const { input, session, project, context } = event;
	const { place, config } = project;
	const { cwd, source = 'startup' } = input;
	const isKept = remembers(config);
	const isOwn = isKept && !environmentOf(context).nested;
	const orFault = <Value>(what: string, work: () => Promise<Value>) => recordOnFailure(work, { place, what, context });
	const recover = async () => recoverSessions({ place, config, self: session, registry }, context);
	const unrecorded = 'sessions that broke off could not be recorded';
	// A subagent that was compacted starts no session.
	const isSubagents = input.agent_id !== undefined;
	const records = isOwn ? (await orFault(unrecorded, recover))?.staying : undefined;
	const unshown = 'earlier sessions could not be shown';
	const viewer = { place, continuity: config.continuity, session };
	const occasion = occasionOf({ source, config });
	const withoutFiles = occasion !== 'start';
	const readEarlier = async () => readStart(viewer, { registry, records, withoutFiles }, context);
	// Git answers while the session is registered.
	const earlier = isOwn && !isSubagents ? orFault(unshown, readEarlier) : undefined;
	// A compacted session goes on in the same turn, whose end shows what changed.
	const keep = async () => recordConfig(place, context);
	const unseen = 'the config of the session could not be kept, so a change of it is not shown';
	const otherConfig = source === 'compact' ? undefined : await orFault(unseen, keep);
	const { transcript_path: transcript } = input;
	await register(place, { session, cwd, source, transcript }, context);
	const entries = isSubagents ? [] : [startEntry(event), ...plan];
	const isNoted = await note(place, session, { entries, context });
	if (!isNoted && isKept) {
		const { code, what, fix: hint } = JOURNAL_UNWRITABLE;
		const message = `${what}: the session will not be remembered`;
		recordFault(place, context, { code, message, hint });
	}
	const { docs } = await saveChanges([batch], context);
	const state = docs[0] ?? facts.state;
	// Only now: what could not be written is a fault to show.
	const faults = takeUnreadFaults(place, context);
	const stored = { registry, state, obstacle, faults };
	const status = await startStatus({ project, session }, stored, context);
	const notices = [...(otherConfig === undefined ? [] : [otherConfig]), ...status.notices];
	const gates = statusText({ ...status, notices });
	const shown = await earlier;
	const isFirst = () => isFirstAtStart(journalOf(place, session), context.pid);
	const passOn = async () => {
		if (shown === undefined || !isFirst()) return undefined;
		const before = readSession(place, cleared, context);
		const start = { config, source, cleared: before, gates };
		return startText(start, { ...shown, session }, context);
	};
	const told = await orFault(unshown, passOn);
	const all = { ...status, notices: [...(told?.notices ?? []), ...notices] };
	return { text: told?.text ?? gates, notice: userNotice(all, isNewTo(input)) };
}

function startEntry({ input, project, context }: Event): JournalEntry {
	const { cwd, source = 'startup' } = input;
	const { place, config } = project;
	const { user, nested } = environmentOf(context);
	const channel = nested ? 'nested' : 'cli';
	const owner = { user, root: place.mainRoot ?? place.root, channel };
	return {
		...{ e: 'start', source, branch: place.branch, cwd, by: context.pid },
		...promptOf(input),
		...processFields(context),
		...(remembers(config) ? owner : {}),
	};
}

/** What is stored when a session starts; `faults`: those not shown yet. */
interface StartState extends StoredState {
	readonly registry: Registry;
	readonly faults: readonly FaultLine[];
}

/** The status of the gates for a session that starts, and what the user should know. */
export async function startStatus(
	{ project, session }: { readonly project: Project; readonly session: Session },
	{ registry, state, obstacle, faults }: StartState,
	context: Context,
): Promise<StatusFacts> {
	const { place, config, problems } = project;
	const { requirements, switchedOff } = config;
	const now = context.now();
	const who = { place, session, requirements };
	const changes = await measuresDue(state, who, context);
	const measured = stateAfter(state, { place, changes }, now);
	// Nested clients are never rivals (D11).
	const isRival = ([, entry]: Registered) => {
		const isOther = entry.uuid !== session.uuid && entry.nested !== true;
		return isOther && entry.branch === place.branch && isAlive(entry, context);
	};
	const rivals = entriesAt(registry, place)
		.filter(isRival)
		.map(([key, { cwd }]) => ({ key, cwd }));
	const statuses = statusesOf(measured, who, now);
	const unmeasured = statuses
		.filter(({ requirement, lines }) => isMeasured(requirement) && lines === undefined)
		.map(({ requirement }) => requirement.name);
	const linked = state?.behind_link;
	const notices = { now, problems, switchedOff, rivals, faults, obstacle, linked, unmeasured };
	const off = offText(config, problems) ?? (state?.paused && pausedText(state.paused));
	return { branch: place.branch, statuses, now, obstacle, off, notices: noticesOf(notices) };
}

/** A session that was compacted or resumed is in front of the user already. */
function isNewTo({ source }: SessionStartInput): boolean {
	return source !== 'resume' && source !== 'compact';
}
