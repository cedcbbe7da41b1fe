import { join } from 'node:path';
import type { Tip } from '../core/branch-state/schema.ts';
import { parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { branchCommit } from './branch-commit.ts';
import { readTail } from './read-regular.ts';

/** A log grows by about 150 bytes a commit: this is some 7,000 of them. */
const TAIL = 1_048_576;
const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*?> (\d+) [^\t]*(?:\t(.*))?$/;
/** Of what began a branch, enough to tell two of one second apart. */
const MAX_WORDS = 200;
const NONE = /^0+$/;
const FAST_FORWARD = /: fast-forward$/;

interface Move {
	readonly from: string;
	readonly to: string;
	/** Seconds since the epoch. */
	readonly at: string;
	/** What did it; empty where nobody said. */
	readonly by: string;
}

/** Where a branch stands now, and how its log began; `undefined` where git's files do not tell. */
export function tipOf(place: Place): Tip | undefined {
	const commit = branchCommit(place);
	if (commit === undefined) return undefined;
	const born = bornAs(movesOf(place) ?? []);
	return born === undefined ? { commit } : { commit, born };
}

/**
 * Whether a branch's name has gone over to other work since it stood at a commit: the branch is another one by its log,
 * or was put somewhere it has never been. Whatever git does to a branch in ordinary work leaves it the same one, and
 * where the log does not tell it is the same.
 */
export function hasLeft(place: Place, { commit, born }: Tip): boolean {
	if (branchCommit(place) === commit) return false;
	const moves = movesOf(place);
	// Git removes a log with its branch only.
	if (moves === undefined) return born !== undefined;
	const bornNow = bornAs(moves);
	if (born !== undefined && bornNow !== undefined && born !== bornNow) return true;
	const since = moves.findLastIndex(({ to }) => to === commit) + 1;
	if (since === 0) return false;
	return moves.slice(since).some((move, at) => {
		const before = moves.slice(0, since + at);
		const isKnown = before.some(({ from, to }) => from === move.to || to === move.to);
		return !isKnown && isPutElsewhere(move, place.branch);
	});
}

/** By `git checkout -B`, `git branch -f`, a forced fetch or `git update-ref`; not to where its own remote branch is. */
function isPutElsewhere({ by }: Move, branch: string): boolean {
	if (by === '') return true;
	if (by.startsWith('branch: Reset to ')) return !by.endsWith(`/${branch}`);
	return by.startsWith('fetch') && !FAST_FORWARD.test(by);
}

/** What tells one log from another of the same name; `undefined` where its beginning is gone. */
function bornAs([first]: readonly Move[]): string | undefined {
	if (first === undefined || !NONE.test(first.from)) return undefined;
	return `${first.to} ${first.at} ${first.by.slice(0, MAX_WORDS)}`;
}

function movesOf(place: Place): Move[] | undefined {
	const log = join(parentOf(place.stateDir), 'logs', 'refs', 'heads', place.branch);
	return readTail(log, TAIL)
		?.split('\n')
		.flatMap((line) => {
			const [, from, to, at, by = ''] = LINE.exec(line) ?? [];
			return from === undefined || to === undefined || at === undefined
				? []
				: [{ from, to, at, by }];
		});
}
