import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { earlierNames } from '../git/branch-log.ts';
import { livingBranches } from '../git/branches.ts';
import {
	type BranchName,
	hashedName,
	isReserved,
	isStateFile,
	onBranch,
	type Place,
	parseBranchName,
	slug,
} from '../git/place.ts';
import { branchFile, branchStateKind, readHistory } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import { retireAll } from '../state/history.ts';
import type { RegistryEntry } from '../state/registry-kind.ts';
import { readDocument } from '../store/document-file.ts';
import { unlessFault } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { appendLines } from '../store/log.ts';
import { fileNamesIn } from '../store/read-file.ts';
import type { PrunedKind, PruneWorld } from './leftovers.ts';

/** Who may still need the state of a branch. */
interface BranchFacts {
	/** Branches that exist or are checked out in a working tree. */
	readonly living: ReadonlySet<BranchName>;
	/** Earlier names of living branches that have not taken their state along yet (D4). */
	readonly awaited: ReadonlySet<BranchName>;
	/** The entries of live sessions. */
	readonly live: readonly RegistryEntry[];
}

/** Whether the state of a branch is still needed; a text is the reason, if the branch is gone. */
function isStateNeeded(
	{ branch, requirements }: BranchState,
	{ living, awaited, live }: BranchFacts,
): boolean | string {
	const name = parseBranchName(branch);
	// A detached HEAD, or a name that git does not accept: git cannot tell whether it is gone.
	if (name === undefined || branch.startsWith('@') || living.has(name)) return true;
	if (awaited.has(name)) return 'its branch was renamed and takes it along';
	const owners = Object.values(requirements).flatMap(({ uuid, sessions }) => [
		uuid,
		...Object.values(sessions).map((entry) => entry.uuid),
	]);
	const isUsed = live.some((entry) => entry.branch === branch || owners.includes(entry.uuid));
	return isUsed && 'its branch is gone, but a live session worked on it';
}

/** The states and histories of deleted branches. None goes if git does not tell which branches there are. */
export function goneBranches(world: PruneWorld): readonly PrunedKind[] {
	const { place, context } = world;
	const { stateDir } = place;
	const living = place.git ? livingBranches(place, context) : undefined;
	if (living === undefined) return [];
	const live = world.live.filter(({ common_dir }) => common_dir === dirname(stateDir));
	const facts = { living, live, awaited: awaitedNames(place, living) };
	// Under these names the histories of living branches may be filed.
	const inUse = new Set([...living].flatMap((name) => [slug(name), hashedName(name, sha256)]));
	const state: PrunedKind = {
		kind: 'branch_state',
		what: 'state of a branch that is gone',
		folders: [stateDir],
		name: /\.json$/,
		days: 0,
		isNeeded: ({ name, path }) => {
			if (!isStateFile(name)) return true;
			const stored = stateIn(path, place);
			return typeof stored === 'string' ? stored : isStateNeeded(stored, facts);
		},
		of: ({ path }) => {
			const stored = stateIn(path, place);
			return typeof stored === 'string' ? undefined : stored.branch;
		},
		remove: async ({ path }) => retire(path, world),
	};
	const history: PrunedKind = {
		kind: 'history',
		what: 'history of a branch that is gone',
		folders: [join(stateDir, 'history')],
		name: /\.jsonl$/,
		days: 30,
		isNeeded: ({ name: file }) => {
			const name = basename(file, '.jsonl');
			// Git does not know the states without a branch; the history of the tasks is no branch's.
			if (inUse.has(name) || isReserved(name) || /^_(detached|no-git)/.test(name)) return true;
			return existsSync(join(stateDir, `${name}.json`));
		},
	};
	return [state, history];
}

/** Earlier names of living branches without a state of their own: they take what is stored under these names (D4). */
function awaitedNames(place: Place, living: ReadonlySet<BranchName>): ReadonlySet<BranchName> {
	const states = fileNamesIn(place.stateDir)
		.filter(isStateFile)
		.map((name) => stateIn(join(place.stateDir, name), place));
	const stored = new Set(states.map((state) => typeof state !== 'string' && state.branch));
	const without = [...living].filter((branch) => !branch.startsWith('@') && !stored.has(branch));
	return new Set(without.flatMap((branch) => earlierNames(onBranch(place, branch))));
}

/** A state, or why there is none to judge by. */
function stateIn(path: string, place: Place): BranchState | string {
	const kind = branchStateKind(place, { now: () => 0 });
	const found = unlessFault(() => readDocument(path, kind));
	if (found?.kind === 'present') return found.doc;
	return found?.kind === 'newer' ? 'a newer req wrote it' : 'it cannot be read';
}

/**
 * Removes a state once its satisfactions are on disk in the history. A crash in between leaves both; the next prune goes
 * on from there. Only the owner of the lock of all branch states may call this.
 */
function retire(path: string, { place, context }: PruneWorld): string | undefined {
	const state = stateIn(path, place);
	if (typeof state === 'string') return state;
	const { historyPath = '' } = branchFile(path, place, context);
	// A prune that was interrupted may have written some of them, at another time.
	const idOf = (line: object) => JSON.stringify({ ...line, at: '' });
	const known = new Set(readHistory(historyPath).map(idOf));
	const lines = retireAll(state, new Date(context.now()).toISOString());
	const missing = lines.filter((line) => !known.has(idOf(line)));
	appendLines(historyPath, missing, { isDurable: true });
	rmSync(path, { force: true });
	return undefined;
}
