import * as z from '../store/shape.ts';
import { type BranchState, Paused, type SessionEntry } from './branch-state.ts';
import { HistoryLine, UNPAUSED } from './history.ts';

/** One satisfaction, past or present. */
export interface Deed {
	readonly requirement: string;
	readonly scope: string;
	/** Key of the session that satisfied it; `undefined` where it is not known. */
	readonly session: string | undefined;
	readonly satisfaction: SessionEntry;
	/** When and why it left the state; `undefined` while it stands there. */
	readonly ended: { readonly at: string; readonly by: string } | undefined;
}

/**
 * Who asked for a satisfaction: the user by a command typed into the client or in a terminal, or the model.
 */
const AskedBy = z.enum(['typed', 'terminal', 'model']);
export type AskedBy = z.output<typeof AskedBy>;

/** `undefined`: nobody asked, as where a command succeeded, or the entry is from before this was kept. */
export function askedByIn({ satisfied_by, metadata }: Partial<SessionEntry>): AskedBy | undefined {
	const kept = z.valueIn(AskedBy, metadata?.['asked_by']);
	if (kept !== undefined) return kept;
	const invoker = metadata?.['invoked_by'];
	if (satisfied_by === 'agent' || invoker === 'model') return 'model';
	return invoker === 'user' ? 'typed' : undefined;
}

/**
 * Every satisfaction of a branch, and every session that got round a gate, newest first: those in its state and those its history file keeps.
 * One that was only rolled over, and came back, counts once.
 */
export function auditTrail(state: BranchState | undefined, history: readonly unknown[]): Deed[] {
	const past = history.flatMap(pastDeed).reverse();
	const all = [...(state === undefined ? [] : presentDeeds(state)), ...past];
	const distinct = new Map<string, Deed>();
	for (const deed of all) {
		const { requirement, session, satisfaction } = deed;
		const id = JSON.stringify([requirement, session, satisfaction.satisfied_at]);
		if (!distinct.has(id)) distinct.set(id, deed);
	}
	return [...distinct.values()].sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
}

function presentDeeds(state: BranchState): Deed[] {
	return Object.entries(state.requirements).flatMap(([requirement, stored]) => {
		const { scope, session } = stored;
		const known = { ended: undefined };
		const root = { requirement, scope, session, satisfaction: stored, ...known };
		const entries = Object.entries(stored.sessions).map(([key, entry]) => ({
			...root,
			session: key,
			satisfaction: entry,
		}));
		return [root, ...entries].filter(isDeed);
	});
}

function pastDeed(raw: unknown): Deed[] {
	if (!HistoryLine.fits(raw)) return [];
	const { at, requirement, scope, session, ended_by, entry } = raw;
	const deed = { requirement, scope, session, satisfaction: entry };
	return [{ ...deed, ended: { at, by: ended_by } }].filter(isDeed);
}

/** What was only triggered is no satisfaction. */
function isDeed({ satisfaction }: Deed): boolean {
	return satisfaction.satisfied === true;
}

/** A time in which the gates of a branch were paused. `until`: ISO time; absent if they still are. */
interface Pause extends Paused {
	readonly until?: string;
}

/** When the gates of a branch were paused. */
export function pauses(state: BranchState | undefined, history: readonly unknown[]): Pause[] {
	const past = history.flatMap((raw): Pause[] => {
		if (!HistoryLine.fits(raw) || raw.ended_by !== UNPAUSED) return [];
		const { paused } = raw.entry;
		return Paused.fits(paused) ? [{ ...paused, until: raw.at }] : [];
	});
	return state?.paused === undefined ? past : [...past, state.paused];
}

function timeOf({ satisfaction }: Deed): string {
	return satisfaction.satisfied_at ?? '';
}
