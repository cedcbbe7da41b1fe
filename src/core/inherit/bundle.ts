import type { List, Selection } from './selection.ts';

/** Version of the bundle (seed 000, P5-1). A reader takes what it knows of any other one (P5-2). */
export const BUNDLE_VERSION = '1';

/** Where an item comes from, and how sure it was there: the stored confidence, unchanged by time (D22). */
export interface ItemOrigin {
	/** Key of the session. */
	readonly session: string;
	/** 0–1 */
	readonly confidence: number;
}

/**
 * All that one session takes over from another and its ancestors: `inherited/<key>.json`, written once (seed 000,
 * CTX-1). The first nine keys are the `inherited` block of the seed.
 */
export interface Bundle {
	readonly version: string;
	/** Name of the session, else its key. */
	readonly from_session: string;
	/** ISO time of its end, else of its last activity, else of its start (API-6). */
	readonly from_completed_at: string;
	/** Names, else keys, oldest ancestor first, the source last. */
	readonly lineage: readonly string[];
	/** Nearest session first, in the order in which each was learnt. */
	readonly learnings: readonly string[];
	readonly patterns: readonly string[];
	readonly warnings: readonly string[];
	readonly decisions: readonly string[];
	readonly progress_summary: string;
	/** Of each item of a list, in its order. */
	readonly origins: Readonly<Record<List, readonly ItemOrigin[]>>;
	/** Full ids: who inherits, and from whom. */
	readonly session: string;
	readonly from_uuid: string;
	readonly inherited_at: string;
	readonly select: Selection;
	/** Something found no room in the caps or the budget. */
	readonly truncated: boolean;
	/** Hex digest of all other keys as they stand in the file. */
	readonly sha256: string;
}

/** The text a bundle has on disk. */
export function bundleFileText(bundle: Bundle): string {
	return `${JSON.stringify(bundle)}\n`;
}
