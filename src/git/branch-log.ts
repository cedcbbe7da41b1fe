import { dirname, join } from 'node:path';
import { readTail } from '../store/read-file.ts';
import { type BranchName, isDetached, type Place, parseBranchRef } from './place.ts';
import { readGitFile } from './quiet-git.ts';

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
/** Bytes: some 1,700 lines. */
const TAIL = 262_144;

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
 * How a branch began, by the newest line of its reflog that creates it or puts it elsewhere than its own remote branch is.
 * `at`: the begin of that second, in milliseconds since the epoch. `undefined` without a reflog (reftable,
 * `core.logAllRefUpdates` off).
 */
export function birthOf(place: Place): { readonly at: number; readonly commit: string } | undefined {
	const begun = reflogOf(place).findLast(({ message }) => {
		const [, verb, from] = /^branch: (Created from|Reset to) (.*)/.exec(message) ?? [];
		return verb === 'Created from' || (from !== undefined && !from.endsWith(`/${place.branch}`));
	});
	return begun && { at: begun.second * 1_000, commit: begun.to };
}

/** When a branch last moved to another commit: the begin of that second, in milliseconds since the epoch; 0 without a reflog. */
export function lastMove(place: Place): number {
	const move = reflogOf(place).findLast(({ from, to }) => from !== to);
	return (move?.second ?? 0) * 1000;
}

/** Commits of a branch since a time, in milliseconds since the epoch. */
export function commitsSince(place: Place, at: number): ReadonlySet<string> {
	const moves = isDetached(place.branch) ? movesIn(join(place.gitDir ?? '', 'logs', 'HEAD')) : reflogOf(place);
	// Reflogs have whole seconds.
	const late = moves.filter(({ second }) => (second + 1) * 1_000 > at);
	const since = late.flatMap(({ from, to }) => [from, to]);
	return new Set([...since, commitOf(place) ?? '']);
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
