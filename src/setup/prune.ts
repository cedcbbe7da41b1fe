import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { outsideName } from '../git/place.ts';
import { sessionsDir, storedSessions } from '../journal/files.ts';
import { recordIn, type SessionRecord } from '../memory/record.ts';
import { callsDir } from '../state/call-marks.ts';
import { TEMPORARY } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { sha256 } from '../store/hashes.ts';
import { exists } from '../store/processes.ts';
import { readJson } from '../store/read-file.ts';
import { goneBranches } from './gone-branches.ts';
import {
	findLeftovers,
	type Leftover,
	type PrunedKind,
	type PruneWorld,
	STATE_FOLDERS,
	type Thing,
} from './leftovers.ts';

/** Finds what is stored of a project and its user and not needed any more. Changes nothing. */
export function findPrunable(world: PruneWorld): readonly Leftover[] {
	const rows = [...goneBranches(world), ...ofProject(world), ...ofUser(world)];
	return findLeftovers(rows, world.context.now());
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
			isNeeded: (journal) => isAlive(basename(journal.name, '.jsonl')) || isAwaited(journal),
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
	return outsideName(root, sha256) === basename(folder) ? root : undefined;
}

/** A path that may not be looked at counts as there. */
function isThere(path: string): boolean {
	return unlessError(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ?? true;
}
