import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GitHookFile, GitHookFiles, GitHookFolder } from '../app/setup-ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { isInside, type Place, parentOf } from '../core/place/place.ts';
import { askGit, type GitEnv, succeedsInGit, withoutGit } from './ask-git.ts';
import { realPath, unlessUnwritable } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** Bytes; a hook that is longer is somebody else's, and none is read as a whole. */
const MAX_BYTES = 1024 * 1024;

/** The hooks of git on this disk. */
export function liveGitHookFiles({
	env,
	own,
}: {
	readonly env: GitEnv;
	readonly own: GitHookFiles['own'];
}): GitHookFiles {
	return {
		own,
		look,
		folder: (place) => (place.git ? folderOf(place, withoutGit(env)) : undefined),
		rename: (path, to) => writing(() => renameSync(path, to)),
		remove: (path) => writing(() => rmSync(path)),
		write: (path, text) =>
			writing(() => {
				makeDirectory(dirname(path), 0o777);
				const temporary = `${path}.${process.pid}.tmp`;
				writeFileSync(temporary, text, { flag: 'wx' });
				chmodSync(temporary, 0o755);
				renameSync(temporary, path);
			}),
	};
}

/** `core.hooksPath` counts from the top of each working tree, as git has it. */
function folderOf(place: Place, env: GitEnv): GitHookFolder | undefined {
	const answer = askGit(
		place.root,
		['rev-parse', '--path-format=absolute', '--git-path', 'hooks'],
		env,
	);
	if (answer.trim() === '') return undefined;
	const path = realPath(answer.replace(/\n$/, ''));
	return { path, serves: servedBy(path, place, env) };
}

function servedBy(path: string, { root, stateDir }: Place, env: GitEnv): GitHookFolder['serves'] {
	if (isInside(path, parentOf(stateDir))) return 'repository';
	if (!isInside(path, root)) return 'every_repository';
	const question = ['check-ignore', '-q', '--no-index', '--', `${path}/reference-transaction`];
	return succeedsInGit(root, question, env) ? 'repository' : 'team';
}

function look(path: string): GitHookFile {
	const stat = unlessUnwritable(() => lstatSync(path, { throwIfNoEntry: false }));
	if (stat === undefined) return { kind: 'absent' };
	const isRead = stat.isFile() && stat.size <= MAX_BYTES;
	return {
		kind: 'present',
		text: isRead ? unlessUnwritable(() => readFileSync(path, 'utf8')) : undefined,
	};
}

function writing(change: () => void): void {
	try {
		change();
	} catch (cause) {
		const hint = 'make the folder writable, and run this again';
		throw new Fault('state_unwritable', (cause as Error).message, { cause, hint });
	}
}
