import { lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { liveDir, markerStatus } from '../adapters/server-marker.ts';
import { outsideName } from '../git/place.ts';
import { sessionsDir, storedSessions } from '../journal/files.ts';
import { recordIn, type SessionRecord } from '../memory/record.ts';
import { callsDir } from '../state/call-marks.ts';
import { TEMPORARY } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { sha256 } from '../store/hashes.ts';
import { isLocked, withLock } from '../store/lock.ts';
import { exists } from '../store/processes.ts';
import { readJson } from '../store/read-file.ts';
import { goneBranches } from './gone-branches.ts';
import {
	findLeftovers,
	type PrunedKind,
	type PruneWorld,
	type Search,
	STATE_FOLDERS,
	type Thing,
} from './leftovers.ts';

/** Finds what is stored of a project and its user and not needed any more. Changes nothing. */
export function findPrunable(world: PruneWorld): Search {
	const rows = [
		...goneBranches(world),
		...ofProject(world),
		...ofProcesses(world),
		...ofUser(world),
	];
	return findLeftovers(rows, world.context.now());
}

const RECORD = /^[a-z0-9][a-z0-9_-]{0,63}\.json$/;
/** `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files, without the extension. */
const RUN = /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/;

/** What is stored of a project, in the order in which it is shown. What tells of the past stays for 30 days (D14). */
function ofProject({ place, live, archivedBefore = 0 }: PruneWorld): readonly PrunedKind[] {
	const { stateDir } = place;
	const isAlive = (uuid: string) => live.some((entry) => entry.uuid === uuid);
	return [
		{
			kind: 'journal',
			what: 'journal of a session that is over',
			folders: [sessionsDir(place), sessionsDir(place, true)],
			name: /^[a-z0-9][a-z0-9_-]{0,63}\.jsonl$/,
			days: 30,
			isNeeded: (journal) => isAlive(basename(journal.name, '.jsonl')) || isAwaited(journal),
		},
		{
			kind: 'record',
			what: 'archived record of a session',
			folders: [sessionsDir(place, true)],
			name: RECORD,
			days: 0,
			// A record that cannot be read has no time, and stays.
			isNeeded: ({ path }) => {
				const record = recordAt(path);
				return record === undefined || !(Date.parse(record.last_activity) < archivedBefore);
			},
			of: ({ path }) => recordAt(path)?.name ?? recordAt(path)?.key,
		},
		{
			kind: 'bundle',
			what: 'what a deleted session inherited',
			folders: [join(stateDir, 'inherited')],
			name: RECORD,
			days: 30,
			isNeeded: ({ name }) => {
				const stored = [...storedSessions(place), ...storedSessions(place, true)];
				const id = basename(name, '.json');
				return isAlive(id) || stored.some((session) => session.id === id);
			},
		},
		{
			kind: 'run',
			what: 'what a run did, long ago',
			folders: [join(stateDir, 'runs')],
			name: RUN,
			mayBeFolder: true,
			// Its tasks may wait for months.
			days: 90,
		},
	];
}

/** A journal whose record lacks lines of it, or whose session is not over: the next start stores its record. */
function isAwaited({ path, stats }: Thing): boolean {
	const record = recordAt(path.replace(/l$/, ''));
	if (record === undefined || record.status === 'archived') return false;
	return record.ended_at === null || record.journal_bytes !== stats.size;
}

function recordAt(path: string): SessionRecord | undefined {
	const { json } = readJson(path);
	const uuid = basename(path, '.json');
	return recordIn(json, { key: textIn(json, 'key') ?? uuid, uuid });
}

/** Where the sessions of a pipeline pass on their work, with the pid of its process. */
const PIPELINE = /^req-pipeline-(\d+)-\w{6}$/;

/** What dead processes left. */
function ofProcesses({ place, context, live }: PruneWorld): readonly PrunedKind[] {
	const { configDir, temporary, hostname } = context;
	const stored = STATE_FOLDERS.map((name) => join(place.stateDir, name));
	const own = ['cache', 'configs', 'live', 'projects'].map((name) =>
		join(configDir, 'requirements', name),
	);
	return [
		{
			kind: 'temporary',
			what: 'left by a process that is gone',
			folders: [temporary],
			name: PIPELINE,
			mayBeFolder: true,
			days: 1,
			// Every user writes there.
			isNeeded: ({ name, stats }) =>
				stats.uid !== process.getuid?.() || exists(Number(PIPELINE.exec(name)?.[1])),
		},
		{
			kind: 'temporary',
			what: 'left by a process that is gone',
			folders: [...stored, ...own],
			name: new RegExp(`${TEMPORARY.source}|\\.lock\\.break$`),
			mayBeFolder: true,
			days: 1,
		},
		{
			kind: 'temporary',
			what: 'left by a process that is gone',
			// The directory is Claude Code's.
			folders: [configDir],
			name: new RegExp(`^sessions\\.json.*${TEMPORARY.source}`),
			days: 1,
		},
		{
			kind: 'lock',
			what: 'lock of a process that is gone',
			folders: stored,
			name: /\.lock$/,
			mayBeFolder: true,
			days: 0,
			isNeeded: ({ path }) => isLocked(documentOf(path), hostname),
			// Who takes an abandoned lock removes it with its owner's file.
			remove: async ({ path }) => {
				const taken = await withLock(documentOf(path), () => undefined, context);
				return taken.kind === 'busy' ? 'another process holds it again' : undefined;
			},
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
			kind: 'server',
			what: 'marker of a server on another host',
			folders: [liveDir(configDir)],
			name: /-\d+$/,
			// Its processes cannot be seen from here.
			days: 30,
			isNeeded: ({ name }) => markerStatus(liveDir(configDir), name, hostname) === 'current',
		},
	];
}

/** What is set aside or stored outside the project. */
function ofUser({ place, context, live }: PruneWorld): readonly PrunedKind[] {
	const own = join(context.configDir, 'requirements');
	return [
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
			kind: 'project',
			what: 'state of a directory that is gone',
			folders: [join(own, 'projects')],
			name: /^(?!.*\.tmp$)/,
			mayBeFolder: true,
			// It may be on a disk that is not there today.
			days: 30,
			isNeeded: ({ path }) => {
				const root = rootOf(path);
				if (root === undefined) return 'nothing in it says which project it is of';
				return isThere(root) || live.some(({ common_dir }) => common_dir === root);
			},
			of: ({ path }) => rootOf(path),
			// A prune that is interrupted must not leave a part that looks whole.
			remove: async ({ path }) => {
				const going = `${path}.${process.pid}.tmp`;
				renameSync(path, going);
				rmSync(going, { recursive: true, force: true });
				return undefined;
			},
		},
	];
}

function documentOf(lock: string): string {
	return lock.replace(/\.lock$/, '');
}

/** The project outside git whose state is in a folder; its name is made of that path, so that no document can name another. */
function rootOf(folder: string): string | undefined {
	const root = textIn(readJson(join(folder, '_no-git.json')).json, 'project') ?? '';
	return outsideName(root, sha256) === basename(folder) ? root : undefined;
}

/** A path that may not be looked at counts as there. */
function isThere(path: string): boolean {
	return unlessError(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ?? true;
}
