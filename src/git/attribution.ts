/** When a call ran, in milliseconds since the epoch. */
export interface Span {
	readonly from: number;
	readonly until: number;
}

/** A file that changed, and when. */
export interface ChangedFile {
	/** Relative to the root, with `/`. */
	readonly path: string;
	/** Whether it differs from HEAD. */
	readonly isDirty: boolean;
	/** Milliseconds since the epoch; of a deleted file that of the nearest folder left. */
	readonly changed: number;
}

/** What happened in a project while a call ran, by this call or any other way. */
export interface Happened {
	readonly changed: readonly ChangedFile[];
	/** HEAD or the stash moved, or git merged, rebased, picked or bisected: what it wrote is no edit (D47). */
	readonly isOfGit: boolean;
	/** Files that a journal says were edited, by any session. */
	readonly named: readonly string[];
	/** Branches that got a commit. */
	readonly commits: readonly string[];
	/** The journal says that another call moved the branch, or was allowed to commit on it. */
	readonly isTheirCommit: boolean;
}

/** The call to which changes are attributed. */
export interface OwnCall extends Span {
	/** It ran for less than {@link SHORT_MS}: what changed in its window is its work. */
	readonly isShort: boolean;
	/** Its words run tests. */
	readonly runsTests: boolean;
	/** Files that its words say it writes. */
	readonly predicted: readonly string[];
	/** The branch that is checked out after it. */
	readonly branch: string;
}

/** Another call that ran in the same project. */
export interface OtherCall extends Span {
	/** What it changed is detected at its own end. */
	readonly isRunning: boolean;
	/** It runs in the background, maybe all day: it gets credit for files that no words predict, and for no commit. */
	readonly isTask: boolean;
}

/** Whose work it is. */
interface Attribution {
	/** Files that the call changed. */
	readonly own: readonly string[];
	/** Files whose change has no known author: req shows Claude their names. */
	readonly unowned: readonly string[];
	/** All files that the call did not change: they make a proof stale. */
	readonly changedByOthers: readonly string[];
	/** Whether only this call can have moved the branches that moved. */
	readonly hasMoved: boolean;
	/** Whether the session moved HEAD: nothing says that another call, or the tests, did. */
	readonly hasMovedHead: boolean;
	/** Whether the branch got a commit that consumes satisfactions of the session. */
	readonly isCommit: boolean;
}

/** Milliseconds: during a longer call a person or another session has time to work. */
export const SHORT_MS = 2_000;

/**
 * Whose work each change is. Others come first: what they did is never attributed to a call (D47). Two calls that ran at
 * once give the credit to each other; the one that ends last names the file.
 */
export function attributeChanges(
	{ changed, isOfGit, named, commits, isTheirCommit }: Happened,
	call: OwnCall,
	overlapping: readonly OtherCall[],
): Attribution {
	const edited = changed.filter(
		(file) => file.isDirty && !isOfGit && isDuring(file, call) && !named.includes(file.path),
	);
	const filesOf = (owner: Owner) =>
		edited.filter((file) => ownerOf(file, call, overlapping) === owner).map(({ path }) => path);
	const own = filesOf('call');
	const hasMovedHead = !call.runsTests && !isTheirCommit;
	return {
		own,
		unowned: filesOf('unknown'),
		changedByOthers: changed.map(({ path }) => path).filter((path) => !own.includes(path)),
		hasMoved: call.isShort && !call.runsTests && overlapping.every(({ isTask }) => isTask),
		hasMovedHead: hasMovedHead && !overlapping.some(({ isRunning }) => isRunning),
		isCommit: commits.includes(call.branch) && hasMovedHead,
	};
}

type Owner = 'call' | 'other' | 'unknown';

function ownerOf(file: ChangedFile, call: OwnCall, calls: readonly OtherCall[]): Owner {
	const isPredicted = call.predicted.includes(file.path);
	const overlapping = calls.filter((one) => isDuring(file, one));
	if (overlapping.some(({ isRunning }) => isRunning)) return 'other';
	if (call.runsTests && !isPredicted) return 'other';
	if (overlapping.some(({ isTask }) => !isTask)) return 'unknown';
	if (isPredicted) return 'call';
	return call.isShort && overlapping.length === 0 ? 'call' : 'unknown';
}

function isDuring({ changed }: ChangedFile, { from, until }: Span): boolean {
	return changed >= from && changed <= until;
}
