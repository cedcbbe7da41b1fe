import type { BranchState, RequirementState, SessionEntry, Tip } from './schema.ts';
import { type EntryOwner, entryKey, entryOf } from './session-entries.ts';

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
