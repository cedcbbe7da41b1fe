import { parseBranchName } from '../core/place/branch-name.ts';
import { parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { askGit, type GitEnv, succeedsInGit, withoutGit } from './ask-git.ts';

const ORIGIN = 'refs/remotes/origin/';
const HEADS = 'refs/heads/';

/**
 * The branch work is merged into: `origin/HEAD`, else `init.defaultBranch`, `main` or `master`, where
 * that branch exists, else the only one there is. At most four questions to git, none of which runs a
 * program of the repository's.
 */
export function defaultBranch(place: Place, env: GitEnv): string | undefined {
	const ask = (...args: readonly string[]) => askGit(place.root, args, inRepository(place, env));
	const head = ask('symbolic-ref', '-q', `${ORIGIN}HEAD`).trim();
	if (head.startsWith(ORIGIN)) return parseBranchName(head.slice(ORIGIN.length));
	const configured = ask('config', '--get', 'init.defaultBranch').trim();
	const names = [configured, 'main', 'master'].flatMap((name) => parseBranchName(name) ?? []);
	const refs = ask(
		'for-each-ref',
		'--format=%(refname)',
		...names.map((name) => `${HEADS}${name}`),
	);
	const found = new Set(refs.split('\n'));
	const known = names.find((name) => found.has(`${HEADS}${name}`));
	return known ?? onlyOne(ask('for-each-ref', '--count=2', '--format=%(refname)', HEADS), place);
}

/** Before the first commit the branch has no reference yet. */
function onlyOne(refs: string, { branch }: Place): string | undefined {
	const [first = '', ...others] = refs.split('\n').filter((ref) => ref !== '');
	if (first === '') return parseBranchName(branch);
	return others.length === 0 ? parseBranchName(first.slice(HEADS.length)) : undefined;
}

/** Whether git's ignore files cover a path, whether or not it exists. */
export function isIgnored(place: Place, path: string, env: GitEnv): boolean {
	const args = ['check-ignore', '-q', '--no-index', '--', path];
	return succeedsInGit(place.root, args, withoutGit(env));
}

/** Whether a file is in the index of the working tree. */
export function isTracked(place: Place, path: string, env: GitEnv): boolean {
	const args = ['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path];
	return succeedsInGit(place.root, args, withoutGit(env));
}

function inRepository(place: Place, env: GitEnv): GitEnv {
	return { ...withoutGit(env), GIT_DIR: parentOf(place.stateDir) };
}
