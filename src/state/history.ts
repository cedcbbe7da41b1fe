import { DAY_MS } from '../store/clock.ts';
import * as z from '../store/shape.ts';
import { compareTexts } from '../text/strings.ts';
import {
	type BranchState,
	type Paused,
	type RequirementState,
	type SatisfactionFields,
	SessionEntry,
	withRequirement,
} from './branch-state.ts';

/** Why a satisfaction left the state. `rolled`: it only grew old, and may return (D10). */
export type EndedBy = 'spent' | 'carried' | 'cleared' | 'replaced' | 'scope' | 'session_end' | 'rolled';

/** Not why a satisfaction ended, but a pause of the gates. */
export const UNPAUSED = 'unpaused';

/** One line of `history/<branch>.jsonl`: a satisfaction, or a pause, that has ended. */
export const HistoryLine = z.looseObject({
	at: z.string(),
	requirement: z.string(),
	scope: z.string(),
	/** Key of the session; `undefined` for a satisfaction at the root. */
	session: z.optional(z.string()),
	ended_by: z.string(),
	entry: SessionEntry,
});
export type HistoryLine = z.output<typeof HistoryLine>;

export interface Changed {
	readonly doc: BranchState;
	readonly retired: readonly HistoryLine[];
}

/**
 * Moves old entries to the history: part of each write (D10).
 *
 * @param isSpared whether an entry stays whatever its age: its session runs
 */
export function rollOver(
	state: BranchState,
	at: string,
	isSpared: (entry: SessionEntry, key: string) => boolean,
): Changed {
	const retired: HistoryLine[] = [];
	let doc = state;
	for (const [name, before] of Object.entries(state.requirements)) {
		const old = oldEntries(before, at).filter(([key, entry]) => !isSpared(entry, key));
		const of = { at, name, scope: before.scope };
		retired.push(...old.map(([key, entry]) => lineOf(of, entry, 'rolled', key)));
		const gone = new Set(old.map(([key]) => key));
		const left = Object.entries(before.sessions).filter(([key]) => !gone.has(key));
		const after = { ...before, sessions: Object.fromEntries(left) };
		if (old.length > 0) doc = withRequirement(doc, name, after);
	}
	return { doc, retired };
}

/** A root's satisfaction without the rest of its requirement; a session's entry as a whole: it may return. */
export function lineOf(
	{ at, name, scope }: { readonly at: string; readonly name: string; readonly scope: string },
	holder: SatisfactionFields,
	ended_by: EndedBy,
	session?: string,
): HistoryLine {
	const {
		sessions: _,
		scope: _scope,
		session: _session,
		measured: _measured,
		...entry
	} = holder as SatisfactionFields & Partial<RequirementState>;
	return { at, requirement: name, scope, session, ended_by, entry };
}

/** The line of a pause that is over: it is about no requirement. @param at when it ended */
export function pauseLine(paused: Paused, at: string): HistoryLine {
	return { at, requirement: '', scope: 'branch', ended_by: UNPAUSED, entry: { paused } };
}

/** Entries that a requirement may have in the file, and how many stay once it has more (D10). */
export const MAX_ENTRIES = 50;
export const KEPT_ENTRIES = 40;
const MAX_AGE_MS = 30 * DAY_MS;

/**
 * Entries older than 30 days, and of too many the oldest that were not touched for a day: a session of today may still
 * run. The age of an entry without any time is unknown, so it is not too old.
 */
function oldEntries({ sessions }: RequirementState, at: string): [string, SessionEntry][] {
	const entries = Object.entries(sessions).sort(([, one], [, other]) => compareTexts(lastTouch(other), lastTouch(one)));
	const room = entries.length > MAX_ENTRIES ? KEPT_ENTRIES : entries.length;
	return entries.filter(([, entry], position) => {
		const age = Date.parse(at) - Date.parse(lastTouch(entry));
		return age > MAX_AGE_MS || (position >= room && !(age < DAY_MS));
	});
}

function lastTouch(entry: SessionEntry): string {
	const { satisfied_at, triggered_at, settled_at, stale_since, spent_at, cleared_at } = entry;
	const times = [satisfied_at, triggered_at, settled_at, stale_since, spent_at, cleared_at];
	return times.reduce<string>((last, time = '') => (time > last ? time : last), '');
}
