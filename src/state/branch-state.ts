import { isUuid, parseSessionId, type Session } from '../host/session-id.ts';
import * as z from '../store/shape.ts';

/** Who or what satisfied a requirement (data model). */
export type SatisfiedBy = 'skill' | 'command' | 'user' | 'agent' | 'approval' | 'plan' | 'carried';

/** What is stored of a satisfaction, at the root or in a session's entry, and of one that was cleared. */
const Satisfaction = z.object({
	satisfied: z.optional(z.boolean()),
	satisfied_at: z.optional(z.string()),
	satisfied_by: z.optional(z.string()),
	expires_at: z.optional(z.string()),
	stale_since: z.optional(z.string()),
	/** The first file that made it stale, and the git command that changed it: `merge`. */
	stale_file: z.optional(z.string()),
	stale_cause: z.optional(z.string()),
	metadata: z.optional(z.record(z.string(), z.unknown())),
	/** When the satisfaction was cleared: an earlier skill or carry does not bring it back. */
	cleared_at: z.optional(z.string()),
});
export type SatisfactionFields = z.output<typeof Satisfaction>;

/** What one session did about one requirement. */
export const SessionEntry = z.looseObject({
	...Satisfaction.shape,
	uuid: z.optional(z.string()),
	triggered: z.optional(z.boolean()),
	triggered_at: z.optional(z.string()),
	/** When a call last consumed the satisfaction: earlier triggers in the journal are history (D31). */
	spent_at: z.optional(z.string()),
	/** Until when the session's work is over: none of its files differs from what is committed. */
	settled_at: z.optional(z.string()),
	/** The commit that consumed it, or the branch to which it was carried over. */
	spent_commit: z.optional(z.string()),
	spent_to: z.optional(z.string()),
});
export type SessionEntry = z.output<typeof SessionEntry>;

/** One requirement on one branch. The scopes `branch` and `permanent` are satisfied at this level. */
const RequirementState = z.looseObject({
	scope: z.string(),
	...Satisfaction.shape,
	/** Key and full id of the session that satisfied it, for the scopes `branch` and `permanent`. */
	session: z.optional(z.string()),
	uuid: z.optional(z.string()),
	sessions: z.record(z.string(), SessionEntry),
	/** Dynamic requirements: the last measurement; without lines if git could not tell. */
	measured: z.optional(z.looseObject({ lines: z.optional(z.number()), at: z.string() })),
});
export type RequirementState = z.output<typeof RequirementState>;

export const Paused = z.looseObject({
	at: z.string(),
	by: z.string(),
	reason: z.optional(z.string()),
});
export type Paused = z.output<typeof Paused>;

/** `<git common dir>/requirements/<branch>.json`. Loose: keys of a newer build are kept. */
export const BranchState = z.looseObject({
	schema_version: z.literal(1),
	branch: z.string(),
	project: z.string(),
	created_at: z.string(),
	updated_at: z.string(),
	paused: z.optional(Paused),
	requirements: z.record(z.string(), RequirementState),
	/** Never stored: the folder of the state is this link, which req does not follow. */
	behind_link: z.optional(z.string()),
});
export type BranchState = z.output<typeof BranchState>;

/** The state of a branch for which nothing is stored. `at`: ISO time. */
export function emptyState(
	{ branch, root }: { readonly branch: string; readonly root: string },
	at: string,
): BranchState {
	const times = { created_at: at, updated_at: at };
	return { schema_version: 1, branch, project: root, ...times, requirements: {} };
}

/** Whether satisfactions of this scope are stored at the root; all others in the session's entry. */
export function isRootScope(scope: string): boolean {
	return scope === 'branch' || scope === 'permanent';
}

/** What is stored of a requirement. Names come from the config: none may reach into a prototype. */
export function storedOf(state: BranchState | undefined, name: string): RequirementState | undefined {
	const all = state?.requirements ?? {};
	return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** A state with one requirement replaced. */
export function withRequirement(state: BranchState, name: string, requirement: RequirementState): BranchState {
	if (storedOf(state, name) === requirement) return state;
	return { ...state, requirements: { ...state.requirements, [name]: requirement } };
}

/** This session's entry; `undefined` if it has none. */
export function entryOf(stored: RequirementState | undefined, session: Session): SessionEntry | undefined {
	const entries = stored?.sessions ?? {};
	const key = entryKey(entries, session);
	return isOwn(entries, key, session) ? entries[key] : undefined;
}

/**
 * The key of a session's entry, or the one that it would get: 8 digits, 12 if another session has those. An entry stays
 * where it is when the shorter key becomes free (D5).
 */
export function entryKey(entries: Readonly<Record<string, unknown>>, session: Session): string {
	const { key, longKey } = session;
	const own = [key, longKey].find((one) => isOwn(entries, one, session));
	return own ?? (Object.hasOwn(entries, key) ? longKey : key);
}

/**
 * An entry without a full id belongs to the session that has its key, and so does one with the key in place of the id:
 * a command line may name a session by its key alone. Such a session owns the entry under its key.
 */
function isOwn(entries: Readonly<Record<string, unknown>>, at: string, session: Session): boolean {
	if (!Object.hasOwn(entries, at)) return false;
	const { key, uuid } = session;
	const owner = (entries[at] as { uuid?: unknown } | null)?.uuid;
	return owner === undefined || owner === uuid || owner === key || uuid === key;
}

/**
 * A stored state in the shape of this build: what the designs' examples leave out is filled in from `empty`, and full ids
 * become keys (D6). Returns `json` itself if it has that shape. Anything unexpected is left for the schema to refuse.
 */
export function completeState(json: unknown, empty: BranchState): unknown {
	if (!z.isRecord(json) || !z.isRecord(json['requirements'])) return json;
	let isWhole = json['schema_version'] === 1;
	const requirements = Object.entries(json['requirements']).map(([name, one]) => {
		if (!z.isRecord(one)) return [name, one];
		const { sessions = {} } = one;
		const filed = z.isRecord(sessions) ? filedByKey(sessions) : sessions;
		if (filed !== one['sessions']) isWhole = false;
		return [name, { scope: 'session', ...one, sessions: filed }];
	});
	if (isWhole) return json;
	return { ...empty, ...json, requirements: Object.fromEntries(requirements) };
}

/** One session under its full id and under its key: what either has satisfied or armed counts. */
function united(one: object, other: object): object {
	const flags = [one, other].flatMap((entry) => Object.entries(entry).filter(([, value]) => value === true));
	return { ...one, ...other, ...Object.fromEntries(flags) };
}

function filedByKey(sessions: Readonly<Record<string, unknown>>): object {
	const isFullId = (key: string) => isUuid(key.toLowerCase());
	if (!Object.keys(sessions).some(isFullId)) return sessions;
	const entries = Object.entries(sessions);
	const filed = Object.fromEntries(entries.filter(([key]) => !isFullId(key)));
	for (const [id, entry] of entries) {
		const session = isFullId(id) ? parseSessionId(id) : undefined;
		if (session === undefined) continue;
		const key = entryKey(filed, session);
		const named = z.isRecord(entry) ? { ...entry, uuid: session.uuid } : entry;
		filed[key] = z.isRecord(filed[key]) && z.isRecord(named) ? united(filed[key], named) : named;
	}
	return filed;
}
