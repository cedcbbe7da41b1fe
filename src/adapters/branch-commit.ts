import { join } from 'node:path';
import { parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { readGitFile } from './git-files.ts';

const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * The commit a branch stands at, read from git's files: `refs/heads/<branch>` of the common directory,
 * else its line in `packed-refs`. `undefined` where they do not tell (detached, unborn, reftable).
 */
export function branchCommit(place: Place): string | undefined {
	const commonDir = parentOf(place.stateDir);
	const loose = readGitFile(join(commonDir, 'refs', 'heads', place.branch))?.trim();
	const commit = loose ?? packedCommit(readGitFile(join(commonDir, 'packed-refs')) ?? '', place);
	return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

/** `1f0c… refs/heads/main` */
function packedCommit(text: string, { branch }: Place): string | undefined {
	const line = text.split('\n').find((one) => one.endsWith(` refs/heads/${branch}`));
	return line?.split(' ')[0];
}
