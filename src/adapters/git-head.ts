import { basename, join } from 'node:path';
import { parseBranchRef } from '../core/place/branch-name.ts';
import { type BranchName, DETACHED } from '../core/place/place.ts';
import { type Checkout, readGitFile } from './git-files.ts';

/** HEAD of a repository with the reftable backend; the real one is in binary tables. */
const IN_TABLES = 'refs/heads/.invalid';

/**
 * The branch of a working tree (D4): the one HEAD names, born or not; on a detached HEAD the one being
 * rebased, else `@detached`, with the working tree's name in a linked one.
 *
 * @param askHead git's own answer to which reference HEAD names; asked only where files cannot tell
 */
export function branchOf(checkout: Checkout, askHead: () => string | undefined): BranchName {
	const head = readGitFile(join(checkout.gitDir, 'HEAD')) ?? '';
	const written = /^ref:[ \t]*([^\r\n]+)/.exec(head)?.[1]?.trimEnd();
	const ref = written === IN_TABLES ? askHead() : written;
	const branch = ref === undefined ? rebased(checkout.gitDir) : parseBranchRef(ref);
	return branch ?? detached(checkout);
}

/** `head-name` of either rebase backend: `refs/heads/topic`, or `detached HEAD`. */
function rebased(gitDir: string): BranchName | undefined {
	const name =
		readGitFile(join(gitDir, 'rebase-merge', 'head-name')) ??
		readGitFile(join(gitDir, 'rebase-apply', 'head-name'));
	return name === undefined ? undefined : parseBranchRef(name.trim());
}

function detached({ gitDir, commonDir }: Checkout): BranchName {
	return (gitDir === commonDir ? DETACHED : `${DETACHED}-${basename(gitDir)}`) as BranchName;
}
