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

/** The call whose changes are attributed. */
export interface OwnCall extends Span {
	/** It ran for less than {@link SHORT_MS}: what changed in its window is its work. */
	readonly isShort: boolean;
	/** Its words run tests. */
	readonly runsTests: boolean;
	/** Files that its words say it writes. */
	readonly predicted: readonly string[];
	/** Files that a journal says were edited in its window, by any session. */
	readonly named: readonly string[];
}

/** Another call that ran in the same project. */
export interface OtherCall extends Span {
	/** What it changed is detected at its own end. */
	readonly isRunning: boolean;
	/** It runs in the background, maybe all day: it gets credit for files that no words predict, and for no commit. */
	readonly isTask: boolean;
}

/** Whose work changed files are. */
export interface Attribution {
	readonly own: readonly string[];
	/** Nobody can say: Claude reads their names. */
	readonly left: readonly string[];
	readonly others: readonly string[];
}

/** Milliseconds: during a longer call a person or another session has time to work. */
export const SHORT_MS = 2_000;

/**
 * Whose work each changed file is. Others come first: what they did is never attributed to a call (D47). Two calls that ran
 * at once give the credit to each other; the one that ends last names the file.
 */
export function attributeChanges(
	changed: readonly ChangedFile[],
	call: OwnCall,
	calls: readonly OtherCall[],
): Attribution {
	const of = (owner: keyof Attribution) =>
		changed.filter((file) => ownerOf(file, call, calls) === owner).map(({ path }) => path);
	return { own: of('own'), left: of('left'), others: of('others') };
}

function ownerOf(
	{ path, changed }: ChangedFile,
	call: OwnCall,
	calls: readonly OtherCall[],
): keyof Attribution {
	const isDuring = ({ from, until }: Span) => changed >= from && changed <= until;
	if (!isDuring(call) || call.named.includes(path)) return 'others';
	const isPredicted = call.predicted.includes(path);
	const beside = calls.filter(isDuring);
	if (beside.some(({ isRunning }) => isRunning)) return 'others';
	if (call.runsTests && !isPredicted) return 'others';
	if (beside.some(({ isTask }) => !isTask)) return 'left';
	if (isPredicted) return 'own';
	return call.isShort && beside.length === 0 ? 'own' : 'left';
}
