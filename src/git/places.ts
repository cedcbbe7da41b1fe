import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Places } from '../app/ports.ts';
import { existingPart, isDirectory, realPath, unlessFault } from '../store/read-regular.ts';
import { askHead, type GitEnv, withoutGit } from './ask-git.ts';
import { askIgnored } from './ask-ignored.ts';
import { birthOf } from './branch-birth.ts';
import { branchTips } from './branch-tips.ts';
import {
	branchCommit,
	branchOf,
	type Checkout,
	earlierNames,
	findCheckout,
	hasLeft,
} from './git-files.ts';
import { type BranchName, NO_GIT, outsideName, type Place } from './place.ts';

interface PlacesOptions {
	/** `<claude config dir>`, where projects outside git keep their state (D3). */
	readonly configDir: string;
	readonly env: GitEnv;
	/** Hex digest; asked outside git only. */
	readonly sha256: (text: string) => string;
}

/**
 * Where things happen, read from git's files. A repository is the nearest `.git` upwards: neither `core.worktree` nor
 * git's environment variables move it. Git is started only if HEAD is in a reftable.
 */
export function livePlaces(options: PlacesOptions): Places {
	const at = once((dir) => {
		const start = nearestDirectory(dir);
		const checkout = findCheckout(start);
		return checkout === undefined ? outsideGit(start, options) : insideGit(checkout, options.env);
	});
	return {
		at,
		ifReadable: (dir) => unlessFault(() => at(dir)),
		commit: branchCommit,
		tips: async (place) => branchTips(place, options.env),
		realPath: once(realPath),
		exists: existsSync,
		ignored: async ({ root }, files) => askIgnored(root, files, options.env),
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

/** The place that git's files make of a working tree. */
function insideGit(checkout: Checkout, env: GitEnv): Place {
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
		birth: async () => birthOf(checkout, branch),
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
function outsideGit(root: string, { configDir, sha256 }: PlacesOptions): Place {
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
