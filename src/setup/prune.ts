import { existsSync, lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { hashedName, livingBranches, outsideName } from '../git/find-place.ts';
import { isReserved, isStateFile, type Place, parseBranchName, slug } from '../git/place.ts';
import { journalPath, recordPath, sessionsDir } from '../journal/files.ts';
import { readJournal } from '../journal/journal.ts';
import { linesOf } from '../journal/lines.ts';
import { recordIn, type SessionRecord } from '../memory/record.ts';
import { callsDir } from '../state/call-marks.ts';
import { TEMPORARY } from '../store/atomic-write.ts';
import { DAY_MS } from '../store/clock.ts';
import { codeOf, ifInReach, unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { STATE_FOLDERS } from '../store/paths.ts';
import { exists } from '../store/processes.ts';
import { readJson } from '../store/read-file.ts';

/** What `req prune` was asked. */
interface PruneOptions {
	readonly place: Place;
	readonly context: Context;
	/** For how many days an archived record is kept after its session; `undefined`: for good. */
	readonly archivedDays: number | undefined;
}

/** A file or a folder of req; a link is neither. */
interface StoredFile {
	readonly path: string;
	readonly name: string;
	readonly stats: Stats;
	/** Of a folder: of all files in it. */
	readonly bytes: number;
	/** When it was last written to, or anything in it, in milliseconds since the epoch. */
	readonly writtenAt: number;
}

/** What `req prune` removes: a row of the tables below. */
interface PrunedKind {
	/** Its name for scripts. */
	readonly kind: string;
	readonly what: string;
	/** Absolute. */
	readonly folders: readonly string[];
	readonly name: RegExp;
	readonly days: number;
	/** When the days begin, in milliseconds since the epoch; not a number: never. Default: the last write. */
	readonly since?: (file: StoredFile) => number;
	/** Whether it stays whatever its age, as it does if that is not known. Default: it does not. */
	readonly isNeeded?: (file: StoredFile) => boolean;
	/** The branch, session or directory that it belongs to: foreign text. */
	readonly of?: (file: StoredFile) => string | undefined;
}

/** A file that is no longer needed. */
export interface Leftover extends StoredFile {
	readonly row: PrunedKind;
	/** What it belongs to: foreign text. */
	readonly of: string | undefined;
}

/** Finds what is stored of a project and its user and no longer needed. Changes nothing. What may not be read stays. */
export function findLeftovers(options: PruneOptions): readonly Leftover[] {
	const now = options.context.now();
	return [...ofBranches(options), ...ofSessions(options), ...ofUser(options)].flatMap((row) => {
		const leftover = (path: string): readonly Leftover[] => {
			const file = fileAt(path);
			const isDue = file && now - (row.since?.(file) ?? file.writtenAt) > row.days * DAY_MS;
			if (!isDue || row.isNeeded?.(file) === true) return [];
			return [{ ...file, row, of: row.of?.(file) }];
		};
		return row.folders.flatMap((folder) =>
			namesIn(folder)
				.filter((name) => row.name.test(name))
				.flatMap((name) => ifInReach(() => leftover(join(folder, name))) ?? []),
		);
	});
}

/** Deletes a leftover. Returns why it stays; `undefined` if it is gone. */
export function removeLeftover({ path, writtenAt }: Leftover): string | undefined {
	try {
		if ((fileAt(path)?.writtenAt ?? writtenAt) > writtenAt) return 'it was just written to';
		rmSync(path, { force: true, recursive: true });
		return undefined;
	} catch (error) {
		if (codeOf(error) === '') throw error;
		return `the system refuses: ${codeOf(error)}`;
	}
}

function fileAt(path: string): StoredFile | undefined {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats?.isFile() !== true && stats?.isDirectory() !== true) return undefined;
	const inside = stats.isFile() ? [] : namesIn(path).map((name) => fileAt(join(path, name)));
	const size = stats.isFile() ? stats.size : 0;
	return {
		path,
		name: basename(path),
		stats,
		bytes: inside.reduce((sum, one) => sum + (one?.bytes ?? 0), size),
		writtenAt: Math.max(stats.mtimeMs, ...inside.map((one) => one?.writtenAt ?? 0)),
	};
}

function namesIn(folder: string): readonly string[] {
	return ifInReach(() => readdirSync(folder).sort()) ?? [];
}

/** The states and histories of branches that do not exist. None goes if git does not list the branches. */
function ofBranches({ place, context }: PruneOptions): readonly PrunedKind[] {
	const { stateDir } = place;
	const living = place.git ? livingBranches(place, context) : undefined;
	if (living === undefined) return [];
	const branchIn = ({ path }: StoredFile) => textIn(readJson(path).json, 'branch') ?? '';
	// Under these names the histories of living branches may be stored.
	const inUse = new Set([...living].flatMap((name) => [slug(name), hashedName(name)]));
	return [
		{
			kind: 'branch_state',
			what: 'state of a deleted branch',
			folders: [stateDir],
			name: /\.json$/,
			days: 30,
			isNeeded: (file) => {
				// Git lists neither a detached HEAD nor a name that it would not accept.
				const name = parseBranchName(branchIn(file));
				return !isStateFile(file.name) || !name || name.startsWith('@') || living.has(name);
			},
			of: branchIn,
		},
		{
			kind: 'history',
			what: 'history of a deleted branch',
			folders: [join(stateDir, 'history')],
			name: /\.jsonl$/,
			days: 30,
			isNeeded: ({ name: file }) => {
				const name = basename(file, '.jsonl');
				// Git does not list the states without a branch; the history of the tasks is of no branch.
				if (inUse.has(name) || isReserved(name) || /^_(detached|no-git)/.test(name)) return true;
				return existsSync(join(stateDir, `${name}.json`));
			},
		},
	];
}

const RECORD = /^[a-z0-9][a-z0-9_-]{0,63}\.json$/;

/** What is stored of sessions and runs (D14). */
function ofSessions({ place, archivedDays }: PruneOptions): readonly PrunedKind[] {
	return [
		{
			kind: 'journal',
			what: 'journal of a session that is over',
			folders: [sessionsDir(place), sessionsDir(place, true)],
			name: /^[a-z0-9][a-z0-9_-]{0,63}\.jsonl$/,
			days: 30,
			isNeeded: (file) => hasUnstoredLines(file, place),
		},
		{
			kind: 'record',
			what: 'archived record of a session',
			folders: [sessionsDir(place, true)],
			name: RECORD,
			days: archivedDays ?? Infinity,
			since: ({ path }) => Date.parse(recordAt(path)?.last_activity ?? ''),
			of: ({ path }) => recordAt(path)?.name ?? recordAt(path)?.key,
		},
		{
			kind: 'bundle',
			what: 'what a deleted session inherited',
			folders: [join(place.stateDir, 'inherited')],
			name: RECORD,
			days: 30,
			isNeeded: ({ name }) => {
				const id = basename(name, '.json');
				const files = [journalPath, recordPath].flatMap((pathOf) => {
					return [pathOf(place, id), pathOf(place, id, true)];
				});
				return files.some(existsSync);
			},
		},
		{
			kind: 'run',
			what: 'what a run did, long ago',
			folders: [join(place.stateDir, 'runs')],
			// `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files.
			name: /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/,
			// Its tasks may wait for months.
			days: 90,
		},
	];
}

/**
 * Whether a record lacks lines of a journal: its session is not over, or none was stored yet although the session is
 * remembered (its start names the user). The next start or `req session cleanup` stores it.
 */
function hasUnstoredLines({ path, stats }: StoredFile, place: Place): boolean {
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

/** The folder that the sessions of a pipeline share, with the pid of its process. */
const PIPELINE = /^req-pipeline-(\d+)-\w{6}$/;

/** What is stored of a user, and what dead processes left. */
function ofUser({ place, context }: PruneOptions): readonly PrunedKind[] {
	const { configDir, temporary } = context;
	const own = join(configDir, 'requirements');
	const state = ['', ...STATE_FOLDERS].map((name) => join(place.stateDir, name));
	return [
		{
			kind: 'temporary',
			what: 'left by a process that is gone',
			folders: [...state, ...['configs', 'live'].map((name) => join(own, name))],
			// The owner of a lock checks that it still has it before it writes.
			name: new RegExp(`${TEMPORARY.source}|\\.lock(?:\\.owner|\\.break)?$`),
			days: 1,
		},
		{
			kind: 'temporary',
			what: 'left by a pipeline that is gone',
			folders: [temporary],
			name: PIPELINE,
			days: 1,
			// Every user writes there, and its process may run for days.
			isNeeded: ({ name, stats }) => stats.uid !== process.getuid?.() || exists(Number(PIPELINE.exec(name)?.[1])),
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
			kind: 'calls',
			what: 'marks of calls of a session that is over',
			folders: [callsDir(configDir)],
			name: /./,
			days: 30,
		},
		{
			kind: 'project',
			what: 'state of a directory that is gone',
			folders: [join(own, 'projects')],
			name: /./,
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
