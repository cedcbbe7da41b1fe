import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { unlessError } from '../store/errors.ts';
import { readTail } from '../store/read-file.ts';
import { branchTips } from './branches.ts';
import { readGitFile } from './git-file.ts';
import { isDetached, type Place } from './place.ts';

/** What git's files say of a working tree. */
export interface Repository {
	readonly branch: string;
	/** The commit that is checked out; `undefined` if there is none, or git's files do not have it. */
	readonly commit?: string | undefined;
	/** The commit of each branch. */
	readonly tips: Readonly<Record<string, string>>;
	readonly isMerging: boolean;
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

/** Reads git's files; git runs only if the references are in tables. */
export function readRepository(place: Place, context: Pick<Context, 'env'>): Repository {
	const { branch, gitDir = '', stateDir } = place;
	const statIn = (file: string) => unlessError(() => lstatSync(file, { throwIfNoEntry: false }));
	const files = OPERATIONS.map((name) => join(gitDir, name));
	const all = [...files, join(stateDir, '../logs/refs/stash')];
	const head = readGitFile(join(gitDir, 'HEAD'))?.trim() ?? '';
	const tips = branchTips(place, context) ?? {};
	return {
		branch,
		// A rebase detaches HEAD; the branch itself moves when it ends.
		commit: /^[0-9a-f]{40,64}$/.exec(head)?.[0] ?? tips[branch],
		tips,
		isMerging: statIn(join(gitDir, 'MERGE_HEAD')) !== undefined,
		operation: all.map((file) => statIn(file)?.ctimeMs ?? '').join(' '),
		logged: statIn(join(gitDir, 'logs/HEAD'))?.size ?? 0,
	};
}

const LINE = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t\n]*?> \d+ [^\t\n]*(?:\t(.*))?$/gm;
/** What makes a commit, by its first word in the reflog; `git update-ref` writes none. */
const MAKES_COMMIT = /^(?:commit|cherry-pick|revert|am)\b|^$/;
/** Bytes: more than one line. */
const LAST_LINE = 4_096;

/** What the reflog of HEAD says of a time. */
export interface HeadMoves {
	/** Branches on which a commit was made. What was fetched, merged or replayed by a rebase was made elsewhere or before. */
	readonly commits: readonly string[];
	/** What moved HEAD last, as git words it: `merge main: Fast-forward`; empty if nothing did. */
	readonly last: string;
}

/** Reads what moved HEAD between two readings. */
export function readHeadMoves(before: Repository, now: Repository, place: Place): HeadMoves {
	const log = join(place.gitDir ?? '', 'logs/HEAD');
	const added = now.logged - before.logged;
	// One byte more: the line end before, up to which a tail is cut.
	const lines = added > 0 ? [...readTail(log, added + 1).matchAll(LINE)] : [];
	const commits = new Set<string>();
	let branch = before.branch;
	for (const [, , message = ''] of lines) {
		const [, to = branch] = /^checkout: moving from \S+ to (\S+)$/.exec(message) ?? [];
		// A detached HEAD has a commit there.
		branch = Object.hasOwn(now.tips, to) || !isDetached(now.branch) ? to : now.branch;
		const endsMerge = before.isMerging && message.startsWith('commit (merge)');
		if (MAKES_COMMIT.test(message) && !endsMerge) commits.add(branch);
	}
	// A program that does not use git may move HEAD without a line.
	const logged = [...readTail(log, LAST_LINE).matchAll(LINE)].at(-1)?.[1];
	const isLogged = logged === undefined || logged === now.commit || now.commit === before.commit;
	if (!isLogged && now.branch === before.branch) commits.add(now.branch);
	return { commits: [...commits], last: lines.at(-1)?.[2] ?? '' };
}
