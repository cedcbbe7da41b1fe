import type { Found, Look } from '../core/observe/look.ts';
import type { Place } from '../core/place/place.ts';

/**
 * What calls change, as git and the file system tell it (ADR 21). What a call began with is kept beside its receipt, until
 * it is over; a session's last look at a project until the session ends.
 */
export interface Looks {
	/** Nothing where the session leaves no receipts. */
	readonly begin: (session: string, call: string, mark: CallMark) => void;
	/** Takes what a call began with. `since`: when, in nanoseconds since the epoch, by the clock of the file system. */
	readonly end: (
		session: string,
		call: string,
	) => { readonly mark: CallMark; readonly since: bigint } | undefined;
	readonly last: (session: string, root: string) => Look | undefined;
	readonly keep: (session: string, root: string, look: Look) => void;
	/** The dirty files that matter, and those of the look before. At most 1.5 seconds, and 2,000 files. */
	readonly take: (place: Place, watch: Watch, before: Look) => Looked;
	/** Nanoseconds since the epoch: the last change of a file, or of the nearest folder where it is gone. */
	readonly changedAt: (place: Place, path: string) => bigint;
	/** What tells contents of a file apart; `undefined` where it cannot be read. */
	readonly contentOf: (place: Place, path: string) => string | undefined;
	/**
	 * Commits of these tips that are neither in what was known nor a remote's, without merges of what was there;
	 * `undefined` where git does not tell.
	 */
	readonly commits: (
		place: Place,
		tips: readonly string[],
		known: readonly string[],
	) => readonly NewCommit[] | undefined;
	/** Commits of one history that are not in the other, nor in it as the same patch: a rebase replays those. */
	readonly notReplayed: (place: Place, from: string, to: string) => readonly string[] | undefined;
	/** Files in which a commit differs from another; `undefined`: from the working tree. */
	readonly differing: (
		place: Place,
		commit: string,
		other: string | undefined,
	) => readonly string[] | undefined;
	/** Whether this is the first look of a session that was given up. */
	readonly isFirstGivenUp: (session: string) => boolean;
}

/** Which files matter to a look. */
export interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders in which all of them lie, relative to the root; none: anywhere. */
	readonly below: readonly string[];
}

export type Looked =
	| { readonly kind: 'none'; readonly why: string }
	/** `isWhole`: false where there are more files than are looked at. */
	| { readonly kind: 'look'; readonly files: readonly Found[]; readonly isWhole: boolean };

/** A commit, and the files that it changed itself: of a merge only what it had to resolve. */
export interface NewCommit {
	readonly hash: string;
	readonly files: readonly string[];
}

/** Where things stood before a call. */
export interface CallMark {
	readonly root: string;
	readonly branch: string;
	/** Whether files are looked at, too. */
	readonly files: boolean;
	/** Requirements that were unmet. */
	readonly unmet: readonly string[];
	readonly commit?: string;
	/** The commit of each branch. */
	readonly tips: Readonly<Record<string, string>>;
}
