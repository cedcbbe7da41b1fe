import type { Applied } from '../document/document.ts';
import { compareTexts } from '../text/compare-texts.ts';
import type { ChangeOf } from './change.ts';
import { type HistoryLine, historyLine } from './history.ts';
import { requirementOf, withRequirement } from './requirement-state.ts';
import type { BranchState, RequirementState, SessionEntry } from './schema.ts';
import { entryKey, entryOf } from './session-entries.ts';

/** Entries a requirement may have in the hot file (D10). */
export const MAX_ENTRIES = 50;
/** Entries it keeps once it has more: with the next session it would have to be tidied again. */
export const KEPT_ENTRIES = 40;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Rolls entries over to the history: the oldest above the limit, and those older than 30 days (D10). */
export function applyTidy(state: BranchState, change: ChangeOf<'tidy'>): Applied<BranchState> {
	let doc = state;
	const retired: HistoryLine[] = [];
	for (const [name, requirement] of Object.entries(state.requirements)) {
		const rolled = tooOld(requirement, change);
		if (rolled.length === 0) continue;
		const named = { name, scope: requirement.scope };
		for (const [key, entry] of rolled) {
			retired.push(historyLine({ at: change.at, named, session: key, endedBy: 'rolled' }, entry));
		}
		const gone = new Set(rolled.map(([key]) => key));
		const kept = Object.entries(requirement.sessions).filter(([key]) => !gone.has(key));
		doc = withRequirement(doc, name, { ...requirement, sessions: Object.fromEntries(kept) });
	}
	return { doc, retired };
}

/** Whether a tidy would roll anything over. */
export function isUntidy(state: BranchState, change: ChangeOf<'tidy'>): boolean {
	return Object.values(state.requirements).some((one) => tooOld(one, change).length > 0);
}

/** Whether some requirement holds far more than the file should carry. */
export function isOvergrown(state: BranchState): boolean {
	return Object.values(state.requirements).some(
		({ sessions }) => Object.keys(sessions).length > 2 * MAX_ENTRIES,
	);
}

/** Brings a returning session's entries back, unless it has newer ones (D10). */
export function applyRecall(state: BranchState, change: ChangeOf<'recall'>): Applied<BranchState> {
	let doc = state;
	for (const { entry, ...named } of change.entries) {
		const requirement = requirementOf(doc, named);
		if (entryOf(requirement.sessions, change) !== undefined) continue;
		if (requirement.scope !== named.scope) continue;
		const key = entryKey(requirement.sessions, change);
		const sessions = { ...requirement.sessions, [key]: { ...entry, uuid: change.uuid } };
		doc = withRequirement(doc, named.name, { ...requirement, sessions });
	}
	return { doc, retired: [] };
}

function tooOld(requirement: RequirementState, change: ChangeOf<'tidy'>): [string, SessionEntry][] {
	const oldest = Date.parse(change.at) - MAX_AGE_MS;
	const entries = Object.entries(requirement.sessions);
	const kept = entries.length > MAX_ENTRIES ? KEPT_ENTRIES : entries.length;
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
