import type { BranchState } from '../branch-state/schema.ts';
import type { Loaded } from '../document/document.ts';
import type { Registry } from '../registry/schema.ts';
import type { InitRecord } from '../setup/record.ts';

/** A document as it lies in its file. `unreadable`: this user may not read it. */
export type Lying<Doc> = Loaded<Doc> | { readonly kind: 'unreadable'; readonly reason: string };

/** What a busy, stopped or killed process left beside documents. Ages in milliseconds. */
export interface LyingAround {
	/** Changes that wait for a lock (D8). */
	readonly pending: readonly {
		readonly path: string;
		readonly lines: number;
		readonly age: number;
	}[];
	readonly locks: readonly LyingLock[];
	readonly temporaries: readonly { readonly path: string; readonly age: number }[];
	/** Documents set aside, oldest first. */
	readonly quarantined: readonly string[];
}

export interface LyingLock {
	readonly path: string;
	/** `dead`: the owner is gone, or nobody signed. `foreign`: of another host. */
	readonly owner: 'alive' | 'dead' | 'foreign';
	/** `undefined` where nobody signed. */
	readonly pid: number | undefined;
	readonly host: string | undefined;
	readonly age: number;
}

/** A state directory, looked at without changing anything (D7). */
export interface StoredState extends LyingAround {
	readonly directory: string;
	/** It is a link, which is not followed: nothing in it counts. */
	readonly linked: boolean;
	readonly writable: boolean;
	/** Bytes free on its disk; `undefined` where the system does not tell. */
	readonly free: number | undefined;
	readonly documents: readonly { readonly path: string; readonly lying: Lying<BranchState> }[];
	/** What `req init` did in this project, and for all projects of this user. */
	readonly records: readonly { readonly path: string; readonly lying: Lying<InitRecord> }[];
	/** Bytes of all journals. */
	readonly journals: number;
}

/** The registry and the compiled config, likewise. */
export interface StoredForUser extends LyingAround {
	readonly registry: { readonly path: string; readonly lying: Lying<Registry> };
	/** The client's config directory, or where it would be made, can be written. */
	readonly writable: boolean;
	readonly cache: { readonly path: string; readonly writable: boolean };
}
