import type { Session } from '../session/session-id.ts';
import type { BranchState, RequirementState, SessionEntry, Tip } from './schema.ts';

/** A requirement as a change names it: the scope is the config's. */
export interface Named {
	readonly name: string;
	readonly scope: string;
}

/** The fields that make up a satisfaction, at the root or in a session's entry. */
export interface SatisfactionFields {
	satisfied?: boolean | undefined;
	satisfied_at?: string | undefined;
	satisfied_by?: string | undefined;
	expires_at?: string | undefined;
	stale_since?: string | undefined;
	metadata?: Record<string, unknown> | undefined;
	tip?: Tip | undefined;
}

/** Branch and permanent satisfactions stand at the root, the others in the session's entry. */
export function isRootScope(scope: string): boolean {
	return scope === 'branch' || scope === 'permanent';
}

/** What is stored of a requirement. Names are the config's: none may reach into a prototype. */
export function storedOf(
	state: BranchState | undefined,
	name: string,
): RequirementState | undefined {
	const all = state?.requirements ?? {};
	return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** One requirement's state, or an empty one of this scope. */
export function requirementOf(state: BranchState, { name, scope }: Named): RequirementState {
	return storedOf(state, name) ?? { scope, sessions: {} };
}

/** The state with one requirement replaced; the same object when nothing changed. */
export function withRequirement(
	state: BranchState,
	name: string,
	next: RequirementState,
): BranchState {
	if (storedOf(state, name) === next) return state;
	return { ...state, requirements: { ...state.requirements, [name]: next } };
}

/** A requirement with its owner's entry replaced. */
export function withEntry(
	requirement: RequirementState,
	owner: EntryOwner,
	change: (entry: SessionEntry) => SessionEntry,
): RequirementState {
	const key = entryKey(requirement.sessions, owner);
	const before = entryOf(requirement.sessions, owner);
	const after = change(before ?? { uuid: owner.uuid });
	if (after === before) return requirement;
	return { ...requirement, sessions: { ...requirement.sessions, [key]: after } };
}

/** A requirement without the satisfaction at its root. */
export function withoutRootSatisfaction(requirement: RequirementState): RequirementState {
	const { session: _session, uuid: _uuid, ...rest } = withoutSatisfaction(requirement);
	return rest;
}

/** The same object without any satisfaction. */
export function withoutSatisfaction<Holder extends SatisfactionFields>(holder: Holder): Holder {
	const {
		satisfied: _s,
		satisfied_at: _at,
		satisfied_by: _by,
		expires_at: _expires,
		stale_since: _stale,
		metadata: _metadata,
		tip: _tip,
		...rest
	} = holder;
	return rest as Holder;
}

/** A session as a change or a caller names it. */
export interface EntryOwner {
	readonly key: string;
	readonly long_key: string;
	readonly uuid: string;
}

/** A session as documents and changes spell it. */
export function ownerOf(session: Session): EntryOwner {
	return { key: session.key, long_key: session.longKey, uuid: session.uuid };
}

type Entries = Readonly<Record<string, SessionEntry>>;

/**
 * Where this session's entry stands or would stand: a key that holds another full id is not ours, and
 * an entry stays where it is when the shorter key becomes free (D5).
 */
export function entryKey(entries: Entries, owner: EntryOwner): string {
	const { key, long_key } = owner;
	const own = [key, long_key].find((one) => ownedAt(entries, one, owner) !== undefined);
	return own ?? (Object.hasOwn(entries, key) ? long_key : key);
}

/** This session's entry, or `undefined`. */
export function entryOf(entries: Entries, owner: EntryOwner): SessionEntry | undefined {
	return ownedAt(entries, entryKey(entries, owner), owner);
}

function ownedAt(entries: Entries, key: string, owner: EntryOwner): SessionEntry | undefined {
	const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
	return entry !== undefined && isOwned(entry, owner) ? entry : undefined;
}

/** The full id an entry keeps when its owner writes it: a key alone never replaces one (D5). */
export function uuidFor(entry: SessionEntry, owner: EntryOwner): string {
	return isKeyOnly(owner) ? (entry.uuid ?? owner.uuid) : owner.uuid;
}

/** An entry without a full id was written by an older tool and belongs to whoever has its key (D6). */
function isOwned(entry: SessionEntry, owner: EntryOwner): boolean {
	if (entry.uuid === undefined || entry.uuid === owner.uuid) return true;
	// A session given only by its key on the command line owns whatever stands there, and the other
	// way round its entry is the session's that has the key.
	return isKeyOnly(owner) || entry.uuid === owner.key;
}

function isKeyOnly(owner: EntryOwner): boolean {
	return owner.uuid === owner.key;
}
