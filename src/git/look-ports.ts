import type { OtherCall, Span } from './attribution.ts';
import type { DirtyFile, Look } from './look.ts';
import type { CommitsAsked, NewCommit } from './new-commits.ts';
import type { Place } from './place.ts';

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
	/** When a call ran: not longer than Claude Code says (`ms`), which leaves the wait for a permission out. */
	readonly spanOf: (begun: Begun, place: Place, ms: number | undefined) => Span;
	/** Removes what a call began with; calls beside it ask when it ran, and what was its work. */
	readonly over: (session: string, begun: Begun, ran: Span & Pick<OtherCall, 'owns'>) => void;
	/** A call that has ended for Claude Code goes on in the background, as this task. */
	readonly goesOn: (session: string, begun: Begun, task: string) => void;
	/** Other calls of a session that began in the same project, not too long ago, and of whose end no hook has heard. */
	readonly others: (session: string, call: string, root: string) => readonly Begun[];
	/** Calls of any session that ran in the same project at that time. */
	readonly beside: (session: string, begun: Begun, span: Span) => readonly OtherCall[];
	readonly last: (session: string, root: string) => Look | undefined;
	readonly keep: (session: string, root: string, look: Look) => void;
	/** The dirty files that matter, and those of the look before. At most 1.5 seconds, and 2,000 files. */
	readonly take: (place: Place, watch: Watch, before: Look) => Promise<Looked>;
	/** Nanoseconds since the epoch: the last change of a file, or of the nearest folder where it is gone. */
	readonly changedAt: (place: Place, path: string) => bigint;
	/** What git is in the middle of, and what other working trees have checked out. Asks no git. */
	readonly underway: (place: Place) => Underway;
	/** The commit of a detached HEAD. */
	readonly detachedAt: (place: Place) => string | undefined;
	/**
	 * Commits of some tips that are neither in what was known nor a remote's, without merges of what was there;
	 * `undefined` where git does not tell.
	 */
	readonly commits: (
		place: Place,
		asked: CommitsAsked,
	) => Promise<readonly NewCommit[] | undefined>;
	/** Commits of one history that are not in the other, nor replay or replace what is there, as a rebase does. */
	readonly ownWork: (
		place: Place,
		between: { readonly from: string; readonly to: string },
	) => Promise<readonly string[] | undefined>;
	/** Files in which two commits differ. */
	readonly differing: (
		place: Place,
		commit: string,
		other: string,
	) => Promise<readonly string[] | undefined>;
	/** Those of some files that are not as they are committed; `undefined` if git does not tell. */
	readonly uncommitted: (
		place: Place,
		paths: readonly string[],
	) => Promise<readonly string[] | undefined>;
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

/** Which files matter to a look. */
export interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders in which all of them lie, relative to the root; none: anywhere. */
	readonly below: readonly string[];
}

export type Looked =
	| { readonly kind: 'none'; readonly why: string }
	/** `isWhole`: false where there are more files than are looked at. */
	| { readonly kind: 'look'; readonly files: readonly DirtyFile[]; readonly isWhole: boolean };

/** What git was in the middle of. */
interface Underway {
	/** Commits that are being merged. */
	readonly merging: readonly string[];
	/** Changes whenever HEAD or the stash moves, or a merge, rebase, pick or bisect begins, goes on or ends. */
	readonly operation: string;
	/** The branch of each other working tree. */
	readonly elsewhere: Readonly<Record<string, string>>;
}

/** Where things stood before a call. */
export interface CallMark extends Underway {
	readonly root: string;
	/** Nanoseconds since the epoch. */
	readonly since?: string;
	/** The subagent that made it. */
	readonly agent?: string;
	/** It loads a skill: other calls of the session begin when the skill's shell lines are over. */
	readonly skill?: true;
	/** It goes on in the background, as this task. */
	readonly task?: string;
	readonly branch: string;
	/** Whether files are looked at, too. */
	readonly files: boolean;
	/** Requirements that were unmet. */
	readonly unmet: readonly string[];
	readonly commit?: string;
	/** The commit of each branch. */
	readonly tips: Readonly<Record<string, string>>;
}
