import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { unlessError } from '../store/errors.ts';
import { headOf, isBranch, movesIn } from './branch-log.ts';
import { isDetached, type Place } from './place.ts';

/** What git's files say of a working tree. */
export interface Repository {
	readonly branch: string;
	/** The commit that is checked out; `undefined` if there is none, or git's files do not have it. */
	readonly commit?: string | undefined;
	/** Differs after HEAD or the stash moved, or a merge, rebase, pick or bisect began, continued or ended. */
	readonly operation: string;
	/** Bytes of the reflog of HEAD. */
	readonly logged: number;
}

/** Files of git that move with HEAD, with the stash, and with what git is in the middle of. */
const OPERATIONS = [
	...['HEAD', 'logs/HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'AUTO_MERGE', 'SQUASH_MSG'],
	...['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'rebase-merge', 'rebase-apply'],
	...['BISECT_LOG', 'BISECT_START'],
];

/** Reads git's files. */
export function readRepository(place: Place): Repository {
	const { branch, gitDir = '', stateDir } = place;
	const statIn = (file: string) => unlessError(() => lstatSync(file, { throwIfNoEntry: false }));
	const files = OPERATIONS.map((name) => join(gitDir, name));
	const all = [...files, join(stateDir, '../logs/refs/stash')];
	return {
		branch,
		commit: headOf(place),
		operation: all.map((file) => statIn(file)?.ctimeMs ?? '').join(' '),
		logged: statIn(join(gitDir, 'logs/HEAD'))?.size ?? 0,
	};
}

/** What makes a commit, by its first word in the reflog; `git update-ref` writes none. The end of a merge makes none. */
const MAKES_COMMIT = /^(?:commit(?! \(merge\))|cherry-pick|revert|am)\b|^$/;

/** Between which commits a branch moved while it was checked out. */
export interface BranchMove {
	readonly branch: string;
	readonly from: string;
	readonly to: string;
}

/** What the reflog of HEAD says of a time. */
interface HeadMoves {
	/** One for each branch that moved. */
	readonly moves: readonly BranchMove[];
	/** Branches on which a commit was made. What was fetched, merged or replayed by a rebase was made elsewhere or before. */
	readonly commits: readonly string[];
	/** What moved HEAD last, as git words it: `merge main: Fast-forward`; empty if nothing did. */
	readonly last: string;
}

/** Reads what moved HEAD between two readings. */
export function readHeadMoves(before: Repository, now: Repository, place: Place): HeadMoves {
	const added = now.logged - before.logged;
	// One byte more: the line end before, up to which a tail is cut.
	const lines = added > 0 ? movesIn(join(place.gitDir ?? '', 'logs/HEAD'), added + 1) : [];
	const moves = new Map<string, BranchMove>();
	const commits = new Set<string>();
	let branch = before.branch;
	for (const { from, to, message } of lines) {
		const [, next] = /^checkout: moving from \S+ to (\S+)$/.exec(message) ?? [];
		if (next === undefined) moves.set(branch, { branch, from: moves.get(branch)?.from ?? from, to });
		// A detached HEAD has a commit there.
		else if (isBranch(place, next) || !isDetached(now.branch)) branch = next;
		else branch = now.branch;
		if (MAKES_COMMIT.test(message)) commits.add(branch);
	}
	const moved = [...moves.values()].filter(({ from, to }) => from !== to);
	return { moves: moved, commits: [...commits], last: lines.at(-1)?.message ?? '' };
}
