import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifInReach } from '../store/errors.ts';
import { isDirectory } from '../store/paths.ts';
import { branchIn } from './find-place.ts';
import { readGitFile } from './git-file.ts';
import { type BranchName, type Place, parseBranchName } from './place.ts';
import { askTables, type GitContext } from './quiet-git.ts';

/**
 * The commit of each branch, by git's files; `undefined` if one of them may not be read. Git runs only if the references
 * are in tables (reftable).
 */
export function branchTips(
	{ git, stateDir }: Place,
	context: GitContext,
): Readonly<Record<string, string>> | undefined {
	if (!git) return {};
	const commonDir = dirname(stateDir);
	const heads = join(commonDir, 'refs/heads');
	if (!isDirectory(heads)) {
		const asked = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/'];
		const printed = askTables(commonDir, asked, context);
		return printed === undefined ? undefined : Object.fromEntries(tipsIn(printed));
	}
	const tips = tipsIn(readGitFile(join(commonDir, 'packed-refs')) ?? '');
	const loose = filesBelow(heads);
	for (const name of loose ?? []) {
		const commit = readGitFile(join(heads, name))?.trim();
		if (commit === undefined) continue;
		if (/^[0-9a-f]{40,64}$/.test(commit)) tips.set(name, commit);
		// A symbolic reference is another name of a branch.
		else tips.delete(name);
	}
	return loose && Object.fromEntries(tips);
}

function tipsIn(references: string): Map<string, string> {
	const found = references.matchAll(/^([0-9a-f]{40,64}) refs\/heads\/(.+)$/gm);
	return new Map([...found].map(([, commit = '', name = '']) => [name, commit]));
}

/** Paths of everything below a directory, relative to it; `undefined` if it may not be read. */
function filesBelow(dir: string): string[] | undefined {
	return ifInReach(() => readdirSync(dir, { recursive: true, encoding: 'utf8' }));
}

/**
 * Every branch that exists or is checked out in a working tree, born or not, and every branch being rebased; outside git
 * the one name that is used for it. `undefined` if git's files may not be read.
 */
export function livingBranches(
	place: Place,
	context: GitContext,
): ReadonlySet<BranchName> | undefined {
	if (!place.git) return new Set([place.branch]);
	const tips = branchTips(place, context);
	const heads = ifInReach(() => Object.values(checkedOut(place, context)));
	const names = Object.keys(tips ?? {}).flatMap((name) => parseBranchName(name) ?? []);
	return tips && heads && new Set([...names, ...heads]);
}

/** The branch that each working tree has checked out, by the directory that holds its HEAD. */
function checkedOut(
	{ stateDir }: Place,
	context: GitContext,
): Readonly<Record<string, BranchName>> {
	const commonDir = dirname(stateDir);
	const linked = join(commonDir, 'worktrees');
	const names = isDirectory(linked) ? readdirSync(linked) : [];
	const gitDirs = [commonDir, ...names.map((name) => join(linked, name))];
	return Object.fromEntries(gitDirs.map((dir) => [dir, branchIn(dir, commonDir, context)]));
}
