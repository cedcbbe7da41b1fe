import type { Tip } from '../branch-state/schema.ts';
import type { Brand } from '../brand.ts';

/** A git branch, or one of the names below where there is none. */
export type BranchName = Brand<string, 'BranchName'>;

/** Branch of a detached HEAD outside a rebase (D4). A linked worktree appends `-<its name>`. */
export const DETACHED = '@detached';
/** Branch of a directory outside git (D3). */
export const NO_GIT = '@no-git' as BranchName;

/** How a branch began, as git's logs tell it. */
export interface Birth {
	/** Milliseconds since the epoch; the end of its second where only the second is known. */
	readonly at: number;
	/** Where it began. */
	readonly commit: string;
	/**
	 * The branch this working tree left for it, so that uncommitted work came along; `undefined`: it was
	 * checked out in a working tree of its own.
	 */
	readonly from: BranchName | undefined;
}

/** Where something happens: which project, which branch, and where their documents live (D3, D4). */
export interface Place {
	/** Absolute, symlinks resolved: the git toplevel, or the directory itself outside git. */
	readonly root: string;
	/** Toplevel of the main worktree when `root` is a linked one. */
	readonly mainRoot: string | undefined;
	/** The directory that holds the requirement documents of this project; may not exist yet. */
	readonly stateDir: string;
	readonly branch: BranchName;
	/** Earlier names of this branch, newest first, as the reflog tells them; asked only when needed. */
	readonly renamedFrom: () => BranchName[];
	/** How this branch began; asked only when needed. `undefined`: git does not tell, or it began elsewhere. */
	readonly birth: () => Promise<Birth | undefined>;
	/** Whether the branch's name has gone over to other work since it stood there; `false` where git does not tell. */
	readonly hasLeft: (tip: Tip) => boolean;
	readonly git: boolean;
	/** Holds this working tree's HEAD; `undefined` outside git. */
	readonly gitDir?: string | undefined;
	/** Why git's files cannot be read there now; only the place a session began in is known without them. */
	readonly unreadable?: string | undefined;
}

/** A branch as the CLI may name it: another branch of the same place. */
export function onBranch(place: Place, branch: BranchName): Place {
	return {
		...place,
		branch,
		renamedFrom: () => [],
		birth: async () => undefined,
		hasLeft: () => false,
	};
}
