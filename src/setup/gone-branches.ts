import { existsSync } from 'node:fs';
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
import { readDocument } from '../store/document-file.ts';
import { unlessFault } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { appendLines } from '../store/log.ts';
import { fileNamesIn } from '../store/read-file.ts';
import type { PrunedKind, PruneWorld } from './leftovers.ts';

/** The states and histories of deleted branches. None goes if git does not tell which branches there are. */
export function goneBranches(world: PruneWorld): readonly PrunedKind[] {
	const { place, context } = world;
	const { stateDir } = place;
	const living = place.git ? livingBranches(place, context) : undefined;
	if (living === undefined) return [];
	const live = world.live.filter(({ common_dir }) => common_dir === dirname(stateDir));
	const awaited = awaitedNames(place, living);
	const isNeeded = ({ branch, requirements }: BranchState) => {
		const name = parseBranchName(branch);
		// A detached HEAD, or a name that git does not accept: git cannot tell whether it is gone.
		if (name === undefined || branch.startsWith('@')) return true;
		if (living.has(name) || awaited.has(name)) return true;
		const owners = Object.values(requirements).flatMap(({ uuid, sessions }) => [
			uuid,
			...Object.values(sessions).map((entry) => entry.uuid),
		]);
		return live.some((entry) => entry.branch === branch || owners.includes(entry.uuid));
	};
	// Under these names the histories of living branches may be filed.
	const inUse = new Set([...living].flatMap((name) => [slug(name), hashedName(name, sha256)]));
	return [
		{
			kind: 'branch_state',
			what: 'state of a branch that is gone',
			folders: [stateDir],
			name: /\.json$/,
			days: 0,
			isNeeded: ({ name, path }) => {
				const state = isStateFile(name) ? stateIn(path, place) : undefined;
				return state === undefined || isNeeded(state);
			},
			of: ({ path }) => stateIn(path, place)?.branch,
			before: ({ path }) => retire(path, world),
		},
		{
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
		},
	];
}

/** Earlier names of living branches without a state of their own: they take what is stored under these names (D4). */
function awaitedNames(place: Place, living: ReadonlySet<BranchName>): ReadonlySet<BranchName> {
	const files = fileNamesIn(place.stateDir).filter(isStateFile);
	const stored = new Set(files.map((name) => stateIn(join(place.stateDir, name), place)?.branch));
	const without = [...living].filter((branch) => !branch.startsWith('@') && !stored.has(branch));
	return new Set(without.flatMap((branch) => earlierNames(onBranch(place, branch))));
}

/** `undefined` if it cannot be read, or if a newer req wrote it. */
function stateIn(path: string, place: Place): BranchState | undefined {
	const kind = branchStateKind(place, { now: () => 0 });
	const found = unlessFault(() => readDocument(path, kind));
	return found?.kind === 'present' ? found.doc : undefined;
}

/**
 * Appends the satisfactions of a state to the history, before it is deleted. A crash in between leaves both, and the next
 * prune goes on from there. Only the owner of the lock of all branch states may call this.
 */
function retire(path: string, { place, context }: PruneWorld): void {
	const state = stateIn(path, place);
	if (state === undefined) return;
	const { historyPath = '' } = branchFile(path, place, context);
	// A prune that was interrupted may have written some of them, at another time.
	const idOf = (line: object) => JSON.stringify({ ...line, at: '' });
	const known = new Set(readHistory(historyPath).map(idOf));
	const lines = retireAll(state, new Date(context.now()).toISOString());
	const missing = lines.filter((line) => !known.has(idOf(line)));
	appendLines(historyPath, missing, { isDurable: true });
}
