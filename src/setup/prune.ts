import { existsSync, lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { earlierNames } from '../git/branch-log.ts';
import { hashedName, livingBranches, outsideName } from '../git/find-place.ts';
import {
	type BranchName,
	isReserved,
	isStateFile,
	onBranch,
	type Place,
	parseBranchName,
	slug,
} from '../git/place.ts';
import { sessionsDir, storedSessions } from '../journal/files.ts';
import { readJournal } from '../journal/journal.ts';
import { linesOf } from '../journal/lines.ts';
import { recordIn, type SessionRecord } from '../memory/record.ts';
import { branchFile, branchStateKind, readHistory } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import { callsDir } from '../state/call-marks.ts';
import { retireAll } from '../state/history.ts';
import type { RegistryEntry } from '../state/registry-kind.ts';
import { TEMPORARY } from '../store/atomic-write.ts';
import { readDocument } from '../store/document-file.ts';
import { codeOf, ifInReach, unlessError, unlessFault } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { appendLines } from '../store/log.ts';
import { exists } from '../store/processes.ts';
import { fileNamesIn, readJson } from '../store/read-file.ts';

/** What decides whether something is still needed. */
export interface PruneWorld {
	readonly place: Place;
	readonly context: Context;
	/** The entries of all live sessions. */
	readonly live: readonly RegistryEntry[];
	/** Archived records of sessions last active before then (milliseconds) go; `undefined`: none does. */
	readonly archivedBefore: number | undefined;
}

/** The folders of a state directory that hold documents, and the directory itself. */
export const STATE_FOLDERS = ['', 'history', 'sessions', 'sessions/archive', 'inherited', 'runs'];

/** Something in a folder of req. A link is not followed. */
interface Thing {
	readonly path: string;
	readonly name: string;
	readonly stats: Stats;
	/** Of a folder: of all files in it. */
	readonly bytes: number;
	/** When it was last written to, or anything in it, in milliseconds since the epoch. */
	readonly writtenAt: number;
}

/** One kind of thing that `req prune` removes: a row of the tables below. */
interface PrunedKind {
	/** Its name for scripts. */
	readonly kind: string;
	readonly what: string;
	/** Absolute. */
	readonly folders: readonly string[];
	/** The names of such things. */
	readonly name: RegExp;
	/** Folders count as well as regular files. */
	readonly mayBeFolder?: boolean;
	/** For how many days it is kept; 0: it goes as soon as nobody needs it. */
	readonly days: number;
	/** Since when, in milliseconds since the epoch. Default: since it was last written to. */
	readonly since?: (thing: Thing) => number;
	/** Whether somebody still needs it, or nobody can tell. Default: nobody does. */
	readonly isNeeded?: (thing: Thing) => boolean;
	/** The branch, session or directory that it belongs to: foreign text. */
	readonly of?: (thing: Thing) => string | undefined;
	/** Comes before it is deleted. */
	readonly before?: (thing: Thing) => void;
}

/** A thing that nobody needs any more. */
export interface Leftover extends Thing {
	readonly row: PrunedKind;
	/** What it belongs to: foreign text. */
	readonly of: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Finds what is stored of a project and its user and nobody needs any more. Changes nothing. What may not be read stays. */
export function findLeftovers(world: PruneWorld): readonly Leftover[] {
	const now = world.context.now();
	const rows = [...goneBranches(world), ...ofProject(world), ...ofUser(world)];
	const leftover = (row: PrunedKind, path: string): readonly Leftover[] => {
		const thing = thingAt(path);
		return thing && goes(thing, row, now) ? [{ ...thing, row, of: row.of?.(thing) }] : [];
	};
	return rows.flatMap((row) =>
		row.folders.flatMap((folder) =>
			namesIn(folder)
				.filter((name) => row.name.test(name))
				.flatMap((name) => ifInReach(() => leftover(row, join(folder, name))) ?? []),
		),
	);
}

/** Deletes a leftover. Returns why that is impossible; `undefined` if it is gone. */
export function removeLeftover({ row, ...thing }: Leftover): string | undefined {
	try {
		row.before?.(thing);
		rmSync(thing.path, { force: true, recursive: true });
		return undefined;
	} catch (error) {
		if (codeOf(error) === '') throw error;
		return `the system refuses: ${codeOf(error)}`;
	}
}

function goes(thing: Thing, { mayBeFolder, days, since, isNeeded }: PrunedKind, now: number) {
	const { stats, writtenAt } = thing;
	const isOfType = stats.isFile() || (mayBeFolder === true && stats.isDirectory());
	const isOld = days === 0 || now - (since?.(thing) ?? writtenAt) > days * DAY_MS;
	return isOfType && isOld && isNeeded?.(thing) !== true;
}

function thingAt(path: string): Thing | undefined {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	const names = stats.isDirectory() ? namesIn(path) : [];
	const inside = names.flatMap((name) => thingAt(join(path, name)) ?? []);
	const size = stats.isFile() ? stats.size : 0;
	return {
		path,
		name: basename(path),
		stats,
		bytes: inside.reduce((sum, { bytes }) => sum + bytes, size),
		writtenAt: Math.max(stats.mtimeMs, ...inside.map((one) => one.writtenAt)),
	};
}

function namesIn(folder: string): readonly string[] {
	return ifInReach(() => readdirSync(folder).sort()) ?? [];
}

const RECORD = /^[a-z0-9][a-z0-9_-]{0,63}\.json$/;

/** What is stored of a project. What tells of the past stays for 30 days (D14). */
function ofProject({ place, live, archivedBefore = 0 }: PruneWorld): readonly PrunedKind[] {
	const isAlive = (uuid: string) => live.some((entry) => entry.uuid === uuid);
	return [
		{
			kind: 'journal',
			what: 'journal of a session that is over',
			folders: [sessionsDir(place), sessionsDir(place, true)],
			name: /^[a-z0-9][a-z0-9_-]{0,63}\.jsonl$/,
			days: 30,
			isNeeded: (journal) => isAlive(basename(journal.name, '.jsonl')) || isAwaited(journal, place),
		},
		{
			kind: 'record',
			what: 'archived record of a session',
			folders: [sessionsDir(place, true)],
			name: RECORD,
			days: 0,
			isNeeded: ({ path }) => {
				const { last_activity = '' } = recordAt(path) ?? {};
				return !(Date.parse(last_activity) < archivedBefore);
			},
			of: ({ path }) => recordAt(path)?.name ?? recordAt(path)?.key,
		},
		{
			kind: 'bundle',
			what: 'what a deleted session inherited',
			folders: [join(place.stateDir, 'inherited')],
			name: RECORD,
			days: 30,
			isNeeded: ({ name }) => {
				const stored = [...storedSessions(place), ...storedSessions(place, true)];
				const id = basename(name, '.json');
				return isAlive(id) || stored.some(({ uuid }) => uuid === id);
			},
		},
		{
			kind: 'run',
			what: 'what a run did, long ago',
			folders: [join(place.stateDir, 'runs')],
			// `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files.
			name: /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/,
			mayBeFolder: true,
			// Its tasks may wait for months.
			days: 90,
		},
	];
}

/**
 * A journal whose record lacks lines of it, whose session is not over, or of which none was stored yet although the session
 * is remembered (its start names the user): the next start or `req session cleanup` stores its record.
 */
function isAwaited({ path, stats }: Thing, place: Place): boolean {
	const record = recordAt(path.replace(/l$/, ''));
	if (record === undefined) {
		const [id, isArchived] = [basename(path, '.jsonl'), dirname(path) === sessionsDir(place, true)];
		const lines = linesOf(readJournal(place, id, isArchived), id);
		return lines.some((line) => line.e === 'start' && line.user !== undefined);
	}
	if (record.status === 'archived') return false;
	return record.ended_at === null || record.journal_bytes !== stats.size;
}

function recordAt(path: string): SessionRecord | undefined {
	const { json } = readJson(path);
	const uuid = basename(path, '.json');
	return recordIn(json, { key: textIn(json, 'key') ?? uuid, uuid });
}

/** Where the sessions of a pipeline pass on their work, with the pid of its process. */
const PIPELINE = /^req-pipeline-(\d+)-\w{6}$/;

/** What is stored of a user, and what dead processes left. */
function ofUser({ place, context, live }: PruneWorld): readonly PrunedKind[] {
	const { configDir, temporary } = context;
	const own = join(configDir, 'requirements');
	const state = STATE_FOLDERS.map((name) => join(place.stateDir, name));
	return [
		{
			kind: 'temporary',
			what: 'left by a process that is gone',
			folders: [...state, ...['cache', 'configs', 'live'].map((name) => join(own, name))],
			// The owner of a lock checks that it still has it before it writes.
			name: new RegExp(`${TEMPORARY.source}|\\.lock(?:\\.owner|\\.break)?$`),
			mayBeFolder: true,
			days: 1,
		},
		{
			kind: 'temporary',
			what: 'left by a pipeline that is gone',
			folders: [temporary],
			name: PIPELINE,
			mayBeFolder: true,
			days: 1,
			// Every user writes there.
			isNeeded: ({ name, stats }) =>
				stats.uid !== process.getuid?.() || exists(Number(PIPELINE.exec(name)?.[1])),
		},
		{
			kind: 'faults',
			what: 'old faults',
			folders: [place.stateDir, own],
			name: /^faults(\.old)?\.jsonl$/,
			days: 30,
		},
		{
			kind: 'quarantine',
			what: 'unreadable, set aside',
			folders: [join(place.stateDir, 'quarantine'), join(own, 'quarantine')],
			name: /./,
			days: 30,
			// It was moved there with the time of its last change.
			since: ({ stats }) => stats.ctimeMs,
		},
		{
			kind: 'compiled_config',
			what: 'compiled config, made again when it is needed',
			folders: [join(own, 'cache')],
			name: /\.json$/,
			days: 30,
		},
		{
			kind: 'calls',
			what: 'marks of calls of a session that is over',
			folders: [callsDir(configDir)],
			name: /./,
			mayBeFolder: true,
			days: 30,
			isNeeded: ({ name }) => live.some(({ uuid }) => uuid === name),
		},
		{
			kind: 'project',
			what: 'state of a directory that is gone',
			folders: [join(own, 'projects')],
			name: /./,
			mayBeFolder: true,
			// It may be on a disk that is not there today.
			days: 30,
			isNeeded: ({ path }) => {
				const root = rootOf(path);
				return root === undefined || isThere(root);
			},
			of: ({ path }) => rootOf(path),
		},
	];
}

/** The project outside git whose state is in a folder. The folder's name is made of that path: no document can name another. */
function rootOf(folder: string): string | undefined {
	const root = textIn(readJson(join(folder, '_no-git.json')).json, 'project') ?? '';
	return outsideName(root) === basename(folder) ? root : undefined;
}

/** A path that may not be looked at counts as there. */
function isThere(path: string): boolean {
	return unlessError(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ?? true;
}

/** The states and histories of deleted branches. None goes if git does not tell which branches there are. */
function goneBranches(world: PruneWorld): readonly PrunedKind[] {
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
	const inUse = new Set([...living].flatMap((name) => [slug(name), hashedName(name)]));
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
