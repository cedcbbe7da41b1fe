import * as z from 'zod/mini';
import { SatisfiedBy } from './schema.ts';

const session = { key: z.string(), long_key: z.string(), uuid: z.string() };
const names = z.array(z.object({ name: z.string(), scope: z.string() }));

/**
 * Everything that can happen to a branch's state. A change is data, so that a writer who cannot get
 * the lock in time leaves it as a pending line for the next one (D8). `at`: ISO time.
 */
export const BranchChange = z.discriminatedUnion('op', [
	z.object({
		op: z.literal('satisfy'),
		at: z.string(),
		...session,
		names,
		by: SatisfiedBy,
		/** Milliseconds; absent = never. */
		ttl: z.record(z.string(), z.number()),
		metadata: z.record(z.string(), z.unknown()),
	}),
	z.object({ op: z.literal('trigger'), ...session, names, first: z.record(z.string(), z.string()) }),
	z.object({ op: z.literal('spend'), at: z.string(), ...session, names }),
	z.object({ op: z.literal('stale'), at: z.string(), ...session, names }),
	z.object({ op: z.literal('clear'), at: z.string(), ...session, names, all_sessions: z.boolean() }),
	z.object({ op: z.literal('forget'), at: z.string(), uuid: z.string() }),
	z.object({ op: z.literal('measure'), at: z.string(), names, lines: z.number() }),
	z.object({ op: z.literal('pause'), at: z.string(), by: z.string(), reason: z.optional(z.string()) }),
	z.object({ op: z.literal('unpause') }),
	/** Roll-over of old entries (D10); `live` are the full ids that stay. */
	z.object({ op: z.literal('tidy'), at: z.string(), live: z.array(z.string()) }),
]);
export type BranchChange = z.output<typeof BranchChange>;
