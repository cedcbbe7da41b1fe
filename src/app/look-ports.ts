import type { DirtyFile, Look } from '../core/observe/look.ts';
import type { Restorable } from '../core/observe/restorable.ts';
import type { Place } from '../core/place/place.ts';

/**
 * What calls change, as git and the file system tell it (ADR 21). What a call began with is kept until it is over;
 * a session's last look at a project until the session ends.
 */
export interface Looks {
	/** Keeps what a call begins with, and when. */
	readonly begin: (
		session: string,
		call: string,
		mark: Omit<CallMark, 'since' | 'root'> & { readonly place: Place },
	) => void;
	readonly begun: (session: string, call: string) => Begun | undefined;
	readonly over: (session: string, call: string) => void;
	/** Other calls of a session that began in the same project, and of whose end no hook has heard. */
	readonly others: (session: string, call: string, root: string) => readonly Begun[];
	/** When a call was over, as the client's own transcript tells it: of one that the user interrupts no hook hears. */
	readonly endOf: (call: string, transcript: string) => bigint | undefined;
	readonly last: (session: string, root: string) => Look | undefined;
	readonly keep: (session: string, root: string, look: Look) => void;
	/**
	 * The dirty files that matter, those of the look before, and those that git was told not to look at, during a call or
	 * earlier in the session; for them git is asked only where its index, or what it ignores, was written since the call
	 * began (`since`). At most 1.5 seconds, and 2,000 files.
	 */
	readonly take: (
		session: string,
		place: Place,
		watch: Watch & { readonly since: bigint | undefined },
		before: Look,
	) => Looked;
	/** Nanoseconds since the epoch: the last change of a file, or of the nearest folder where it is gone. */
	readonly changedAt: (place: Place, path: string) => bigint;
	/** What tells contents of a file apart; `undefined` where it cannot be read. */
	readonly contentOf: (place: Place, path: string) => string | undefined;
	/** What git is in the middle of, and what other working trees have checked out. Asks no git. */
	readonly underway: (place: Place) => Underway;
	/** Those of some changed files that git itself wrote: it merged, rebased or took back what was there. */
	readonly broughtAmong: (place: Place, asked: BroughtAsked) => readonly string[];
	/** The commit of a detached HEAD. */
	readonly detachedAt: (place: Place) => string | undefined;
	/**
	 * Commits of some tips that are neither in what was known nor a remote's, without merges of what was there;
	 * `undefined` where git does not tell.
	 */
	readonly commits: (place: Place, asked: CommitsAsked) => readonly NewCommit[] | undefined;
	/** Commits of one history that are not in the other, nor replay or replace what is there, as a rebase does. */
	readonly ownWork: (
		place: Place,
		between: { readonly from: string; readonly to: string },
	) => readonly string[] | undefined;
	/** Files in which a commit differs from another; `undefined`: from the working tree. */
	readonly differing: (
		place: Place,
		commit: string,
		other: string | undefined,
	) => readonly string[] | undefined;
	/** Whether git would tell a change of a file: it is tracked and not marked as unchanged, or there is none. */
	readonly isCompared: (place: Place, path: string) => boolean;
	/** Whether a look of this session was given up during the last ten minutes. */
	readonly isGivenUp: (session: string) => boolean;
	/** Notes that a look was given up; true: it is the first of the session. */
	readonly giveUp: (session: string) => boolean;
}

/** A call that was looked at before. `since`: when, in nanoseconds since the epoch, by the clock of the file system. */
export interface Begun {
	readonly call: string;
	readonly mark: CallMark;
	readonly since: bigint;
}

export interface BroughtAsked {
	readonly paths: readonly string[];
	readonly mark: CallMark;
	readonly since: bigint;
	/** Where the branch stands now. */
	readonly here: string | undefined;
	/** Files that were dirty before. */
	readonly known: readonly string[];
}

export interface CommitsAsked {
	readonly tips: readonly string[];
	readonly known: readonly string[];
	readonly since: bigint;
	/** `call`: only those that were made since, and not fetched. */
	readonly from: 'call' | 'anywhere';
	/** Commits that were being merged: who finishes that makes nothing new. */
	readonly merging?: readonly string[];
}

/** Which files matter to a look. */
export interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders in which all of them lie, relative to the root; none: anywhere. */
	readonly below: readonly string[];
	/** Whether their contents are kept, so that `req restore` can put them back. */
	readonly keeps: boolean;
}

/**
 * What became of a file. `changed`: somebody else changed it since; `not_kept`: what it was, or what the call left, is not
 * known or not kept any more; `outside`: its folder leads out of the project; `failed`: it could not be written.
 */
export type PutBack = 'done' | 'changed' | 'not_kept' | 'outside' | 'failed';

/** How files come back that calls changed. */
export interface Snapshots {
	/** What stands at a path, as {@link Restorable.left} has it. */
	readonly standing: (place: Place, path: string) => string;
	/**
	 * Puts a file back as it was, unless something else stands there than what the call left, which is kept as well.
	 *
	 * @param isDry only says what would become of it
	 */
	readonly putBack: (place: Place, file: Restorable, isDry: boolean) => PutBack;
}

export type Looked =
	| { readonly kind: 'none'; readonly why: string }
	/** `isWhole`: false where there are more files than are looked at. */
	| { readonly kind: 'look'; readonly files: readonly DirtyFile[]; readonly isWhole: boolean };

/** A commit, and the files that it changed itself: of a merge only what it had to resolve. */
export interface NewCommit {
	readonly hash: string;
	readonly files: readonly string[];
}

/** What git was in the middle of. */
interface Underway {
	/** Commits of the newest stashes. */
	readonly stashes: readonly string[];
	readonly merging: readonly string[];
	/** Whether it was in the middle of anything: a merge, a rebase, a pick. */
	readonly isBusy: boolean;
	/** The branch of each other working tree. */
	readonly elsewhere: Readonly<Record<string, string>>;
}

/** Where things stood before a call. */
export interface CallMark extends Underway {
	readonly root: string;
	/** Nanoseconds since the epoch. */
	readonly since?: string;
	/** The prompt that it was made for. */
	readonly prompt?: string;
	readonly branch: string;
	/** Whether files are looked at, too. */
	readonly files: boolean;
	/** Requirements that were unmet. */
	readonly unmet: readonly string[];
	readonly commit?: string;
	/** The commit of each branch. */
	readonly tips: Readonly<Record<string, string>>;
}
