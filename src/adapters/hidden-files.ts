import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Watch } from '../app/look-ports.ts';
import type { Place } from '../core/place/place.ts';
import type { AskGit } from './quiet-git.ts';

/** One more than a look takes: it says then that it was not whole. */
const MAX_FILES = 2_001;
const IGNORED = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignored=matching'],
	...['--no-renames', '--ignore-submodules=dirty'],
];

type Asked = Pick<Watch, 'matters' | 'below'>;

/** Tracked files that git is told not to look at, `assume-unchanged` or `skip-worktree`, and that are there all the same. */
export function unwatchedFiles(git: AskGit, place: Place, { matters, below }: Asked): string[] {
	const output = git(place, ['ls-files', '-v', '-z', '--', ...below]) ?? '';
	const lines = output.split('\0').filter((line) => /^[a-zS] /.test(line));
	const paths = lines.map((line) => line.slice(2)).filter(matters);
	return paths.filter((path) => existsSync(join(place.root, path))).slice(0, MAX_FILES);
}

/** Files that git ignores, each by a pattern of its own, and that were written since; not what lies in an ignored folder. */
export function ignoredSince(
	git: AskGit,
	place: Place,
	{ matters, below, since }: Asked & { readonly since: bigint },
): string[] {
	const output = git(place, [...IGNORED, '--', ...below]) ?? '';
	const lines = output.split('\0').filter((line) => line.startsWith('! ') && !line.endsWith('/'));
	const paths = lines.map((line) => line.slice(2)).filter(matters);
	return paths.filter((path) => isChangedSince(join(place.root, path), since)).slice(0, MAX_FILES);
}

/** Whether a file was written since that says which files of these folders git ignores. */
export function isIgnoringAnew(
	{ root, stateDir }: Place,
	below: readonly string[],
	since: bigint,
): boolean {
	const folders = new Set(['', ...below.flatMap(withParents)]);
	const files = [...folders].map((folder) => join(root, folder, '.gitignore'));
	return [join(dirname(stateDir), 'info/exclude'), ...files].some((file) =>
		isChangedSince(file, since),
	);
}

/** `a/b/c`, `a/b` and `a` of `a/b/c`. */
function withParents(path: string): string[] {
	const segments = path.split('/');
	return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

export function isChangedSince(file: string, since: bigint): boolean {
	try {
		return lstatSync(file, { bigint: true }).ctimeNs >= since;
	} catch {
		return false;
	}
}
