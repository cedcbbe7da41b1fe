import type { LeftoverKind } from '../core/prune/retention.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { RegistryEntry } from '../state/registry-kind.ts';

/** What is stored and nobody needs any more. */
export interface Leftovers {
	/**
	 * Looks wherever this project and this user keep something. Changes nothing.
	 *
	 * @param terms `live`: the entries of all live sessions; `archivedBefore`: archived records of sessions that
	 * were last at work before that moment (milliseconds) go too
	 */
	readonly find: (place: Place, terms: PruneTerms) => Promise<PruneSearch>;
	/** All that is stored of one session, wherever it lies. Changes nothing. */
	readonly ofSession: (place: Place, session: Session) => Promise<readonly Leftover[]>;
}

interface PruneTerms {
	readonly live: readonly RegistryEntry[];
	readonly archivedBefore: number | undefined;
}

/** What could go, and what would have to be judged and cannot be. */
export interface PruneSearch {
	readonly leftovers: readonly Leftover[];
	readonly kept: readonly KeptLeftover[];
}

export interface Leftover {
	readonly kind: LeftoverKind;
	/** Absolute; a lock's is its document's. */
	readonly path: string;
	/** What becomes free. */
	readonly bytes: number;
	/** What it is of: a branch, a root. Foreign text. */
	readonly of: string | undefined;
	/** Looks again, under the lock where there is one. Why it stays, or `undefined` when it is gone. */
	readonly remove: () => Promise<string | undefined>;
}

export interface KeptLeftover {
	readonly path: string;
	readonly why: string;
}
