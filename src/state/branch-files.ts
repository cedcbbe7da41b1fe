import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { earlierNames } from '../git/branch-log.ts';
import { hashedName } from '../git/find-place.ts';
import { isStateFile, type Place, slug } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { type DocumentKind, type Loaded, parserOf } from '../store/document.ts';
import {
	type DocumentFile,
	type Held,
	quarantineIfCorrupt,
	readDocument,
	readObstacle,
	storeChange,
	underLock,
} from '../store/document-file.ts';
import { codeOf, systemError, unlessError, unlessFault } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import type { HoldsLock } from '../store/lock.ts';
import { appendText } from '../store/log.ts';
import { linkObstacle, newerObstacle, type Obstacle, obstacleOf } from '../store/obstacle.ts';
import { existingPart, makeDirectory } from '../store/paths.ts';
import { fileNamesIn, parseJson, readTail } from '../store/read-file.ts';
import { BranchState, completeState, emptyState, type SessionEntry } from './branch-state.ts';
import { applyChanges, type BranchChange } from './changes.ts';
import { type Changed, rollOver } from './history.ts';
import { liveNow, type StateContext } from './registry.ts';

export interface StoredState {
	/** `undefined`: nothing is stored, or nothing that can be read; then no requirement is satisfied (D7). */
	readonly state: BranchState | undefined;
	/** Why nothing can be stored. */
	readonly obstacle: Obstacle | undefined;
	/** A damaged file was moved to quarantine: what was wrong with it, and where it is. */
	readonly setAside?: string | undefined;
}

/** Reads a branch's state without a lock (D8). A damaged file is moved to quarantine, unless nothing may be written. */
export async function readBranchState(place: Place, context: StateContext): Promise<StoredState> {
	const { link } = place;
	// A link is no obstacle: gates refuse until it is gone.
	if (link !== undefined) {
		return { state: { ...newState(place, context), behind_link: link }, obstacle: undefined };
	}
	const found = tryLocate(place, context);
	if ('obstacle' in found) return { state: undefined, ...found };
	const { path, loaded } = found;
	const obstacle = loaded.kind === 'newer' ? newerObstacle(path) : writeObstacle(place.stateDir);
	const state = loaded.kind === 'present' ? loaded.doc : undefined;
	const isDamaged = loaded.kind === 'corrupt' && obstacle === undefined;
	if (!isDamaged || context.writing.isReadOnly) return { state, obstacle };
	const aside = () => quarantineIfCorrupt(branchFile(path, place, context), context);
	const movedTo = await underLock(branchStatesLock(place), aside, context);
	const setAside = typeof movedTo === 'string' ? `${loaded.reason}; moved to ${movedTo}` : undefined;
	return { state, obstacle, setAside };
}

/**
 * Applies changes to the state of a branch with one write, or none if nothing changes. All states of a repository have one
 * lock, under which the file is chosen: branches whose names look alike never share a file, and a renamed branch takes its
 * state along (D4).
 *
 * @returns the state with the changes; if there is an obstacle, nothing was stored
 */
export async function updateBranchState(
	place: Place,
	changes: readonly BranchChange[],
	context: StateContext,
): Promise<StoredState & { readonly isWritten: boolean }> {
	const refused = (obstacle: Obstacle) => ({ state: undefined, obstacle, isWritten: false });
	const { link } = place;
	if (link !== undefined) return refused(linkObstacle(link));
	const before = tryLocate(place, context);
	if ('obstacle' in before) return refused(before.obstacle);
	const { path, loaded } = before;
	if (loaded.kind === 'newer') return refused(newerObstacle(path));
	const stored = loaded.kind === 'present' ? loaded.doc : newState(place, context);
	const isCurrent = loaded.kind === 'absent' || (loaded.kind === 'present' && !loaded.migrated);
	if (isCurrent && applyChanges(stored, changes, '').doc === stored)
		return { state: stored, obstacle: undefined, isWritten: false };
	const change = (doc: BranchState) => changedState(doc, changes, context);
	const store = (holdsLock: HoldsLock) => storeAt(place, change, { context, holdsLock });
	const updated = await underLock(branchStatesLock(place), store, context);
	if (updated.kind !== 'refused') {
		const setAside = updated.quarantined && `it was damaged; moved to ${updated.quarantined}`;
		const isWritten = updated.kind === 'written';
		return { state: updated.doc, obstacle: undefined, setAside, isWritten };
	}
	return refused(updated.obstacle);
}

/** A state after changes, without entries that grew too old; those of sessions that run stay. */
function changedState(doc: BranchState, changes: readonly BranchChange[], context: StateContext): Changed {
	const at = new Date(context.now()).toISOString();
	const changed = applyChanges(doc, changes, at);
	if (changed.doc === doc) return changed;
	const own = changes.flatMap((change) => ('session' in change ? [change.session] : []));
	let live: ReadonlySet<string> | undefined;
	const isSpared = ({ uuid = '' }: SessionEntry, key: string) => {
		if (own.some((session) => session.uuid === uuid || session.key === key)) return true;
		live ??= liveNow(context);
		return live.has(uuid);
	};
	const { doc: left, retired } = rollOver(changed.doc, at, isSpared);
	return { doc: left, retired: [...changed.retired, ...retired] };
}

/**
 * Stores a state, and that of a renamed branch with its history under the new name; its old file goes last. A crash
 * before that leaves both: the new file counts, and `req prune` removes the old one.
 */
function storeAt(place: Place, change: (doc: BranchState) => Changed, held: Held & { context: StateContext }) {
	const { path, home, loaded } = locate(place, held.context);
	const former = path !== home && loaded.kind === 'present' ? loaded.doc : undefined;
	const renamed = (doc: BranchState) => change(former ?? doc);
	// Before the state: after a crash in between the next write finds the old state and ends the move.
	if (former !== undefined) {
		unlessError(() => moveHistory(historyPath(path, place), historyPath(home, place)));
	}
	const stored = storeChange(branchFile(home, place, held.context), renamed, held);
	if (former !== undefined && stored.kind === 'written') rmSync(path, { force: true });
	return stored;
}

/** Moves a history as it is, behind what is there already. If it cannot be read, it stays under its old name. */
function moveHistory(from: string, to: string): void {
	if (!existsSync(from)) return;
	if (existsSync(to)) {
		appendText(to, readFileSync(from, 'utf8'), { isDurable: true });
		rmSync(from);
	} else {
		makeDirectory(dirname(to));
		renameSync(from, to);
	}
}

/** Lines of `history/<branch>.jsonl`, oldest first; none if it cannot be read. */
export function branchHistory(place: Place, context: StateContext): readonly object[] {
	const found = tryLocate(place, context);
	return 'obstacle' in found ? [] : readHistory(historyPath(found.path, place));
}

/** A line that does not parse costs itself only, and one that a crash made its writer write again counts once. */
function readHistory(path: string): object[] {
	const texts = new Set(readTail(path).split('\n'));
	return [...texts].flatMap((text) => {
		const json = parseJson(text);
		return typeof json === 'object' && json !== null ? [json] : [];
	});
}

/** What is stored of one branch; of a deleted one only its history, under the name of the file. */
export interface StoredBranch {
	readonly branch: string;
	readonly state: BranchState | undefined;
	/** Oldest first. */
	readonly history: readonly object[];
}

/** What is stored of every branch. What cannot be read is left out and left alone. */
export function storedBranches(place: Place, context: StateContext): StoredBranch[] {
	const { stateDir, link } = place;
	if (link !== undefined) return [];
	const { parse } = branchStateKind(place, context);
	const histories = join(stateDir, 'history');
	const past = fileNamesIn(histories).map((name) => `${basename(name, '.jsonl')}.json`);
	const files = new Set([...fileNamesIn(stateDir), ...past].filter(isStateFile));
	return [...files].map((name) => {
		const file = basename(name, '.json');
		const loaded = unlessFault(() => readDocument(join(stateDir, name), { parse }));
		const state = loaded?.kind === 'present' ? loaded.doc : undefined;
		const history = readHistory(join(histories, `${file}.jsonl`));
		return { branch: state?.branch ?? file, state, history };
	});
}

/** The states of other branches that name a session. What cannot be read is left out and left alone. */
export function statesElsewhere(place: Place, { uuid }: Session, context: StateContext): readonly BranchState[] {
	const { parse } = branchStateKind(place, context);
	return fileNamesIn(place.stateDir)
		.filter(isStateFile)
		.flatMap((name) => {
			const path = join(place.stateDir, name);
			// Most branches belong to other sessions: they are not parsed.
			if (!readTail(path).includes(uuid)) return [];
			const loaded = unlessFault(() => readDocument(path, { parse }));
			return loaded?.kind === 'present' && loaded.doc.branch !== place.branch ? [loaded.doc] : [];
		});
}

/** The file that holds the state of a place's branch, or would. */
export function branchStateFile(place: Place, context: StateContext): string {
	const found = tryLocate(place, context);
	return 'obstacle' in found ? slugPath(place) : found.path;
}

function slugPath({ stateDir, branch }: Place): string {
	return join(stateDir, `${slug(branch)}.json`);
}

/** Where a branch's state is: `home` is the branch's own file, `path` may be that of its former name (D4). */
interface Location {
	readonly path: string;
	readonly home: string;
	readonly loaded: Loaded<BranchState>;
}

function tryLocate(place: Place, context: StateContext): Location | { readonly obstacle: Obstacle } {
	try {
		return locate(place, context);
	} catch (error) {
		const code = codeOf(error);
		if (code === '') throw error;
		const { path = place.stateDir } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
		return { obstacle: readObstacle(path, code) };
	}
}

/** Finds a state by the branch stored in it, never by the file's name alone; a renamed branch's under its old name. */
function locate(place: Place, context: StateContext): Location {
	const own = ownFile(place, context);
	const home = own.path;
	if (own.loaded.kind !== 'absent') return { ...own, home };
	for (const branch of earlierNames(place)) {
		const { path, loaded } = ownFile({ ...place, branch }, context);
		if (loaded.kind === 'newer') return { path, home, loaded };
		if (loaded.kind !== 'present') continue;
		return { path, home, loaded: { ...loaded, doc: { ...loaded.doc, branch: place.branch } } };
	}
	return { ...own, home };
}

function ownFile(place: Place, context: StateContext): Pick<Location, 'path' | 'loaded'> {
	const kind = branchStateKind(place, context);
	const path = slugPath(place);
	const loaded = readDocument(path, kind);
	// A newer schema still says whose it is; without that the file belongs to the first branch that asks.
	const stored = loaded.kind === 'newer' ? textIn(loaded.json, 'branch') : undefined;
	const branch = loaded.kind === 'present' ? loaded.doc.branch : stored;
	if (branch === place.branch) return { path, loaded };
	// The file that no other branch can have.
	const hashed = join(place.stateDir, `${hashedName(place.branch)}.json`);
	const other = readDocument(hashed, kind);
	if (other.kind !== 'absent') return { path: hashed, loaded: other };
	const isFree = loaded.kind === 'absent' || loaded.kind === 'corrupt';
	return isFree ? { path, loaded } : { path: hashed, loaded: other };
}

function newState(place: Place, context: Pick<StateContext, 'now'>): BranchState {
	return emptyState(place, new Date(context.now()).toISOString());
}

/** How a branch's state is read. */
export function branchStateKind(place: Place, context: Pick<StateContext, 'now'>): DocumentKind<BranchState> {
	const empty = newState(place, context);
	const parse = parserOf({ version: 1, shape: BranchState }, (json) => completeState(json, empty));
	return { parse, empty: () => empty };
}

/** A branch's file, with its history. */
function branchFile(path: string, place: Place, context: StateContext): DocumentFile<BranchState> {
	const quarantineDir = join(place.stateDir, 'quarantine');
	const kind = branchStateKind(place, context);
	return { path, kind, quarantineDir, historyPath: historyPath(path, place) };
}

function historyPath(path: string, place: Place): string {
	return join(place.stateDir, 'history', `${basename(path, '.json')}.jsonl`);
}

/** The lock of all branch states of a repository: which file is whose is decided under it (D4). */
function branchStatesLock({ stateDir }: Place): string {
	return join(stateDir, 'branches');
}

/** Why nothing can be written in a directory, or where it would be made. */
export function writeObstacle(directory: string): Obstacle | undefined {
	const there = existingPart(directory);
	try {
		accessSync(there, constants.W_OK | constants.X_OK);
		if (statSync(there).isDirectory()) return undefined;
		throw systemError('ENOTDIR', there);
	} catch (error) {
		return obstacleOf('write', there, codeOf(error));
	}
}
