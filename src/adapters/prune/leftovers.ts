import {
	appendFileSync,
	closeSync,
	existsSync,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leftovers } from '../../app/leftover-ports.ts';
import { cacheName } from '../../config/load-config.ts';
import type { Context } from '../../core/context.ts';
import { isPast, quarantinedAt } from '../../core/prune/retention.ts';
import { outsideName } from '../../git/place.ts';
import { storedSessions } from '../../journal/files.ts';
import { recordIn, type SessionRecord } from '../../memory/record.ts';
import { TEMPORARY, writeAtomic } from '../../store/atomic-write.ts';
import { unlessError } from '../../store/errors.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import { sha256 } from '../../store/hashes.ts';
import { abandonedLock } from '../../store/lock.ts';
import { exists } from '../../store/processes.ts';
import { readJson } from '../../store/read-file.ts';
import { hasKeeper } from '../kept-line.ts';
import { liveDir, markerStatus } from '../server-marker.ts';
import { LOCK, LOCK_BREAK, PIPELINE_FOLDER, projectShelves, userShelves } from '../stray-files.ts';
import {
	type Entry,
	entriesBelow,
	findLeftovers,
	type PrunedFolder,
	type PruneWorld,
	type Retention,
	removable,
	underLock,
} from './engine.ts';
import { sessionFiles } from './forgotten-session.ts';
import { goneBranchStates, goneHistories } from './gone-branches.ts';

/** What `req prune` finds in a project's state directory and in the user's own directory. */
export function liveLeftovers(context: Context): Leftovers {
	return {
		find: async (place, terms) => {
			const base = place.git ? dirname(place.stateDir) : context.configDir;
			const world = { ...terms, context, now: context.now(), place, base };
			return findLeftovers(retentionTable(world), world.now);
		},
		ofSession: async (place, session) =>
			sessionFiles(place, session, context.configDir).map(removable),
	};
}

const JOURNAL = /^[a-z0-9][a-z0-9_-]{0,63}\.jsonl$/;
const RECORD = /^[a-z0-9][a-z0-9_-]{0,63}\.json$/;
const SEEN_CONFIG = /^([a-z0-9_-]+)\.json$/;
/** `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files, without the extension. */
const RUN = /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/;
const FAULTS = /^faults(\.old)?\.jsonl$/;
/** A writer of faults opens the file, writes one line and closes it: longer (ms) none is at it. */
const GRACE_MS = 100;

/** Where a project and its user keep something, and what of it goes when its time is over (D9, D14). */
function retentionTable(world: PruneWorld): readonly PrunedFolder[] {
	const { place, base, now, live } = world;
	const { configDir, temporary, hostname } = world.context;
	const inState = (name: string, ...rows: Retention[]) => ({
		...{ directory: join(place.stateDir, name), base, rows },
	});
	const ofUser = (name: string, ...rows: Retention[]) => ({
		...{ directory: join(configDir, 'requirements', name), base: configDir, rows },
	});
	const isAlive = (session: string | undefined) => live.some(({ uuid }) => uuid === session);
	const nameOf = ({ name }: Entry) => name;
	const seenBy = ({ name }: Entry) => SEEN_CONFIG.exec(name)?.[1];
	const journals: Retention = {
		...{ kind: 'journal', name: JOURNAL, type: 'file', remove: removeJournal },
		isNeeded: (entry) => isAlive(basename(entry.name, '.jsonl')) || isAwaited(entry),
	};
	const faults: Retention = {
		...{ kind: 'faults', name: FAULTS, type: 'file' },
		since: ({ path }) => oldestLine(path),
		bytes: ({ path }) => pastBytes(path, now),
		remove: ({ path }) => shorten(path, now),
	};
	const quarantined: Retention = {
		...{ kind: 'quarantine', name: /./, type: 'file' },
		since: ({ name, stats }) => quarantinedAt(name) ?? stats.ctimeMs,
	};
	const strays: readonly Retention[] = [
		{ kind: 'temporary', name: TEMPORARY, type: 'file' },
		{ kind: 'lock', ageOf: 'temporary', name: LOCK_BREAK, type: 'directory' },
		ownerlessLocks(world),
	];
	const seenConfigs: Retention = {
		...{ kind: 'seen_config', name: SEEN_CONFIG, type: 'file', of: seenBy },
		isNeeded: (entry) => isAlive(seenBy(entry)),
	};
	// Of calls, and nobody has taken them away since.
	const calls: Retention = {
		...{ kind: 'calls', name: /./, type: 'directory', of: nameOf },
		isNeeded: ({ name }) => isAlive(name),
	};
	const servers: Retention = {
		...{ kind: 'server', name: /-\d+$/, type: 'file' },
		isNeeded: ({ name }) => markerStatus(liveDir(configDir), name, hostname) === 'current',
	};
	const statusLines: Retention = {
		...{ kind: 'server', name: /\.line$/, type: 'file' },
		isNeeded: ({ name }) => hasKeeper(liveDir(configDir), name),
	};
	return [
		...(place.git ? [goneBranchStates(world)] : []),
		goneHistories(world),
		inState('sessions', journals),
		inState('sessions/archive', journals, archivedRecords(world)),
		inState('inherited', ownerlessBundles(world)),
		inState('runs', { kind: 'run', name: RUN, type: 'either', of: nameOf }),
		{ directory: temporary, base: temporary, rows: [deadPipelines()] },
		inState('', faults),
		ofUser('', faults),
		...projectShelves(place.stateDir).map((shelf) => ({ ...shelf, base, rows: strays })),
		...userShelves(configDir).map((shelf) => ({ ...shelf, base: configDir, rows: strays })),
		inState('quarantine', quarantined),
		ofUser('quarantine', quarantined),
		ofUser('cache', GONE_CONFIGS),
		ofUser('projects', ...goneProjects(world)),
		ofUser('configs', seenConfigs),
		ofUser('calls', calls),
		ofUser('live', servers, statusLines),
	];
}

/** A dead owner's lock is broken by whoever wants it next; nobody wants those of documents that are gone. */
function ownerlessLocks(world: PruneWorld): Retention {
	const documentOf = ({ path }: Entry) => path.replace(LOCK, '');
	return {
		...{ kind: 'lock', name: LOCK, type: 'either', path: documentOf, bytes: () => 0 },
		isNeeded: (entry) => {
			const document = documentOf(entry);
			const isSecond = entry.path !== `${document}.lock` && existsSync(`${document}.lock`);
			return isSecond || abandonedLock(document, world.context.hostname) === undefined;
		},
		remove: (entry) =>
			underLock(documentOf(entry), world.context, () => undefined, 'somebody holds it again'),
	};
}

/** Where the sessions of pipelines handed on that were killed. Everybody writes there: only this user's are ours. */
function deadPipelines(): Retention {
	return {
		...{ kind: 'temporary', name: PIPELINE_FOLDER, type: 'directory' },
		isNeeded: ({ name, stats }) => {
			const pid = Number(PIPELINE_FOLDER.exec(name)?.[1]);
			return stats.uid !== process.getuid?.() || exists(pid);
		},
	};
}

/** Archived records of sessions that were last active before a moment. What cannot be read tells no time, and stays. */
function archivedRecords(world: PruneWorld): Retention {
	const { archivedBefore = Number.NEGATIVE_INFINITY } = world;
	return {
		...{ kind: 'record', name: RECORD, type: 'file' },
		isNeeded: ({ path }) => {
			const record = recordAt(path);
			return record === undefined || !(Date.parse(record.last_activity) < archivedBefore);
		},
		of: ({ path }) => {
			const record = recordAt(path);
			return record?.name ?? record?.key;
		},
	};
}

function recordAt(path: string): SessionRecord | undefined {
	const { json } = readJson(path);
	const uuid = basename(path, '.json');
	return recordIn(json, { key: textIn(json, 'key') ?? uuid, uuid });
}

/** What sessions inherited of which nothing else is left: none is active, or has a record or a journal. */
function ownerlessBundles({ place, live }: PruneWorld): Retention {
	let owners: ReadonlySet<string> | undefined;
	const knownSessions = () => {
		const stored = [...storedSessions(place), ...storedSessions(place, true)];
		return new Set([...stored.map(({ id }) => id), ...live.map(({ uuid }) => uuid)]);
	};
	return {
		...{ kind: 'bundle', name: RECORD, type: 'file' },
		isNeeded: ({ name }) => {
			owners ??= knownSessions();
			return owners.has(basename(name, '.json'));
		},
	};
}

/** A journal whose record lacks lines of it, or whose session is not over: the next start stores its record. */
function isAwaited({ path, stats }: Entry): boolean {
	const record = recordAt(path.replace(/l$/, ''));
	if (record === undefined || record.status === 'archived') return false;
	return record.ended_at === null || record.journal_bytes !== stats.size;
}

/** Journals have no lock: it gets another name first, and what was written to it meanwhile comes back. */
function removeJournal({ path, stats }: Entry): string | undefined {
	const aside = `${path}.${process.pid}.tmp`;
	renameSync(path, aside);
	const isSame = statSync(aside).mtimeMs === stats.mtimeMs;
	if (!isSame) appendFileSync(path, readFileSync(aside), { mode: 0o600 });
	rmSync(aside);
	return isSame ? undefined : 'its session writes to it again';
}

function oldestLine(path: string): number {
	const times = readFileSync(path, 'utf8').split('\n').map(timeOf);
	return Math.min(...times.filter((time) => !Number.isNaN(time)));
}

function pastBytes(path: string, now: number): number {
	const text = readFileSync(path, 'utf8');
	return Buffer.byteLength(text) - Buffer.byteLength(recentText(text, now));
}

/** A line that tells no time is of unknown age, and stays. */
function recentText(text: string, now: number): string {
	const lines = text.split('\n').filter((line) => line !== '');
	const recent = lines.filter((line) => !isPast('faults', timeOf(line), now));
	if (recent.length === lines.length) return text;
	return recent.map((line) => `${line}\n`).join('');
}

function timeOf(line: string): number {
	return unlessError(() => Date.parse(JSON.parse(line)?.at)) ?? Number.NaN;
}

/**
 * Faults have no lock: what is appended to the old file while the new one is made, or by a writer that
 * had opened it before, is added to the new one.
 */
async function shorten(path: string, now: number): Promise<undefined> {
	const fd = openSync(path, 'r');
	try {
		const text = readFileSync(fd);
		writeAtomic(path, recentText(text.toString('utf8'), now));
		const seen = addLate(path, fd, text.length);
		await sleep(GRACE_MS);
		addLate(path, fd, seen);
	} finally {
		closeSync(fd);
	}
}

/** @returns how much of the old file has been seen */
function addLate(path: string, fd: number, seen: number): number {
	const late = Buffer.alloc(Math.max(0, fstatSync(fd).size - seen));
	const length = readSync(fd, late, 0, late.length, seen);
	if (length > 0) appendFileSync(path, late.subarray(0, length), { mode: 0o600 });
	return seen + length;
}

/** A project's directory that is being removed. */
const GOING = /\.\d+\.tmp$/;
const WHOLE = /^(?!.*\.\d+\.tmp$)/;
const THERE_AGAIN = 'its project is there again';

/** Compiled configs of projects whose directory is gone. */
const GONE_CONFIGS: Retention = {
	...{ kind: 'compiled_config', name: /\.json$/, type: 'file', of: rootOfCache },
	isNeeded: (entry) => !isAbsent(rootOfCache(entry)),
	again: THERE_AGAIN,
};

/** The state of projects outside git whose directory is gone, and what is left of one that was being removed. */
function goneProjects(world: PruneWorld): readonly Retention[] {
	const { live } = world;
	const rootOf = (entry: Entry) => rootOfProject(entry, world);
	const project = {
		kind: 'project',
		type: 'directory',
		bytes: ({ path }: Entry) => below(path).reduce((sum, { size }) => sum + size, 0),
	} as const;
	return [
		{ ...project, name: GOING, ageOf: 'temporary', since: ({ stats }) => stats.ctimeMs },
		{
			...{ ...project, name: WHOLE, of: rootOf, again: THERE_AGAIN },
			// Whatever its age: nobody can ever say whose it is.
			since: (entry) => (rootOf(entry) === undefined ? 0 : lastWrite(entry)),
			isNeeded: (entry) => {
				const root = rootOf(entry);
				if (root === undefined) return 'nothing in it says which project it is of';
				return !isAbsent(root) || live.some(({ common_dir }) => common_dir === root);
			},
			remove: ({ path }) => {
				// It gets another name first: a prune that is interrupted must not leave a part that looks whole.
				const going = `${path}.${process.pid}.tmp`;
				renameSync(path, going);
				rmSync(going, { recursive: true, force: true });
				return undefined;
			},
		},
	];
}

function lastWrite({ path, stats }: Entry): number {
	return Math.max(stats.mtimeMs, ...below(path).map(({ mtimeMs }) => mtimeMs));
}

/** A cache names its files, and its own name tells which of their roots is its own. */
function rootOfCache({ path }: Entry): string | undefined {
	const compiled = member(readJson(path).json, 'value');
	return elements(member(compiled, 'files'))
		.map((source) => dirname(dirname(textIn(source, 'path') ?? '')))
		.find((root) => cacheName(root) === basename(path));
}

/** The directory's name and what its documents say must fit, so that no document can name another root. */
function rootOfProject({ path, name }: Entry, world: PruneWorld): string | undefined {
	return (
		entriesBelow(path, world.context.configDir)
			.entries.filter(({ name: document, stats }) => document.endsWith('.json') && stats.isFile())
			// Any JSON will do: a document of a newer build says whose it is, too.
			.map((document) => textIn(readJson(document.path).json, 'project') ?? '')
			.find((root) => root.startsWith('/') && outsideName(root, sha256) === name)
	);
}

/** Only a path that leads nowhere is absent: one that may not be looked at is there, and none is no path. */
function isAbsent(root: string | undefined): boolean {
	if (root === undefined) return false;
	return unlessError(() => lstatSync(root, { throwIfNoEntry: false }) === undefined) === true;
}

/** Regular files only, links not followed. */
function below(path: string): { readonly mtimeMs: number; readonly size: number }[] {
	return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
		const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
		return stats?.isFile() === true ? [stats] : [];
	});
}
