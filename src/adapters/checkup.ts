import { existsSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkup, ClientSurroundings } from '../app/doctor-ports.ts';
import type { Context } from '../core/context.ts';
import type { OnDisk, StoredFiles } from '../core/doctor/state.ts';
import { Fault } from '../core/fault/fault.ts';
import { parseRecord } from '../core/setup/setup-file.ts';
import { isStateFile, type Place } from '../git/place.ts';
import { archiveDir, sessionsDir } from '../journal/files.ts';
import { RECORD_VERSION } from '../memory/record.ts';
import { tasksKind } from '../memory/tasks.ts';
import { branchStateKind, writeObstacle } from '../state/branch-files.ts';
import { registryKind } from '../state/registry.ts';
import type { DocumentKind, Loaded } from '../store/document.ts';
import { readDocument } from '../store/document-file.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { fileNamesIn, readJson } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';
import { askProgram, programPath } from './programs.ts';
import { listRuns } from './run-file.ts';
import { heldLocks } from './stray-files.ts';

/** Whose documents, seen from where. */
type StoredWorld = Pick<Context, 'configDir' | 'hostname' | 'now'>;

interface CheckupOptions extends StoredWorld {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly surroundings: ClientSurroundings;
	/** The folder of this package. */
	readonly root: string;
}

const MAX_NAMES = 1_000;

/** The machine as `req doctor` looks at it. */
export function liveCheckup(options: CheckupOptions): Checkup {
	const { env, surroundings, root } = options;
	const version = () => textIn(readJson(`${root}/.claude-plugin/plugin.json`).json, 'version');
	return {
		own: () => ({ root, version: version() ?? 'unknown' }),
		surroundings,
		json: readJson,
		names: (directory) => fileNamesIn(directory).slice(0, MAX_NAMES),
		exists: (path) => existsSync(path),
		program: (name) => askProgram(name, env),
		hasProgram: (name) => programPath(name, env) !== undefined,
		stored: (place) => storedAt(place, options),
	};
}

/** More branches than anybody keeps; looking at each takes half a millisecond. */
const MAX_BRANCHES = 2_000;
const RECORD = /^[a-z0-9][\w-]*\.json$/;

/** What is stored of a place and its user, as it is on disk: nothing is moved, mended or made. */
function storedAt(place: Place, world: StoredWorld): StoredFiles {
	const { stateDir } = place;
	const { configDir } = world;
	const now = world.now();
	const branchKind = branchStateKind(place, { now: () => now });
	const branches = pathsIn(stateDir, isStateFile).slice(0, MAX_BRANCHES);
	const inits = [stateDir, join(configDir, 'requirements')].flatMap((directory) =>
		pathsIn(directory, (name) => name === 'init.json'),
	);
	const records = [sessionsDir(place), archiveDir(place)].flatMap((directory) =>
		pathsIn(directory, (name) => RECORD.test(name)),
	);
	const tasks = pathsIn(stateDir, (name) => name === 'tasks.json');
	const runs = listRuns(place).unreadable.map(({ file, why }) => ({
		path: join(stateDir, file === 'runs' ? '' : 'runs', file),
		found: { kind: 'corrupt', reason: why } as const,
	}));
	const quarantines = [stateDir, join(configDir, 'requirements')].map((of) =>
		join(of, 'quarantine'),
	);
	return {
		directory: stateDir,
		linked: place.link,
		unwritable: [stateDir, configDir].filter((directory) => writeObstacle(directory) !== undefined),
		free: freeBytes(stateDir),
		branches: branches.map((path) => onDisk(path, branchKind)),
		registry: onDisk(join(configDir, 'sessions.json'), registryKind),
		records: records.map((path) => onDisk(path, { parse: parseSessionRecord })),
		others: [
			...inits.map((path) => onDisk(path, { parse: parseRecord })),
			...tasks.map((path) => onDisk(path, tasksKind)),
			...runs,
		],
		locks: heldLocks(stateDir, configDir, { ...world, now }),
		quarantines: quarantines.map((path) => ({ path, names: fileNamesIn(path) })),
	};
}

/** A record as it is on disk: whatever it lacks, its session is shown as far as it is understood. */
function parseSessionRecord(json: unknown): Exclude<Loaded<object>, { kind: 'absent' }> {
	const version = member(json, 'schema_version');
	if (!isRecord(json)) return { kind: 'corrupt', reason: 'it is no object' };
	const isNewer = typeof version === 'number' && version > RECORD_VERSION;
	return isNewer ? { kind: 'newer', version } : { kind: 'present', doc: json };
}

function pathsIn(directory: string, isWanted: (name: string) => boolean): string[] {
	const names = fileNamesIn(directory).filter(isWanted);
	return names.map((name) => join(directory, name));
}

function onDisk<Doc extends object>(
	path: string,
	kind: Pick<DocumentKind<Doc>, 'parse'>,
): OnDisk<Doc> {
	try {
		return { path, found: readDocument(path, kind) };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { path, found: { kind: 'unreadable', reason: error.message } };
	}
}

/** Of the directory, or of the nearest one above it that exists. */
function freeBytes(directory: string): number | undefined {
	try {
		const { bavail, bsize } = statfsSync(directory);
		return bavail * bsize;
	} catch (error) {
		const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
		return isAbsent && dirname(directory) !== directory ? freeBytes(dirname(directory)) : undefined;
	}
}
