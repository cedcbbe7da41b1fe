import type { BranchState } from '../branch-state/schema.ts';
import type { Loaded } from '../document/document.ts';
import type { Registry } from '../registry/schema.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import type { InitRecord } from '../setup/record.ts';
import type { Tasks } from '../task/schema.ts';

/** A document as its file is. `unreadable`: this user may not read it. */
export interface OnDisk<Doc> {
	readonly path: string;
	readonly found: Loaded<Doc> | { readonly kind: 'unreadable'; readonly reason: string };
}

/** What a busy, stopped or killed process left beside documents. Ages in milliseconds. */
export interface StrayFiles {
	/** Changes that wait for a lock. */
	readonly pending: readonly {
		readonly path: string;
		readonly lines: number;
		readonly age: number;
	}[];
	readonly locks: readonly StoredLock[];
	readonly temporaries: readonly { readonly path: string; readonly age: number }[];
	/** Names of documents set aside in each directory of such, oldest first. */
	readonly quarantines: readonly { readonly path: string; readonly names: readonly string[] }[];
}

export interface StoredLock {
	readonly path: string;
	/** `dead`: the owner is gone, or nobody signed. `foreign`: of another host. */
	readonly owner: 'alive' | 'dead' | 'foreign';
	/** `undefined` where nobody signed. */
	readonly pid: number | undefined;
	readonly host: string | undefined;
	readonly age: number;
}

/** All that is stored of a project and its user, looked at without changing anything. */
export interface Stored extends StrayFiles {
	/** The state directory. */
	readonly directory: string;
	/** It is a link, which is not followed: nothing in it counts. */
	readonly linked: boolean;
	readonly writable: boolean;
	/** Bytes free on its disk; `undefined` where the system does not tell. */
	readonly free: number | undefined;
	/** Bytes of all journals. */
	readonly journals: number;
	readonly branches: readonly OnDisk<BranchState>[];
	/** What `req init` did in this project, and for all projects of this user. */
	readonly inits: readonly OnDisk<InitRecord>[];
	/** Of sessions; archived ones too. */
	readonly records: readonly OnDisk<SessionRecord>[];
	readonly tasks: OnDisk<Tasks>;
	/** Files among the runs that hold none. */
	readonly strangeRuns: readonly { readonly path: string; readonly why: string }[];
	/** The index of records where it cannot be read, or names records that are gone. */
	readonly garbledIndex: string | undefined;
	readonly registry: OnDisk<Registry>;
	/** The client's config directory, or where it would be made. */
	readonly configDir: { readonly path: string; readonly writable: boolean };
	/** The compiled config. */
	readonly cache: { readonly path: string; readonly writable: boolean };
}
