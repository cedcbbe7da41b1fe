import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Kept, Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isReserved, outsideName, stateFileNames } from '../../core/branch-state/file-name.ts';
import { prunedHistory } from '../../core/branch-state/prune.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { cacheName } from '../../core/config/compiled.ts';
import { type BranchName, onBranch, parseBranchName } from '../../core/place/place.ts';
import { type BranchFacts, type WhyKept, whyKept } from '../../core/prune/gone-branch.ts';
import { isPast, KEPT_DAYS } from '../../core/prune/retention.ts';
import { awaitedNames, livingBranches } from '../ask-git.ts';
import { createAtomic, writeAtomic } from '../atomic-write.ts';
import { type BranchTarget, branchTarget, readHistory } from '../branch-state-location.ts';
import { isBranch } from '../git-files.ts';
import { withLock } from '../lock.ts';
import { pendingPath, readDocument, readStored } from '../read-document.ts';
import { readJson } from '../read-regular.ts';
import { documentText, sealedStateKind } from '../seal.ts';
import { makeDirectory } from '../state-folders.ts';
import { lock, storeChanges } from '../update-document.ts';
import {
	type Entry,
	listed,
	type PruneWorld,
	type Retained,
	type Retention,
} from './prune-search.ts';

const STATE = /^[^.].*\.json$/;
/** Names of the states of working trees without a branch: git does not know those. */
const NO_BRANCH = /^_(detached|no-git)/;
/** What is simply in use is not worth a word. */
const WHY: Readonly<Record<WhyKept, string | undefined>> = {
	living: undefined,
	no_branch: undefined,
	awaited: 'its branch was renamed and takes it along',
	live_session: 'its branch is gone, but a live session worked on it',
};

interface StoredState extends Entry {
	readonly state: BranchState;
}

/** States of branches that exist no more and that nobody needs (D4). */
export function goneBranchStates(world: PruneWorld): PruneSearch {
	const { place, base } = world;
	if (!place.git) return { leftovers: [], kept: [] };
	const { entries, kept } = listed(place.stateDir, base);
	const read = entries
		.filter(({ name }) => STATE.test(name) && !isReserved(basename(name, '.json')))
		.map((entry) => readEntry(entry, world));
	const states = read.flatMap((one) => ('state' in one ? [one] : []));
	const unread = read.flatMap((one) => ('why' in one ? [one] : []));
	const facts = branchFacts(world, states);
	if (facts === undefined) {
		const unknown = { path: place.stateDir, why: 'git cannot say which branches there are' };
		return { leftovers: [], kept: [...kept, ...unread, unknown] };
	}
	const judged = states.map((one) => ({ one, why: whyStored(one, facts, world) }));
	const needed = judged.flatMap(({ one: { path }, why }): Kept[] => {
		const text = why && WHY[why];
		return text === undefined ? [] : [{ path, why: text }];
	});
	const gone = judged.filter(({ why }) => why === undefined);
	return {
		leftovers: gone.map(({ one }) => leftover(one, world)),
		kept: [...kept, ...unread, ...needed],
	};
}

function readEntry(entry: Entry, world: PruneWorld): StoredState | Kept {
	const { path, stats } = entry;
	if (!stats.isFile()) return { path, why: 'it is not a regular file' };
	const loaded = readDocument(path, sealedStateKind(world.place, world));
	if (loaded.kind === 'present') return { ...entry, state: loaded.doc };
	return { path, why: loaded.kind === 'newer' ? 'a newer req wrote it' : 'it cannot be read' };
}

/** What a prune goes by; asked anew under the lock of a state, because branches come back. */
function branchFacts(
	{ place, env, live }: PruneWorld,
	states: readonly StoredState[],
): BranchFacts | undefined {
	const living = livingBranches(place, env);
	if (living === undefined) return undefined;
	const stored = new Set(states.map(({ state }) => state.branch as BranchName));
	const commonDir = dirname(place.stateDir);
	return {
		living,
		awaited: awaitedNames(place, living, stored),
		live: live.filter(({ common_dir }) => common_dir === commonDir),
	};
}

function whyStored({ state }: StoredState, facts: BranchFacts, { place }: PruneWorld) {
	const branch = parseBranchName(state.branch);
	// A name git would not accept belongs to nobody, but neither did we write it.
	if (branch === undefined) return 'no_branch';
	return isBranch(dirname(place.stateDir), branch) ? 'living' : whyKept(state, facts);
}

function leftover(stored: StoredState, world: PruneWorld): Leftover {
	const { path, state, stats } = stored;
	const target = branchTarget(path, onBranch(world.place, state.branch as BranchName), world);
	const isGone = () => {
		const facts = branchFacts(world, [stored]);
		return facts !== undefined && whyStored(stored, facts, world) === undefined;
	};
	const remove = async () => {
		const locked = await lock(target, (holdsLock) =>
			isGone() ? retire(target, holdsLock) : 'somebody uses it again',
		);
		return locked.kind === 'held' ? locked.value : 'somebody holds its lock';
	};
	return { kind: 'branch_state', path, bytes: stats.size, of: state.branch, remove };
}

/**
 * Removes a state once what was satisfied in it is on disk in the history. A crash in between leaves both; the next
 * prune goes on from there.
 */
function retire(target: BranchTarget, holdsLock: () => boolean): string | undefined {
	const { path, kind } = target;
	// Another prune was faster.
	if (!existsSync(path)) return undefined;
	const folded = storeChanges(target, [], holdsLock);
	const { loaded, folded: marks } = readStored(path, kind);
	const isStored = folded?.kind === 'written' || folded?.kind === 'unchanged';
	if (!isStored || loaded.kind !== 'present') return 'it changed meanwhile';
	if (!keepHistory(target, loaded.doc, holdsLock) || !holdsLock()) return 'its lock was lost';
	rmSync(path);
	if (!existsSync(pendingPath(path))) return undefined;
	// Left since it was folded: somebody is at work on this branch after all.
	createAtomic(path, documentText(loaded.doc, marks, kind.seal));
	return 'somebody writes to it';
}

/** Replaced as a whole under the state's lock, under which alone it is appended to. */
function keepHistory(
	{ historyPath, now }: BranchTarget,
	state: BranchState,
	holdsLock: () => boolean,
): boolean {
	if (historyPath === undefined) return false;
	const before = readHistory(historyPath);
	const after = prunedHistory(before, state, new Date(now).toISOString());
	if (after.length === 0) return true;
	makeDirectory(dirname(historyPath));
	const text = after.map((line) => `${JSON.stringify(line)}\n`).join('');
	return writeAtomic(historyPath, text, holdsLock);
}

/** Histories of branches that are gone, 30 days after their last line (D14); that of the tasks is no branch's. */
export function goneHistories(world: PruneWorld): Retained {
	const { place, sha256, env, now } = world;
	const stateOf = (name: string) => join(place.stateDir, `${basename(name, '.jsonl')}.json`);
	const living = place.git ? livingBranches(place, env) : undefined;
	// Under these names the states and histories of living branches may be filed.
	const inUse = new Set(
		[...(living ?? [])].flatMap((branch) =>
			Object.values(stateFileNames(branch, sha256(branch).slice(0, 8))),
		),
	);
	const isNeeded = (entry: Entry) => {
		const name = basename(entry.name, '.jsonl');
		if (living === undefined || inUse.has(name)) return true;
		if (isReserved(name) || NO_BRANCH.test(name)) return true;
		return existsSync(stateOf(entry.name)) || !isPast(lastLine(entry), KEPT_DAYS.past, now);
	};
	const remove = async (entry: Entry) => {
		const request = { ...world, path: stateOf(entry.name) };
		const locked = await withLock(request, () => {
			if (isNeeded(entry)) return 'somebody uses it again';
			rmSync(entry.path);
			return undefined;
		});
		return locked.kind === 'held' ? locked.value : 'somebody holds its lock';
	};
	return {
		directory: join(place.stateDir, 'history'),
		base: world.base,
		rows: [{ kind: 'history', name: /\.jsonl$/, type: 'file', isNeeded, remove }],
	};
}

function lastLine({ path, stats }: Entry): number {
	const times = readHistory(path)
		.map((line) => Date.parse(String((line as { at?: unknown }).at)))
		.filter((at) => !Number.isNaN(at));
	return times.length === 0 ? stats.mtimeMs : Math.max(...times);
}

/** A project's directory that is being removed. */
const GOING = /\.\d+\.tmp$/;
const THERE_AGAIN = 'its project is there again';

/** Compiled configs of projects whose directory is gone. */
export const GONE_CONFIGS: Retention = {
	...{ kind: 'compiled_config', name: /\.json$/, type: 'file', of: rootOfCache },
	isNeeded: (entry) => !isAbsent(rootOfCache(entry)),
	remove: (entry) => {
		if (!isAbsent(rootOfCache(entry))) return THERE_AGAIN;
		rmSync(entry.path, { force: true });
		return undefined;
	},
};

/** The state of projects outside git whose directory is gone. It may stand on a disk that is not there today: 30 days. */
export function goneProjects(world: PruneWorld): Retention {
	const { live, now } = world;
	const rootOf = (entry: Entry) => rootOfProject(entry, world);
	const isNeeded = (entry: Entry) => {
		const { name, path, stats } = entry;
		if (GOING.test(name)) return !isPast(stats.ctimeMs, KEPT_DAYS.stray, now);
		const root = rootOf(entry);
		if (root === undefined) return 'nothing in it says which project it is of';
		if (!isAbsent(root) || live.some(({ common_dir }) => common_dir === root)) return true;
		return !isPast(lastWrite(path), KEPT_DAYS.past, now);
	};
	const remove = (entry: Entry) => {
		const { name, path } = entry;
		const isGoing = GOING.test(name);
		if (!isGoing && !isAbsent(rootOf(entry))) return THERE_AGAIN;
		// It gets another name first: a prune that is interrupted must not leave a part that looks whole.
		const going = isGoing ? path : `${path}.${process.pid}.tmp`;
		if (!isGoing) renameSync(path, going);
		rmSync(going, { recursive: true, force: true });
		return undefined;
	};
	const bytes = ({ path }: Entry) => below(path).reduce((sum, { size }) => sum + size, 0);
	return { kind: 'project', name: /./, type: 'directory', isNeeded, of: rootOf, bytes, remove };
}

/** A cache names its sources, and its own name tells which of their roots is its own. */
function rootOfCache({ path }: Entry): string | undefined {
	const cached = readJson(path).json as { readonly sources?: unknown } | undefined;
	const sources: unknown[] = Array.isArray(cached?.sources) ? cached.sources : [];
	const roots = sources.map((source) =>
		dirname(dirname(String((source as { path?: unknown } | null)?.path))),
	);
	return roots.find((root) => cacheName(root) === basename(path));
}

/** The directory's name and what its documents say must fit, so that no document can name another root. */
function rootOfProject({ path, name }: Entry, world: PruneWorld): string | undefined {
	const documents = listed(path, world.configDir).entries.filter(
		({ name: document, stats }) => document.endsWith('.json') && stats.isFile(),
	);
	return documents
		.map((document) => {
			// Any JSON will do: a document of a newer build says whose it is, too.
			const { project } = (readJson(document.path).json ?? {}) as { readonly project?: unknown };
			return typeof project === 'string' && project.startsWith('/') ? project : undefined;
		})
		.find((root) => root !== undefined && outsideName(root, world.sha256) === name);
}

/** Only a path that leads nowhere is absent: one that may not be looked at is there, and none is no path. */
function isAbsent(root: string | undefined): boolean {
	try {
		return root !== undefined && lstatSync(root, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

function lastWrite(path: string): number {
	return Math.max(...below(path).map(({ mtimeMs }) => mtimeMs), lstatSync(path).mtimeMs);
}

/** Regular files only, links not followed. */
function below(path: string): { readonly mtimeMs: number; readonly size: number }[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
		const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
		return stats?.isFile() === true ? [stats] : [];
	});
}
