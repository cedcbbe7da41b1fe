import { join } from 'node:path';
import { parseBranchRef } from '../core/place/branch-name.ts';
import type { BranchName } from '../core/place/place.ts';
import { readGitFile } from './git-files.ts';
import { readTail } from './read-regular.ts';

/** A log grows by about 150 bytes a commit: this is some 7,000 of them. */
const TAIL = 1_048_576;

/**
 * Earlier names of a branch, newest first, by the "renamed" lines of its own log, which moves with the
 * branch (D4). Not by the log of HEAD: it outlives the branch, and a new branch of the same name is
 * another one. A name that is a branch again keeps its own state and is left out. Empty with the
 * reftable backend, whose logs are no files.
 *
 * @param commonDir the git directory all working trees share
 */
export function earlierNames(commonDir: string, branch: BranchName): BranchName[] {
	const log = readTail(join(commonDir, 'logs', 'refs', 'heads', branch), TAIL) ?? '';
	return chain(branch, log).filter((name) => !isBranch(commonDir, name));
}

/** Follows `Branch: renamed refs/heads/old to refs/heads/new` from the newest line back. */
function chain(branch: BranchName, log: string): BranchName[] {
	const names = new Set<BranchName>([branch]);
	let current = branch;
	for (const line of log.split('\n').reverse()) {
		const [, from, to] = /\tBranch: renamed (\S+) to (\S+)$/.exec(line) ?? [];
		const old = from === undefined ? undefined : parseBranchRef(from);
		if (old === undefined || to !== `refs/heads/${current}`) continue;
		names.add(old);
		current = old;
	}
	names.delete(branch);
	return [...names];
}

/** Whether git's files name a branch; they do not where references are in tables. */
export function isBranch(commonDir: string, name: BranchName): boolean {
	if (readGitFile(join(commonDir, 'refs', 'heads', name)) !== undefined) return true;
	const packed = readGitFile(join(commonDir, 'packed-refs')) ?? '';
	return packed.includes(` refs/heads/${name}\n`);
}
