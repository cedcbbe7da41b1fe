import { basename, join } from 'node:path';
import { earlierNames } from '../git/branch-log.ts';
import { hashedName, type Place, slug } from '../git/place.ts';
import type { Loaded } from '../store/document.ts';
import type { LockTerms } from '../store/lock.ts';
import { readLog } from '../store/log.ts';
import { readDocument, readStored } from '../store/read-document.ts';
import { fileNamesIn, unlessError } from '../store/read-regular.ts';
import { stateFolder } from '../store/state-folders.ts';
import type { DocumentTarget } from '../store/update-document.ts';
import type { BranchChange, BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';

/** Where the state of a branch is, or would be (D4). */
export interface Location {
	/**
	 * `own`: in the branch's file · `former`: in the file of the name it was renamed from · `corrupt`: there is
	 * a file that cannot be read, and it may be this branch's · `none`: nowhere yet.
	 */
	readonly kind: 'own' | 'former' | 'corrupt' | 'none';
	/** The file the state is in, or would be. */
	readonly path: string;
	/** The same, but the branch's own file where `path` is that of a former name. */
	readonly home: string;
	/** Whose file that is: the place itself, or the place under its former branch name. */
	readonly place: Place;
	readonly loaded: Loaded<BranchState>;
}

/** What a look-up needs besides the disk. */
export interface LookUp {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Hex digest. */
	readonly sha256: (text: string) => string;
}

/** Finds a branch's state by the branch stored in it, never by the file's name alone (D4). */
export function locate(place: Place, lookUp: LookUp): Location {
	const own = ownFile(place, lookUp);
	if (own.kind !== 'none') return own;
	for (const branch of earlierNames(place)) {
		const former = ownFile({ ...place, branch }, lookUp);
		if (former.kind === 'own') return { ...former, kind: 'former', home: own.path };
	}
	return own;
}

/** The file no other branch can have. */
export function hashedPath(place: Place, { sha256 }: LookUp): string {
	return pathOf(place, hashedName(place.branch, sha256));
}

function ownFile(place: Place, lookUp: LookUp): Location {
	const kind = branchStateKind(place, lookUp.now);
	const at = (where: Location['kind'], path: string, loaded: Loaded<BranchState>): Location => ({
		kind: where,
		path,
		home: path,
		place,
		loaded,
	});
	const path = pathOf(place, slug(place.branch));
	const plain = readDocument(path, kind);
	// Read as it was read before: what is known of a file is kept for all who ask the same of it.
	if (isOwn(plain, place, () => readStored(path, kind).json)) return at('own', path, plain);
	if (hasHashedFile(place)) {
		const hashed = hashedPath(place, lookUp);
		const loaded = readDocument(hashed, kind);
		if (loaded.kind === 'corrupt') return at('corrupt', hashed, loaded);
		if (loaded.kind !== 'absent') return at('own', hashed, loaded);
	}
	if (plain.kind === 'corrupt') return at('corrupt', path, plain);
	const free = plain.kind === 'absent' ? path : hashedPath(place, lookUp);
	return at('none', free, { kind: 'absent' });
}

/** Spares the hash in the usual case: no branch at all had to step aside from this slug. */
function hasHashedFile(place: Place): boolean {
	const start = `${slug(place.branch)}~`;
	return fileNamesIn(place.stateDir).some((name) => name.startsWith(start));
}

/** `stored`: what the file holds. A newer schema still says whose it is; without that the file is the first one's who asks. */
function isOwn(loaded: Loaded<BranchState>, { branch }: Place, stored: () => unknown): boolean {
	if (loaded.kind === 'newer') return (stored() as { branch?: unknown } | null)?.branch === branch;
	return loaded.kind === 'present' && loaded.doc.branch === branch;
}

function pathOf(place: Place, name: string): string {
	return join(place.stateDir, `${name}.json`);
}

export type BranchTarget = DocumentTarget<BranchState, BranchChange>;

export interface BranchWorld extends LookUp, LockTerms {}

/** The writer's view of the file that holds, or shall hold, the state of a place's branch. */
export function branchTarget(path: string, place: Place, world: BranchWorld): BranchTarget {
	return {
		...world,
		path,
		kind: branchStateKind(place, world.now),
		quarantineDir: stateFolder(place.stateDir, 'quarantine'),
		historyPath: historyPath(path, place),
		// A branch's file is created by its claim only; one that is gone by now may go to another branch.
		isMine: (found) =>
			found.kind === 'present' ? found.doc.branch === place.branch : found.kind !== 'absent',
	};
}

/** `history/<same name>.jsonl` (D10). */
export function historyPath(path: string, place: Place): string {
	return join(stateFolder(place.stateDir, 'history'), `${basename(path, '.json')}.jsonl`);
}

/**
 * The lines of a history file, oldest first. A line that does not parse costs itself only, and one a
 * crash made its writer write again counts once.
 *
 * @throws Fault `state_unreadable`
 */
export function readHistory(path: string): object[] {
	const texts = new Set(readLog(path).split('\n'));
	return [...texts].flatMap(parseLine);
}

function parseLine(text: string): object[] {
	const json = unlessError((): unknown => JSON.parse(text));
	return typeof json === 'object' && json !== null ? [json] : [];
}
