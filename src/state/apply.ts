import { compareTexts } from '../core/text/strings.ts';
import type { Applied } from '../store/document.ts';
import {
	allNamed,
	type BranchChange,
	type BranchState,
	type ChangeOf,
	entryKey,
	entryOf,
	isRootScope,
	type Named,
	type RequirementState,
	type SatisfactionFields,
	type SessionEntry,
	withEntry,
	withoutSatisfaction,
} from './branch-state.ts';
import {
	applyClear,
	applyForget,
	applySatisfy,
	changeEach,
	historyLine,
	kept,
	rescope,
	retire,
} from './satisfy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Applies changes in order. Returns `state` itself when none of them changed anything. */
export function applyChanges(
	state: BranchState,
	changes: readonly BranchChange[],
	at: string,
): Applied<BranchState> {
	const done = changes.reduce((so, change) => then(so, applyOne(so.doc, change)), kept(state));
	if (done.doc === state) return done;
	const tidied = isOvergrown(done.doc)
		? then(done, applyTidy(done.doc, trimOf(changes, at)))
		: done;
	return { ...tidied, doc: { ...tidied.doc, updated_at: at } };
}

/** A writer that finds too many entries does not know who is alive; what was touched today may be (D10, D11). */
function trimOf(changes: readonly BranchChange[], at: string): ChangeOf<'tidy'> {
	const live = changes.flatMap((change) => ('uuid' in change ? [change.uuid] : []));
	return { op: 'tidy', at, live, spare_since: new Date(Date.parse(at) - DAY_MS).toISOString() };
}

function applyOne(state: BranchState, change: BranchChange): Applied<BranchState> {
	switch (change.op) {
		case 'satisfy':
			return applySatisfy(state, change);
		case 'trigger':
			return applyTrigger(state, change);
		case 'disarm':
			return applyDisarm(state, change);
		case 'spend':
			return applySpend(state, change);
		case 'stale':
			return applyStale(state, change);
		case 'clear':
			return applyClear(state, change);
		case 'forget':
			return applyForget(state, change);
		case 'recall':
			return applyRecall(state, change);
		case 'measure':
			return applyMeasure(state, change);
		case 'pause':
		case 'unpause':
			return kept(applyPause(state, change));
		case 'arm_inherit':
		case 'disarm_inherit':
		case 'take_inherit':
			return kept(applyInherit(state, change));
		case 'tidy':
			return applyTidy(state, change);
	}
}

function applyMeasure(
	state: BranchState,
	{ at, lines, names }: ChangeOf<'measure'>,
): Applied<BranchState> {
	return changeEach(state, names, (before) => {
		if (before.measured !== undefined && before.measured.lines === lines) return kept(before);
		return kept({ ...before, measured: lines === undefined ? { at } : { lines, at } });
	});
}

function applyPause(
	state: BranchState,
	change: ChangeOf<'pause'> | ChangeOf<'unpause'>,
): BranchState {
	const { paused, ...rest } = state;
	if (change.op === 'unpause') return paused === undefined ? state : rest;
	const { at, by, reason } = change;
	if (paused?.at === at) return state;
	return { ...rest, paused: { at, by, ...(reason === undefined ? {} : { reason }) } };
}

function then(before: Applied<BranchState>, after: Applied<BranchState>): Applied<BranchState> {
	return { doc: after.doc, retired: [...before.retired, ...after.retired] };
}

type InheritChange =
	| ChangeOf<'arm_inherit'>
	| ChangeOf<'disarm_inherit'>
	| ChangeOf<'take_inherit'>;

/** What the next session of the branch inherits: armed anew, disarmed, or taken by the first that comes. */
function applyInherit(state: BranchState, change: InheritChange): BranchState {
	const { armed_inherit: armed, ...rest } = state;
	switch (change.op) {
		case 'arm_inherit': {
			const { op: _, ...asked } = change;
			return armed?.at === asked.at && armed.from === asked.from
				? state
				: { ...rest, armed_inherit: asked };
		}
		case 'disarm_inherit':
			return armed === undefined ? state : rest;
		case 'take_inherit':
			return armed === undefined || armed.taken_by !== undefined
				? state
				: { ...rest, armed_inherit: { ...armed, taken_by: change.uuid } };
	}
}

/** Arms requirements for a session, with the time of the first call that did it. */
function applyTrigger(state: BranchState, change: ChangeOf<'trigger'>): Applied<BranchState> {
	return changeEach(state, change.names, (before, named) => {
		const { at } = named;
		const armed = withEntry(before, change, (entry) => {
			return entry.triggered === true || at <= (entry.spent_at ?? '')
				? entry
				: { ...entry, triggered: true, triggered_at: at };
		});
		return armed === before ? kept(before) : rescope(armed, named, at);
	});
}

/** Only what armed a requirement is taken back: work before or after it stays. */
function applyDisarm(state: BranchState, change: ChangeOf<'disarm'>): Applied<BranchState> {
	return changeEach(state, change.names, (before) => {
		if (entryOf(before.sessions, change) === undefined) return kept(before);
		return kept(withEntry(before, change, (entry) => disarmed(entry, change.at)));
	});
}

function disarmed(entry: SessionEntry, at: string): SessionEntry {
	return entry.triggered_at === at ? unarmed(entry) : entry;
}

function unarmed({
	triggered: _triggered,
	triggered_at: _at,
	...rest
}: SessionEntry): SessionEntry {
	return rest;
}

/** The first matching edit after a satisfaction makes it stale; later ones change nothing (D41). */
function applyStale(state: BranchState, change: ChangeOf<'stale'>): Applied<BranchState> {
	return changeEach(state, change.names, (before, named) => kept(staleAt(before, named, change)));
}

function staleAt(
	requirement: RequirementState,
	{ scope }: Named,
	change: ChangeOf<'stale'>,
): RequirementState {
	const mark = <Holder extends SatisfactionFields>(holder: Holder): Holder =>
		isFresh(holder, change.at) ? { ...holder, stale_since: change.at } : holder;
	if (isRootScope(scope)) return mark(requirement);
	const hasEntry = entryOf(requirement.sessions, change) !== undefined;
	return hasEntry ? withEntry(requirement, change, mark) : requirement;
}

function isFresh(holder: SatisfactionFields, at: string): boolean {
	return (
		holder.satisfied === true &&
		holder.stale_since === undefined &&
		(holder.satisfied_at ?? '') <= at
	);
}

/**
 * A guarded call succeeded: this session's single-use satisfaction is used up, and with it the
 * trigger, so that only work done afterwards arms it anew (D31).
 */
function applySpend(state: BranchState, change: ChangeOf<'spend'>): Applied<BranchState> {
	const { at, to } = change;
	return changeEach(state, change.names, (before, named) => {
		const entry = entryOf(before.sessions, change);
		const isThere = entry?.satisfied === true || (to !== undefined && entry?.triggered === true);
		if (entry === undefined || !isThere) return kept(before);
		const session = entryKey(before.sessions, change);
		const doc = withEntry(before, change, (one) => spent(one, at));
		if (to === undefined)
			return { doc, retired: retire(entry, { at, named, session, endedBy: 'spent' }) };
		// The audit trail of a branch says where a satisfaction went.
		const metadata = { ...entry.metadata, carried_to_branch: to };
		const gone = { at, named, session, endedBy: 'carried' } as const;
		return { doc, retired: retire({ ...entry, metadata }, gone) };
	});
}

function spent(entry: SessionEntry, at: string): SessionEntry {
	return { ...unarmed(withoutSatisfaction(entry)), spent_at: at };
}

/** Entries a requirement may have in the hot file (D10). */
export const MAX_SESSION_ENTRIES = 50;
/** Entries it keeps once it has more: with the next session it would have to be tidied again. */
export const KEPT_ENTRIES = 40;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Rolls entries over to the history: the oldest above the limit, and those older than 30 days (D10). */
function applyTidy(state: BranchState, change: ChangeOf<'tidy'>): Applied<BranchState> {
	return changeEach(state, allNamed(state), (before, named) => {
		const rolled = tooOld(before, change);
		if (rolled.length === 0) return kept(before);
		const gone = new Set(rolled.map(([key]) => key));
		const sessions = Object.entries(before.sessions).filter(([key]) => !gone.has(key));
		return {
			doc: { ...before, sessions: Object.fromEntries(sessions) },
			retired: rolled.map(([session, entry]) =>
				historyLine({ at: change.at, named, session, endedBy: 'rolled' }, entry),
			),
		};
	});
}

/** Whether a tidy would roll anything over. */
export function isUntidy(state: BranchState, change: ChangeOf<'tidy'>): boolean {
	return Object.values(state.requirements).some((one) => tooOld(one, change).length > 0);
}

/** Whether some requirement holds far more than the file should carry. */
export function isOvergrown(state: BranchState): boolean {
	return Object.values(state.requirements).some(
		({ sessions }) => Object.keys(sessions).length > 2 * MAX_SESSION_ENTRIES,
	);
}

/** Brings a returning session's entries back, unless it has newer ones (D10). */
function applyRecall(state: BranchState, change: ChangeOf<'recall'>): Applied<BranchState> {
	return changeEach(state, change.entries, (before, { entry, scope }) => {
		const isThere = entryOf(before.sessions, change) !== undefined;
		if (isThere || before.scope !== scope) return kept(before);
		return kept(withEntry(before, change, () => ({ ...entry, uuid: change.uuid })));
	});
}

function tooOld(requirement: RequirementState, change: ChangeOf<'tidy'>): [string, SessionEntry][] {
	const oldest = Date.parse(change.at) - MAX_AGE_MS;
	const entries = Object.entries(requirement.sessions);
	const kept = entries.length > MAX_SESSION_ENTRIES ? KEPT_ENTRIES : entries.length;
	return entries
		.sort(([, a], [, b]) => compareTexts(lastTouch(b), lastTouch(a)))
		.filter(([, entry], position) => position >= kept || isBefore(oldest, entry))
		.filter(([key, entry]) => !change.live.some((uuid) => isOf(uuid, key, entry)))
		.filter(([, entry]) => !(Date.parse(lastTouch(entry)) > Date.parse(change.spare_since ?? '')));
}

/** An entry that tells no time is of unknown age, and so not too old. */
function isBefore(oldest: number, entry: SessionEntry): boolean {
	return Date.parse(lastTouch(entry)) < oldest;
}

/** Whether an entry is that session's; an older tool's entry says so by its key alone (D6). */
function isOf(uuid: string, key: string, entry: SessionEntry): boolean {
	return entry.uuid === undefined ? uuid.startsWith(key) : entry.uuid === uuid;
}

function lastTouch(entry: SessionEntry): string {
	const { satisfied_at, triggered_at, stale_since, spent_at, cleared_at } = entry;
	const times = [satisfied_at, triggered_at, stale_since, spent_at, cleared_at];
	return times.reduce<string>(
		(last, time) => (time !== undefined && time > last ? time : last),
		'',
	);
}
