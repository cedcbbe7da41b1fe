import { basename, join } from 'node:path';
import { earlierNames } from '../git/branch-log.ts';
import { hashedName, type Place, slug } from '../git/place.ts';
import type { Loaded } from '../store/document.ts';
import { unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { sha256 } from '../store/hashes.ts';
import { readLog } from '../store/log.ts';
import { readDocument } from '../store/read-document.ts';
import type { DocumentFile } from '../store/update-document.ts';
import type { BranchState } from './branch-state.ts';
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
	/** The same, but the branch's own file if `path` is that of a former name. */
	readonly home: string;
	/** Under the branch's present name. */
	readonly loaded: Loaded<BranchState>;
}

/**
 * Finds a branch's state by the branch stored in it, never by the file's name alone (D4).
 *
 * @param now milliseconds since the epoch
 */
export function locate(place: Place, now: number): Location {
	const own = ownFile(place, now);
	if (own.kind !== 'none') return own;
	for (const branch of earlierNames(place)) {
		const { kind, path, loaded } = ownFile({ ...place, branch }, now);
		if (kind !== 'own') continue;
		const renamed =
			loaded.kind === 'present'
				? { ...loaded, doc: { ...loaded.doc, branch: place.branch } }
				: loaded;
		return { kind: 'former', path, home: own.path, loaded: renamed };
	}
	return own;
}

function ownFile(place: Place, now: number): Location {
	const kind = branchStateKind(place, now);
	const at = (where: Location['kind'], path: string, loaded: Loaded<BranchState>): Location => ({
		...{ kind: where, path, home: path, loaded },
	});
	const path = pathOf(place, slug(place.branch));
	const plain = readDocument(path, kind);
	if (isOwn(plain, place)) return at('own', path, plain);
	// The file no other branch can have.
	const hashed = pathOf(place, hashedName(place.branch, sha256));
	const other = readDocument(hashed, kind);
	if (other.kind === 'corrupt') return at('corrupt', hashed, other);
	if (other.kind !== 'absent') return at('own', hashed, other);
	if (plain.kind === 'corrupt') return at('corrupt', path, plain);
	return at('none', plain.kind === 'absent' ? path : hashed, { kind: 'absent' });
}

/** A newer schema still says whose it is; without that the file belongs to the first branch that asks. */
function isOwn(loaded: Loaded<BranchState>, { branch }: Place): boolean {
	if (loaded.kind === 'newer') return textIn(loaded.json, 'branch') === branch;
	return loaded.kind === 'present' && loaded.doc.branch === branch;
}

function pathOf(place: Place, name: string): string {
	return join(place.stateDir, `${name}.json`);
}

/** The lock of all branch states of a repository: which file is whose is decided under it (D4). */
export function branchStatesLock({ stateDir }: Pick<Place, 'stateDir'>): string {
	return join(stateDir, 'branches');
}

/** The file that holds, or will hold, the state of a place's branch. */
export function branchFile(path: string, place: Place, now: number): DocumentFile<BranchState> {
	return {
		path,
		kind: branchStateKind(place, now),
		quarantineDir: join(place.stateDir, 'quarantine'),
		historyPath: historyPath(path, place),
	};
}

/** `history/<same name>.jsonl` (D10). */
export function historyPath(path: string, place: Place): string {
	return join(place.stateDir, 'history', `${basename(path, '.json')}.jsonl`);
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
