import { dirname, join } from 'node:path';
import { readTail } from '../store/read-file.ts';
import { readGitFile } from './git-file.ts';
import {
	type Birth,
	type BranchName,
	isDetached,
	type Place,
	parseBranchRef,
	type Tip,
} from './place.ts';

/** One line of a reflog. */
interface Move {
	readonly from: string;
	readonly to: string;
	/** Since the epoch. */
	readonly second: number;
	/** What moved it; empty for `git update-ref`. */
	readonly message: string;
}

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t\n]*?> (\d+) [^\t\n]*(?:\t(.*))?$/gm;
const BEGUN = /^branch: (?:Created from|Reset to) /;
/** Bytes: some 1,700 lines. */
const TAIL = 262_144;
/** Enough of a message to tell two reflogs apart that began in one second. */
const MAX_MESSAGE = 200;

/** The commit of a branch, by git's files; `undefined` if they do not have it (detached, unborn, reftable). */
export function commitOf(place: Place): string | undefined {
	return hashIn(refOf(place, place.branch));
}

/** The commit that is checked out. During a rebase HEAD is detached; the branch itself moves when that ends. */
export function headOf(place: Place): string | undefined {
	const { gitDir } = place;
	const head = gitDir === undefined ? undefined : readGitFile(join(gitDir, 'HEAD'));
	return hashIn(head) ?? commitOf(place);
}

function hashIn(text = ''): string | undefined {
	return /^[0-9a-f]{40,64}$/.exec(text.trim())?.[0];
}

/** Whether git's files name a branch; they do not with reftables. */
export function isBranch(place: Place, name: string): boolean {
	return refOf(place, name) !== undefined;
}

function refOf({ stateDir }: Place, branch: string): string | undefined {
	const commonDir = dirname(stateDir);
	const loose = readGitFile(join(commonDir, 'refs', 'heads', branch));
	if (loose !== undefined) return loose;
	const packed = readGitFile(join(commonDir, 'packed-refs')) ?? '';
	const at = packed.indexOf(` refs/heads/${branch}\n`);
	return at === -1 ? undefined : packed.slice(packed.lastIndexOf('\n', at) + 1, at);
}

/**
 * Earlier names of a branch, newest first, by its own reflog, which `git branch -m` moves with it (D4). Without names that
 * are branches again: those keep their state. Empty with reftables, whose logs are no files.
 */
export function earlierNames(place: Place): BranchName[] {
	const names = new Set<BranchName>();
	let current = place.branch;
	for (const { message } of reflogOf(place).reverse()) {
		const [, from = '', to] = /^Branch: renamed (\S+) to (\S+)$/.exec(message) ?? [];
		const old = parseBranchRef(from);
		if (old === undefined || to !== `refs/heads/${current}`) continue;
		names.add(old);
		current = old;
	}
	names.delete(place.branch);
	return [...names].filter((branch) => !isBranch(place, branch));
}

/**
 * How a branch began, by the newest "Created" or "Reset" line of its reflog. `undefined` without a reflog (reftable,
 * `core.logAllRefUpdates` off).
 */
export function birthOf(place: Place): Birth | undefined {
	const begun = reflogOf(place).findLast(({ message }) => BEGUN.test(message));
	return begun && { at: endOf(begun), commit: begun.to };
}

/** Commits of a branch since a time, in milliseconds since the epoch. */
export function commitsSince(place: Place, at: number): ReadonlySet<string> {
	const moves = isDetached(place.branch)
		? movesIn(join(place.gitDir ?? '', 'logs', 'HEAD'))
		: reflogOf(place);
	const since = moves.filter((move) => endOf(move) >= at).flatMap(({ from, to }) => [from, to]);
	return new Set([...since, commitOf(place) ?? '']);
}

/** Reflogs have whole seconds. */
function endOf({ second }: Move): number {
	return second * 1000 + 999;
}

/** The commit of a branch now, and how its reflog begins; `undefined` if git's files do not have it. */
export function tipOf(place: Place): Tip | undefined {
	const commit = commitOf(place);
	if (commit === undefined) return undefined;
	const born = firstLine(reflogOf(place));
	return born === undefined ? { commit } : { commit, born };
}

/**
 * Whether a branch name belongs to other work since it was at a tip: the branch was deleted and created again, or put on
 * a commit where it had never been. False if the reflog does not show it.
 */
export function hasLeft(place: Place, { commit, born }: Tip): boolean {
	const now = commitOf(place);
	if (now === undefined || now === commit) return false;
	const moves = reflogOf(place);
	const bornNow = firstLine(moves);
	if (born !== undefined && bornNow !== undefined && born !== bornNow) return true;
	const since = moves.findLastIndex(({ to }) => to === commit) + 1;
	if (since === 0) return false;
	return moves.some((move, at) => {
		const wasThere = ({ from, to }: Move) => from === move.to || to === move.to;
		return at >= since && isPutElsewhere(move, place.branch) && !moves.slice(0, at).some(wasThere);
	});
}

/** By `checkout -B`, `branch -f`, a forced fetch, `update-ref`, or a push; not to its own remote branch. */
function isPutElsewhere({ message }: Move, branch: string): boolean {
	if (message === '' || message === 'push') return true;
	if (message.startsWith('branch: Reset to ')) return !message.endsWith(`/${branch}`);
	return message.startsWith('fetch') && !message.endsWith(': fast-forward');
}

/** The line that created the branch; `undefined` if it is too far back. */
function firstLine([first]: readonly Move[]): string | undefined {
	if (first === undefined || !/^0+$/.test(first.from)) return undefined;
	return `${first.to} ${first.second} ${first.message.slice(0, MAX_MESSAGE)}`;
}

function logPath({ stateDir, branch }: Place): string {
	return join(dirname(stateDir), 'logs', 'refs', 'heads', branch);
}

function reflogOf(place: Place): Move[] {
	return movesIn(logPath(place));
}

/** The lines in the last bytes of a reflog, oldest first. */
export function movesIn(path: string, bytes = TAIL): Move[] {
	const lines = readTail(path, bytes).matchAll(LINE);
	return [...lines].map(([, from = '', to = '', second, message = '']) => ({
		from,
		to,
		second: Number(second),
		message,
	}));
}
