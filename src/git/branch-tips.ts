import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unlessError } from '../store/read-regular.ts';
import { askGit, type GitEnv, withoutGit } from './ask-git.ts';
import { readGitFile } from './git-files.ts';
import type { Place } from './place.ts';

/** Branches beyond these are not asked for: no repository needs so many. */
const MAX_TIPS = 5_000;
const HEADS = 'refs/heads/';
const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit each branch stands at, read from git's files; git is asked only where they do not tell (reftable). */
export async function branchTips(
	{ gitDir, stateDir }: Place,
	env: GitEnv,
): Promise<Record<string, string>> {
	if (gitDir === undefined) return {};
	const commonDir = dirname(stateDir);
	const packed = (readGitFile(join(commonDir, 'packed-refs')) ?? '').split('\n');
	const tips = new Map(packed.flatMap(tipIn).slice(0, MAX_TIPS));
	if (!addLoose(tips, join(commonDir, 'refs/heads'), '')) {
		const args = ['for-each-ref', `--count=${MAX_TIPS}`, '--format=%(objectname) %(refname)'];
		const asked = await askGit(gitDir, [...args, HEADS], { ...withoutGit(env), GIT_DIR: gitDir });
		return Object.fromEntries(asked.split('\n').flatMap(tipIn));
	}
	return Object.fromEntries(tips);
}

/** `1f0c… refs/heads/main` */
function tipIn(line: string): [string, string][] {
	const [commit = '', ref = ''] = line.split(' ');
	return COMMIT.test(commit) && ref.startsWith(HEADS) ? [[ref.slice(HEADS.length), commit]] : [];
}

/** What is loose counts over what is packed. False where the directory is none. */
function addLoose(tips: Map<string, string>, dir: string, prefix: string): boolean {
	const entries = unlessError(() => readdirSync(dir, { withFileTypes: true }));
	if (entries === undefined) return false;
	for (const entry of entries) {
		if (tips.size >= MAX_TIPS) break;
		const [path, name] = [join(dir, entry.name), `${prefix}${entry.name}`];
		if (entry.isDirectory()) addLoose(tips, path, `${name}/`);
		else if (entry.isFile()) {
			const stands = readGitFile(path)?.trim() ?? '';
			if (COMMIT.test(stands)) tips.set(name, stands);
			// It became another name of a branch: what is packed does not count either.
			else if (stands.startsWith('ref:')) tips.delete(name);
		}
	}
	return true;
}
