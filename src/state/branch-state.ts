import type { Session } from '../core/session/session-id.ts';
import * as z from '../store/shape.ts';

/** Who or what satisfied a requirement (data model). */
export const SatisfiedBy = z.enum([
	'skill',
	'command',
	'user',
	'agent',
	'approval',
	'plan',
	'carried',
]);
export type SatisfiedBy = z.output<typeof SatisfiedBy>;

/** Where a branch stood: its commit, and how its log began, which tells it from another branch of the same name. */
export const Tip = z.looseObject({ commit: z.string(), born: z.optional(z.string()) });
export type Tip = z.output<typeof Tip>;

/** What is kept of a satisfaction, at the root or in a session's entry, and of one that was taken back. */
const Satisfaction = z.object({
	satisfied: z.optional(z.boolean()),
	satisfied_at: z.optional(z.string()),
	satisfied_by: z.optional(z.string()),
	expires_at: z.optional(z.string()),
	stale_since: z.optional(z.string()),
	metadata: z.optional(z.record(z.string(), z.unknown())),
	/** Where the branch stood then: a satisfaction is the branch's, not its name's. */
	tip: z.optional(Tip),
	/** When somebody took a satisfaction back: an earlier skill or carry does not bring it back. */
	cleared_at: z.optional(z.string()),
});
export type SatisfactionFields = z.output<typeof Satisfaction>;

/** What one session did about one requirement. */
export const SessionEntry = z.looseObject({
	...Satisfaction.shape,
	uuid: z.optional(z.string()),
	triggered: z.optional(z.boolean()),
	triggered_at: z.optional(z.string()),
	/** Last spend: triggers in the journal up to then are history (D31). */
	spent_at: z.optional(z.string()),
});
export type SessionEntry = z.output<typeof SessionEntry>;

/** One requirement on one branch. Branch and permanent scopes are satisfied at this level. */
export const RequirementState = z.looseObject({
	scope: z.string(),
	...Satisfaction.shape,
	/** Key and full id of the session that satisfied it, for branch and permanent scopes. */
	session: z.optional(z.string()),
	uuid: z.optional(z.string()),
	sessions: z.record(z.string(), SessionEntry),
	/** Dynamic requirements: the last measurement. */
	measured: z.optional(z.looseObject({ lines: z.optional(z.number()), at: z.string() })),
});
export type RequirementState = z.output<typeof RequirementState>;

/**
 * What `req inherit` left for the next session of the branch. `from`: full id of the source, `ref`: as it was
 * named. `select`: as `readSelection` reads it. `max_age`: milliseconds. `taken_by`: full id of the session that had it.
 */
export const ArmedInherit = z.object({
	at: z.string(),
	by: z.string(),
	from: z.string(),
	ref: z.string(),
	select: z.string(),
	required: z.boolean(),
	max_age: z.optional(z.number()),
	taken_by: z.optional(z.string()),
});
export type ArmedInherit = z.output<typeof ArmedInherit>;

/** `<git common dir>/requirements/<branch>.json`. Loose: a newer build's keys survive. */
export const BranchState = z.looseObject({
	schema_version: z.literal(1),
	branch: z.string(),
	project: z.string(),
	created_at: z.string(),
	updated_at: z.string(),
	paused: z.optional(
		z.looseObject({ at: z.string(), by: z.string(), reason: z.optional(z.string()) }),
	),
	armed_inherit: z.optional(ArmedInherit),
	requirements: z.record(z.string(), RequirementState),
	/** Never stored: its folder is a link, which is not followed. */
	behind_link: z.optional(z.string()),
});
export type BranchState = z.output<typeof BranchState>;

/** What still waits for the next session of a branch; `undefined`: nothing, or a session has had it. */
export function waitingInherit(state: BranchState | undefined): ArmedInherit | undefined {
	const armed = state?.armed_inherit;
	return armed?.taken_by === undefined ? armed : undefined;
}

const owner = { key: z.string(), long_key: z.string(), uuid: z.string() };
const named = z.object({ name: z.string(), scope: z.string() });
const names = z.array(named);

/** The fields that every dated change starts with. */
const dated = <const Op extends string>(op: Op) => ({ op: z.literal(op), at: z.string() });

/**
 * Everything that can happen to a branch's state. A change is data, so that a writer who cannot get the lock in time
 * leaves it as a pending line for the next one (D8). `at`: ISO time.
 */
export const BranchChange = z.discriminatedUnion('op', [
	z.object({
		...dated('satisfy'),
		...owner,
		names: z.array(z.object({ ...named.shape, expires_at: z.optional(z.string()) })),
		by: SatisfiedBy,
		metadata: z.record(z.string(), z.unknown()),
		tip: z.optional(Tip),
		/** Only where the session was never satisfied before: what was spent or cleared stays so. */
		once: z.optional(z.boolean()),
	}),
	/** `at` of each name: the first matching call that ran (D31). */
	z.object({
		op: z.literal('trigger'),
		...owner,
		names: z.array(z.object({ ...named.shape, at: z.string() })),
	}),
	/** The bypass that armed requirements at that time is over: none of its files differs from what is committed. */
	z.object({ ...dated('disarm'), ...owner, names }),
	/** `to`: not used up, but gone to that branch with the session's work, armed flag and all. */
	z.object({ ...dated('spend'), ...owner, names, to: z.optional(z.string()) }),
	z.object({ ...dated('stale'), ...owner, names }),
	z.object({ ...dated('clear'), ...owner, names, all_sessions: z.boolean() }),
	/** Changed lines of the branch; absent where git cannot tell. */
	z.object({ ...dated('measure'), names, lines: z.optional(z.number()) }),
	/** Everything this session stored per session goes to the history (`clear_session_state`). */
	z.object({ ...dated('forget'), ...owner }),
	/** Entries that had been rolled over come back with their session (D10). */
	z.object({
		op: z.literal('recall'),
		...owner,
		entries: z.array(z.object({ ...named.shape, entry: SessionEntry })),
	}),
	/** Rolls old entries over, but neither those of `live` full ids nor any touched after `spare_since` (D10). */
	z.object({
		...dated('tidy'),
		live: z.array(z.string()),
		spare_since: z.optional(z.string()),
	}),
	z.object({ ...dated('pause'), by: z.string(), reason: z.optional(z.string()) }),
	z.object({ op: z.literal('unpause') }),
	/** The next session of the branch inherits. */
	z.object({ op: z.literal('arm_inherit'), ...ArmedInherit.shape }),
	z.object({ op: z.literal('disarm_inherit') }),
	/** The first that takes it has it. */
	z.object({ op: z.literal('take_inherit'), uuid: z.string() }),
]);
export type BranchChange = z.output<typeof BranchChange>;

/** One kind of change. */
export type ChangeOf<Op extends BranchChange['op']> = Extract<BranchChange, { op: Op }>;

/** A requirement as a change names it: the scope is the config's. */
export interface Named {
	readonly name: string;
	readonly scope: string;
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

/** All requirements of a state, under the scopes they have there. */
export function allNamed({ requirements }: BranchState): Named[] {
	return Object.entries(requirements).map(([name, { scope }]) => ({ name, scope }));
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
interface EntryOwner {
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
