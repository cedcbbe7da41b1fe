import * as z from '../document/shape.ts';
import { ArmedInherit, SatisfiedBy, SessionEntry, Tip } from './schema.ts';

const owner = { key: z.string(), long_key: z.string(), uuid: z.string() };
const named = z.object({ name: z.string(), scope: z.string() });
const names = z.array(named);

/** What happens to requirements. */
const requirementChanges = () =>
	[
		z.object({
			op: z.literal('satisfy'),
			at: z.string(),
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
			names: z.array(
				z.object({
					...{ ...named.shape, at: z.string() },
					...{ unchecked_at: z.optional(z.string()), bypassed_at: z.optional(z.string()) },
				}),
			),
		}),
		/** What armed requirements at that time was put back: it got round them, and did no work. */
		z.object({ op: z.literal('disarm'), at: z.string(), ...owner, names }),
		/** `to`: not used up, but gone to that branch with the session's work, armed flag and all. */
		z.object({
			op: z.literal('spend'),
			at: z.string(),
			...owner,
			names,
			to: z.optional(z.string()),
		}),
		z.object({ op: z.literal('stale'), at: z.string(), ...owner, names }),
		z.object({
			op: z.literal('clear'),
			at: z.string(),
			...owner,
			names,
			all_sessions: z.boolean(),
		}),
		/** Changed lines of the branch; absent where git cannot tell. */
		z.object({ op: z.literal('measure'), at: z.string(), names, lines: z.optional(z.number()) }),
	] as const;

/** What happens to the entries of sessions, and to the branch as a whole. */
const sessionChanges = () =>
	[
		/** Everything this session stored per session goes to the history (`clear_session_state`). */
		z.object({ op: z.literal('forget'), at: z.string(), ...owner }),
		/** Entries that had been rolled over come back with their session (D10). */
		z.object({
			op: z.literal('recall'),
			...owner,
			entries: z.array(z.object({ ...named.shape, entry: SessionEntry })),
		}),
		/** Rolls old entries over, but neither those of `live` full ids nor any touched after `spare_since` (D10). */
		z.object({
			op: z.literal('tidy'),
			at: z.string(),
			live: z.array(z.string()),
			spare_since: z.optional(z.string()),
		}),
		z.object({
			op: z.literal('pause'),
			at: z.string(),
			by: z.string(),
			reason: z.optional(z.string()),
		}),
		z.object({ op: z.literal('unpause') }),
		/** The next session of the branch inherits. */
		z.object({ op: z.literal('arm_inherit'), ...ArmedInherit.shape }),
		z.object({ op: z.literal('disarm_inherit') }),
		/** The first that takes it has it. */
		z.object({ op: z.literal('take_inherit'), uuid: z.string() }),
	] as const;

/**
 * Everything that can happen to a branch's state. A change is data, so that a writer who cannot get the lock in time
 * leaves it as a pending line for the next one (D8). `at`: ISO time. Made when such a line is read: mostly there is none.
 */
export const BranchChange = z.lazy(() =>
	z.discriminatedUnion('op', [...requirementChanges(), ...sessionChanges()]),
);
export type BranchChange = z.output<typeof BranchChange>;

/** One kind of change. */
export type ChangeOf<Op extends BranchChange['op']> = Extract<BranchChange, { op: Op }>;
