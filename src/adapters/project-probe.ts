import { join } from 'node:path';
import type { ProjectProbe } from '../app/setup-ports.ts';
import type { ProjectFacts } from '../core/setup/test-command.ts';
import { askGit, type GitEnv, succeedsInGit, withoutGit } from '../git/ask-git.ts';
import { type Place, parentOf, parseBranchName } from '../git/place.ts';
import { fileNamesIn, textOrNothing } from '../store/read-regular.ts';
import { jsonValue } from './json-layouts.ts';

const ORIGIN = 'refs/remotes/origin/';
const HEADS = 'refs/heads/';
/** Bytes; a `package.json` has a few thousand. */
const MAX_BYTES = 1024 * 1024;

/** What stands around a project as files and git tell it. */
export function liveProjectProbe(env: GitEnv): ProjectProbe {
	const isIgnored = ['check-ignore', '-q', '--no-index', '--'];
	const isInIndex = ['--literal-pathspecs', 'ls-files', '--error-unmatch', '--'];
	const answersYes = async ({ git, root }: Place, question: readonly string[], path: string) =>
		git && (await succeedsInGit(root, [...question, path], withoutGit(env)));
	return {
		project,
		defaultBranch: async (place) => (place.git ? await defaultBranch(place, env) : undefined),
		isIgnored: (place, path) => answersYes(place, isIgnored, path),
		isTracked: (place, path) => answersYes(place, isInIndex, path),
	};
}

function project({ root }: Place): ProjectFacts {
	const text = (name: string) => textOrNothing(join(root, name), MAX_BYTES);
	return { names: new Set(fileNamesIn(root)), text, json: (name) => jsonValue(text(name)) };
}

/**
 * The branch work is merged into: `origin/HEAD`, else `init.defaultBranch`, `main` or `master`, where
 * that branch exists, else the only one there is. At most four questions to git, none of which runs a
 * program of the repository's.
 */
async function defaultBranch(place: Place, env: GitEnv): Promise<string | undefined> {
	const inRepository = { ...withoutGit(env), GIT_DIR: parentOf(place.stateDir) };
	const ask = (...args: readonly string[]) => askGit(place.root, args, inRepository);
	const head = (await ask('symbolic-ref', '-q', `${ORIGIN}HEAD`)).trim();
	if (head.startsWith(ORIGIN)) return parseBranchName(head.slice(ORIGIN.length));
	const configured = (await ask('config', '--get', 'init.defaultBranch')).trim();
	const names = [configured, 'main', 'master'].flatMap((name) => parseBranchName(name) ?? []);
	const heads = names.map((name) => `${HEADS}${name}`);
	const found = (await ask('for-each-ref', '--format=%(refname)', ...heads)).split('\n');
	const known = names.find((name) => found.includes(`${HEADS}${name}`));
	if (known !== undefined) return known;
	return onlyOne(await ask('for-each-ref', '--count=2', '--format=%(refname)', HEADS), place);
}

/** Before the first commit the branch has no reference yet. */
function onlyOne(refs: string, { branch }: Place): string | undefined {
	const [first = '', ...others] = refs.split('\n').filter((ref) => ref !== '');
	if (first === '') return parseBranchName(branch);
	return others.length === 0 ? parseBranchName(first.slice(HEADS.length)) : undefined;
}
