import type { ProjectFacts } from '../core/setup/test-command.ts';
import type { Place } from '../git/place.ts';

/** Files of the user's as `req init` changes them: each whole or not at all, with its mode. */
export interface SetupFiles {
	/** `refused`: no regular file, too large, or no UTF-8, which could not be put back to the byte. */
	readonly read: (
		path: string,
	) =>
		| { readonly kind: 'text'; readonly text: string }
		| { readonly kind: 'absent' }
		| { readonly kind: 'refused'; readonly why: string };
	/** The directories above a path that do not exist, the topmost first. */
	readonly missingAbove: (path: string) => readonly string[];
	/**
	 * Replaces, creates and removes files in this order, with the directories they need, and removes what a killed writer
	 * left beside them. If one of them fails, or is not what it was, those before it are put back: Fault
	 * `state_unwritable`, `refused`.
	 */
	readonly apply: (replacements: readonly Replacement[]) => void;
	/**
	 * Runs `work` while no other process changes the record at this path, whose directory goes again where it is empty
	 * afterwards. Fault `refused` where another process is at work, `state_unwritable`.
	 */
	readonly locked: <Value>(path: string, work: () => Value) => Promise<Value>;
	/** Moves an unreadable record into the quarantine beside it; where it is now. Under its lock only. */
	readonly setAside: (path: string) => string;
	/** Removes those directories that are empty, the last one first. */
	readonly removeEmpty: (directories: readonly string[]) => void;
}

/** One file before and after; `undefined`: it does not exist. */
export interface Replacement {
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
	/** A file of ours, for this user only; else a new one is as readable as the user makes files. */
	readonly isPrivate: boolean;
}

/** What `req init` finds around a project. Best effort: what cannot be told is not there. */
export interface ProjectProbe {
	readonly project: (place: Place) => ProjectFacts;
	/** The remote's default branch, else the configured name of first branches, `main` or `master`, if it exists. */
	readonly defaultBranch: (place: Place) => Promise<string | undefined>;
	/** Whether git ignores a path already. */
	readonly isIgnored: (place: Place, path: string) => Promise<boolean>;
	/** Whether git keeps a file: it is in the index. */
	readonly isTracked: (place: Place, path: string) => Promise<boolean>;
}
