import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Places } from '../app/ports.ts';
import { type BranchName, NO_GIT, outsideName, type Place } from '../core/place/place.ts';
import { askCheckout, askHead, environmentMovesGit, type GitEnv, withoutGit } from './ask-git.ts';
import {
	branchCommit,
	branchOf,
	type Checkout,
	earlierNames,
	type FoundCheckout,
	findCheckout,
	hasLeft,
} from './git-files.ts';
import { existingPart, isDirectory, realPath, unlessFault } from './read-regular.ts';

export interface PlacesOptions {
	/** `<claude config dir>`, where projects outside git keep their state (D3). */
	readonly configDir: string;
	readonly env: GitEnv;
	/** Hex digest; asked outside git only. */
	readonly sha256: (text: string) => string;
}

/**
 * Where things happen, read from git's files; git is started only where they cannot tell: the
 * environment or the repository's config names another working tree, or HEAD is in a reftable.
 */
export function livePlaces(options: PlacesOptions): Places {
	const at = once((dir) => {
		const start = nearestDirectory(dir);
		const checkout = checkoutOf(start, options.env);
		return checkout === undefined ? outsideGit(start, options) : insideGit(checkout, options.env);
	});
	return {
		at,
		ifReadable: (dir) => unlessFault(() => at(dir)),
		commit: branchCommit,
		realPath: once(realPath),
		exists: existsSync,
		ignored: async ({ root }, files) => {
			const { askIgnored } = await import('./ask-ignored.ts');
			return askIgnored(root, files, options.env);
		},
	};
}

/** One process asks several times where it stands and where a path leads, and neither moves meanwhile. */
function once<Value>(ask: (path: string) => Value): (path: string) => Value {
	const known = new Map<string, Value>();
	return (path) => {
		const value = known.get(path) ?? ask(path);
		known.set(path, value);
		return value;
	};
}

function nearestDirectory(path: string): string {
	let dir = existingPart(realPath(path));
	while (!isDirectory(dir) && dirname(dir) !== dir) dir = dirname(dir);
	return dir;
}

function checkoutOf(dir: string, env: GitEnv): Checkout | undefined {
	const found = findCheckout(dir);
	if (environmentMovesGit(env)) return moved(found, askCheckout(dir, env), env);
	if (found?.elsewhere !== true) return found?.checkout;
	return askCheckout(dir, withoutGit(env)) ?? found.checkout;
}

/**
 * Git follows its environment. Only when GIT_DIR names the repository we are in anyway, and nothing
 * names its top, the files know better: git would take any subdirectory for the top.
 */
function moved(
	found: FoundCheckout | undefined,
	asked: Checkout | undefined,
	env: GitEnv,
): Checkout | undefined {
	if (asked === undefined || found === undefined) return asked ?? found?.checkout;
	const topIsNamed = found.elsewhere || (env['GIT_WORK_TREE'] ?? '') !== '';
	return !topIsNamed && found.checkout.gitDir === asked.gitDir ? found.checkout : asked;
}

/** The place that git's files make of a working tree. */
export function insideGit(checkout: Checkout, env: GitEnv): Place {
	const { root, gitDir, commonDir } = checkout;
	const branch = branchOf(checkout, () => askHead(gitDir, withoutGit(env)));
	const linked = gitDir !== commonDir && basename(commonDir) === '.git';
	// Like the branch, of the moment when the place was looked up; each requirement asks for them.
	let names: readonly BranchName[] | undefined;
	const left = new Map<string, boolean>();
	const place: Place = {
		root,
		mainRoot: linked ? dirname(commonDir) : undefined,
		stateDir: join(commonDir, 'requirements'),
		branch,
		renamedFrom: () => {
			names ??= earlierNames(commonDir, branch);
			return names;
		},
		birth: async () => (await import('./branch-birth.ts')).birthOf(checkout, branch),
		hasLeft: (tip) => {
			const key = `${tip.commit} ${tip.born}`;
			const known = left.get(key) ?? hasLeft(place, tip);
			left.set(key, known);
			return known;
		},
		git: true,
		gitDir,
	};
	return place;
}

/** The place of a directory outside git. */
export function outsideGit(root: string, { configDir, sha256 }: PlacesOptions): Place {
	return {
		root,
		mainRoot: undefined,
		stateDir: join(configDir, 'requirements', 'projects', outsideName(root, sha256)),
		branch: NO_GIT,
		renamedFrom: () => [],
		birth: async () => undefined,
		hasLeft: () => false,
		git: false,
	};
}
