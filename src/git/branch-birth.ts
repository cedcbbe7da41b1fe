import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readTail } from '../store/read-regular.ts';
import { type Checkout, isBranch } from './git-files.ts';
import { type Birth, type BranchName, parseBranchName, parseBranchRef } from './place.ts';

/** Lines of a log within which a branch is new: one with more history than that is no new branch. */
const NEAR = 65_536;
const BEGUN = / ([0-9a-f]{40,64}) .*> (\d+) [+-]\d{4}\tbranch: (?:Created from|Reset to) (.+)$/;
const MOVED = /> (\d+) [+-]\d{4}\tcheckout: moving from (\S+) to (\S+)$/;

/**
 * How a branch began: by the newest "Created" or "Reset" line of its own log, and by the line in the log of
 * this working tree's HEAD that moved here. A local copy of a remote branch of the same name began
 * elsewhere: its log names no branch of this repository. `undefined` with the reftable backend, and where `core.logAllRefUpdates` is off.
 */
export function birthOf({ gitDir, commonDir }: Checkout, branch: BranchName): Birth | undefined {
	const path = join(commonDir, 'logs', 'refs', 'heads', branch);
	const [line] = linesFromEnd(path, BEGUN);
	const [, commit, second, start] = line ?? [];
	if (commit === undefined || start === undefined) return undefined;
	if (start.endsWith(`/${branch}`) && !isLocal(commonDir, start)) return undefined;
	const moves = linesFromEnd(join(gitDir, 'logs', 'HEAD'), MOVED).filter(
		([, at, , to]) => to === branch && Number(at) >= Number(second),
	);
	const from = moves.at(-1)?.[2];
	return {
		at: exactTime(path, Number(second)),
		commit,
		from: from === undefined ? undefined : parseBranchRef(`refs/heads/${from}`),
	};
}

function isLocal(commonDir: string, start: string): boolean {
	const name = parseBranchName(start);
	return name !== undefined && isBranch(commonDir, name);
}

/** The groups of the lines that match, newest first. */
function linesFromEnd(path: string, pattern: RegExp): (string | undefined)[][] {
	const lines = (readTail(path, NEAR) ?? '').split('\n').reverse();
	return lines.flatMap((line) => {
		const match = pattern.exec(line);
		return match === null ? [] : [[...match]];
	});
}

/** A log names the second. Its file was made with its first line, and most disks know the moment. */
function exactTime(log: string, second: number): number {
	const made = statSync(log, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
	return Math.floor(made / 1000) === second ? made : second * 1000 + 999;
}
