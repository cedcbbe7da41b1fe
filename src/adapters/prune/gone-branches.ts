import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type WhyKept, whyKept } from '../../core/prune/gone-branch.ts';
import { earlierNames, isBranch } from '../../git/branch-log.ts';
import { livingBranches } from '../../git/branches.ts';
import {
	type BranchName,
	hashedName,
	isReserved,
	isStateFile,
	onBranch,
	type Place,
	parseBranchName,
	slug,
} from '../../git/place.ts';
import {
	branchFile,
	branchStateKind,
	branchStatesLock,
	readHistory,
} from '../../state/branch-files.ts';
import type { BranchState } from '../../state/branch-state.ts';
import { retireAll } from '../../state/history.ts';
import type { DocumentFile } from '../../store/document-file.ts';
import { readDocument } from '../../store/document-file.ts';
import { unlessFault } from '../../store/errors.ts';
import { sha256 } from '../../store/hashes.ts';
import type { HoldsLock } from '../../store/lock.ts';
import { appendLines } from '../../store/log.ts';
import {
	type Entry,
	entriesBelow,
	type PrunedFolder,
	type PruneWorld,
	removeUnchanged,
	underLock,
} from './engine.ts';

/** Names of the states of working trees without a branch: git does not know those. */
const NO_BRANCH = /^_(detached|no-git)/;
const JSON_FILE = /\.json$/;
const USED_AGAIN = 'somebody uses it again';
/** What is simply in use is not worth a word. */
const WHY: Readonly<Record<WhyKept, string | true>> = {
	living: true,
	no_branch: true,
	awaited: 'its branch was renamed and takes it along',
	live_session: 'its branch is gone, but a live session worked on it',
};

/** States of branches that exist no more and that nobody needs (D4). */
export function goneBranchStates(world: PruneWorld): PrunedFolder {
	const { place, base, context } = world;
	const commonDir = dirname(place.stateDir);
	const kind = branchStateKind(place, context);
	const files = entriesBelow(place.stateDir, base).entries.filter(
		({ name, stats }) => isStateFile(name) && stats.isFile(),
	);
	const states = new Map(
		files.map(({ path }) => [path, unlessFault(() => readDocument(path, kind))]),
	);
	const stateAt = ({ path }: Entry) => {
		const found = states.get(path);
		return found?.kind === 'present' ? found.doc : undefined;
	};
	const stored = new Set(files.map((file) => stateAt(file)?.branch as BranchName));
	const live = world.live.filter(({ common_dir }) => common_dir === commonDir);
	/** Why a state stays, as git has it now; `undefined`: git cannot say. */
	const judge = () => {
		const living = livingBranches(place, world.context);
		if (living === undefined) return undefined;
		const facts = { living, live, awaited: awaitedNames(place, living, stored) };
		return (state: BranchState): WhyKept | undefined => {
			const branch = parseBranchName(state.branch);
			// A name git would not accept belongs to nobody, but neither did we write it.
			if (branch === undefined) return 'no_branch';
			return isBranch(onBranch(place, branch)) ? 'living' : whyKept(state, facts);
		};
	};
	const whyNow = judge();
	const isNeeded = (entry: Entry) => {
		if (!isStateFile(entry.name)) return true;
		if (!entry.stats.isFile()) return 'it is not a regular file';
		const state = stateAt(entry);
		if (state === undefined) {
			const isNewer = states.get(entry.path)?.kind === 'newer';
			return isNewer ? 'a newer req wrote it' : 'it cannot be read';
		}
		const why = whyNow === undefined ? 'living' : whyNow(state);
		return why !== undefined && WHY[why];
	};
	const remove = (entry: Entry) => {
		const state = stateAt(entry);
		if (state === undefined) return undefined;
		return underLock(branchStatesLock(place), context, (holdsLock) => {
			// Asked again: branches come back.
			const why = judge();
			if (why === undefined || why(state)) return USED_AGAIN;
			return retire(branchFile(entry.path, place, context), world, holdsLock);
		});
	};
	const of = (entry: Entry) => stateAt(entry)?.branch;
	return {
		...{ directory: place.stateDir, base },
		rows: [{ kind: 'branch_state', name: JSON_FILE, type: 'any', isNeeded, of, remove }],
		unjudged: whyNow === undefined ? 'git cannot say which branches there are' : undefined,
	};
}

/**
 * Earlier names of living branches that have no state of their own yet: they take what is stored under these names (D4).
 */
function awaitedNames(
	place: Place,
	living: ReadonlySet<BranchName>,
	stored: ReadonlySet<BranchName>,
): ReadonlySet<BranchName> {
	const without = [...living].filter((branch) => !branch.startsWith('@') && !stored.has(branch));
	return new Set(without.flatMap((branch) => earlierNames(onBranch(place, branch))));
}

/**
 * Removes a state once its satisfactions are on disk in the history. A crash in between leaves both; the next prune goes
 * on from there. Only the owner of the lock of all branch states may call this.
 */
function retire(
	{ path, kind, historyPath = '' }: DocumentFile<BranchState>,
	{ now }: PruneWorld,
	holdsLock: HoldsLock,
): string | undefined {
	const loaded = readDocument(path, kind);
	// Another prune was faster.
	if (loaded.kind === 'absent') return undefined;
	if (loaded.kind !== 'present') return 'it changed meanwhile';
	// An interrupted prune may have written some of them.
	const idOf = (line: object) => JSON.stringify({ ...line, at: '' });
	const known = new Set(readHistory(historyPath).map(idOf));
	const lines = retireAll(loaded.doc, new Date(now).toISOString());
	const missing = lines.filter((line) => !known.has(idOf(line)));
	appendLines(historyPath, missing, { isDurable: true });
	if (!holdsLock()) return 'its lock was lost';
	rmSync(path);
	return undefined;
}

/** Histories of branches that are gone, kept since their last line; that of the tasks is no branch's. */
export function goneHistories(world: PruneWorld): PrunedFolder {
	const { place, context } = world;
	const stateOf = (name: string) => join(place.stateDir, `${basename(name, '.jsonl')}.json`);
	const living = place.git ? livingBranches(place, world.context) : undefined;
	// Under these names the states and histories of living branches may be filed.
	const inUse = new Set(
		[...(living ?? [])].flatMap((branch) => [slug(branch), hashedName(branch, sha256)]),
	);
	const isNeeded = (entry: Entry) => {
		const name = basename(entry.name, '.jsonl');
		if (living === undefined || inUse.has(name)) return true;
		if (isReserved(name) || NO_BRANCH.test(name)) return true;
		return existsSync(stateOf(entry.name));
	};
	const remove = (entry: Entry) =>
		underLock(branchStatesLock(place), context, () =>
			isNeeded(entry) ? USED_AGAIN : removeUnchanged(entry),
		);
	return {
		directory: join(place.stateDir, 'history'),
		base: world.base,
		rows: [{ kind: 'history', name: /\.jsonl$/, type: 'file', since: lastLine, isNeeded, remove }],
	};
}

function lastLine({ path, stats }: Entry): number {
	const times = readHistory(path)
		.map((line) => Date.parse(String((line as { at?: unknown }).at)))
		.filter((at) => !Number.isNaN(at));
	return times.length === 0 ? stats.mtimeMs : Math.max(...times);
}
