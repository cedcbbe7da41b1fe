import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ifInReach, isDirectory } from '../store/read-regular.ts';
import { branchIn } from './find-place.ts';
import { readGitFile } from './git-file.ts';
import { type BranchName, type Place, parentOf, parseBranchName } from './place.ts';
import { askTables, type GitContext } from './quiet-git.ts';

const HEADS = 'refs/heads/';
const PACKED = /^([0-9a-f]{40,64}) refs\/heads\/(.+)$/;
const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * The commit of each branch, by git's files; `undefined` if one of them may not be read. Git runs only if the references
 * are in tables (reftable).
 */
export function branchTips(
	{ git, stateDir }: Place,
	context: GitContext,
): Readonly<Record<string, string>> | undefined {
	if (!git) return {};
	const commonDir = parentOf(stateDir);
	const heads = join(commonDir, HEADS);
	if (!isDirectory(heads)) {
		const asked = ['for-each-ref', '--format=%(objectname) %(refname)', HEADS];
		const printed = askTables(commonDir, asked, context);
		return printed === undefined ? undefined : Object.fromEntries(tipsIn(printed));
	}
	const tips = tipsIn(readGitFile(join(commonDir, 'packed-refs')) ?? '');
	const loose = filesBelow(heads);
	if (loose === undefined) return undefined;
	for (const name of loose) {
		const commit = readGitFile(join(heads, name))?.trim();
		if (commit !== undefined && COMMIT.test(commit)) tips.set(name, commit);
		// A symbolic reference is another name of a branch.
		else if (commit !== undefined) tips.delete(name);
	}
	return Object.fromEntries(tips);
}

/** Paths of everything below a directory, relative to it; `undefined` if it cannot be read. */
export function filesBelow(dir: string): string[] | undefined {
	return ifInReach(() => readdirSync(dir, { recursive: true, encoding: 'utf8' }));
}

function tipsIn(references: string): Map<string, string> {
	const lines = references.split('\n').map((line) => PACKED.exec(line) ?? []);
	return new Map(
		lines.flatMap(([, commit, name]) =>
			commit === undefined || name === undefined ? [] : [[name, commit]],
		),
	);
}

/**
 * Every branch that exists or is checked out in a working tree, born or not, and every branch being rebased; outside git
 * the one name that stands for it. `undefined` if git's files may not be read.
 */
export function livingBranches(
	place: Place,
	context: GitContext,
): ReadonlySet<BranchName> | undefined {
	if (!place.git) return new Set([place.branch]);
	const tips = branchTips(place, context);
	const heads = ifInReach(() => checkedOut(place, context));
	if (tips === undefined || heads === undefined) return undefined;
	const names = Object.keys(tips).flatMap((name) => parseBranchName(name) ?? []);
	return new Set([...names, ...Object.values(heads)]);
}

/** The branch that each working tree has checked out, by the directory that holds its HEAD. */
export function checkedOut(
	{ stateDir }: Place,
	context: GitContext,
): Readonly<Record<string, BranchName>> {
	const commonDir = parentOf(stateDir);
	const linked = join(commonDir, 'worktrees');
	const names = isDirectory(linked) ? readdirSync(linked) : [];
	const gitDirs = [commonDir, ...names.map((name) => join(linked, name))];
	return Object.fromEntries(
		gitDirs.map((gitDir) => [gitDir, branchIn(gitDir, commonDir, context)]),
	);
}
