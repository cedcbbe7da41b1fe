import {
	appendFileSync,
	closeSync,
	existsSync,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leftover, Leftovers } from '../../app/leftover-ports.ts';
import type { Place } from '../../core/place/place.ts';
import { isPast, KEPT_DAYS, quarantinedAt } from '../../core/prune/retention.ts';
import type { Session } from '../../core/session/session-id.ts';
import { removeTemporaries, TEMPORARY, writeAtomic } from '../atomic-write.ts';
import { locateBundle } from '../bundle-store.ts';
import { callsDir } from '../call-receipts.ts';
import { baselineFile, policyFile } from '../config-files.ts';
import { journalSessions } from '../journal-rest.ts';
import { forgetLessons } from '../lesson-cache.ts';
import { abandonedLock, type LockTerms, withLock } from '../lock.ts';
import { readTail } from '../read-regular.ts';
import { locateRecord } from '../record-store.ts';
import { archiveDir, filesIn, indexPath, isRecordName, sessionsDir } from '../session-files.ts';
import { readRecord } from '../session-rows.ts';
import { LOCK, LOCK_BREAK, PIPELINE_FOLDER, projectShelves, userShelves } from '../stray-files.ts';
import { GONE_CONFIGS, goneBranchStates, goneHistories, goneProjects } from './gone-branches.ts';
import {
	type Entry,
	joined,
	looked,
	type PruneWorld,
	type Retained,
	type Retention,
	removable,
	search,
} from './prune-search.ts';

type LeftoverOptions = Omit<PruneWorld, 'now' | 'place' | 'base' | 'live' | 'archivedBefore'> & {
	readonly now: () => number;
};

/** What `req prune` finds in a project's state directory and in the user's own directory. */
export function liveLeftovers(options: LeftoverOptions): Leftovers {
	return {
		find: async (place, terms) => {
			const base = place.git ? dirname(place.stateDir) : options.configDir;
			const world = { ...options, ...terms, now: options.now(), place, base };
			const found = joined([
				looked(base, () => goneBranchStates(world)),
				...retentionTable(world).map((shelf) => looked(base, () => search(shelf, world.now))),
			]);
			return { ...found, leftovers: found.leftovers.map(removable) };
		},
		ofSession: async (place, session) => sessionFiles(place, session, options).map(removable),
	};
}

const JOURNAL = /^[a-z0-9][a-z0-9_-]{0,11}\.jsonl$/;
const RECORD = /^[a-z0-9][a-z0-9_-]{0,11}\.json$/;
const BASELINE = /^([a-z0-9_-]+)(?:\.policy)?\.json$/;
/** `20261120T080910123Z_1a2b3c4d.json`, or the folder of a run's own files, without the extension. */
const RUN = /^\d{8}T\d{9}Z_[0-9a-f]{8}(?:\.json)?$/;
const MAX_READ = 1_048_576;
/** A writer of faults opens the file, writes one line and closes it: longer (ms) none is at it. */
const GRACE_MS = 100;
/** Characters by which a session is known in every name, whichever of its keys it is filed under (D5). */
const SHORT = 8;

/** Where a project and its user keep something, and how long each thing there is kept (D9, D14). */
function retentionTable(world: PruneWorld): readonly Retained[] {
	const { place, base, configDir, now } = world;
	const inState = (name: string) => ({ directory: join(place.stateDir, name), base });
	const ofUser = (name: string) => ({
		directory: join(configDir, 'requirements', name),
		base: configDir,
	});
	const journals = {
		...{ ...PAST, kind: 'journal', name: JOURNAL, remove: removeJournal },
		isNeeded: (entry) => isLive(entry, world) || isAwaited(entry),
	} satisfies Retention;
	const faults = {
		...{ kind: 'faults', name: /^faults(\.old)?\.jsonl$/, type: 'file' },
		isNeeded: ({ path }) => pastBytes(path, now) === 0,
		bytes: ({ path }) => pastBytes(path, now),
		remove: ({ path }) => shorten(path, now),
	} satisfies Retention;
	const quarantined = {
		...{ ...PAST, kind: 'quarantine', name: /./ },
		since: ({ name, stats }) => quarantinedAt(name) ?? stats.ctimeMs,
	} satisfies Retention;
	const strays = strayThings(world);
	return [
		goneHistories(world),
		{ ...inState('sessions'), rows: [journals] },
		{ ...inState('sessions/archive'), rows: [journals, archivedRecords(world)] },
		{ ...inState('inherited'), rows: [ownerlessBundles(world)] },
		{
			...inState('runs'),
			rows: [
				{ kind: 'run', name: RUN, type: 'either', days: KEPT_DAYS.run, of: ({ name }) => name },
			],
		},
		{ ...inState('snapshots'), rows: [SNAPSHOTS] },
		{ directory: tmpdir(), base: tmpdir(), rows: [deadPipelines(world)] },
		{ ...inState(''), rows: [faults] },
		{ ...ofUser(''), rows: [faults] },
		...projectShelves(place.stateDir).map((shelf) => ({ ...shelf, base, rows: strays })),
		...userShelves(configDir).map((shelf) => ({ ...shelf, base: configDir, rows: strays })),
		{ ...inState('quarantine'), rows: [quarantined] },
		{ ...ofUser('quarantine'), rows: [quarantined] },
		{ ...ofUser('cache'), rows: [GONE_CONFIGS] },
		{ ...ofUser('projects'), rows: [goneProjects(world)] },
		{ ...ofUser('baselines'), rows: [pastBaselines(world)] },
		{ ...ofUser('calls'), rows: [pastReceipts(world)] },
	];
}

const PAST = { type: 'file', days: KEPT_DAYS.past } as const;

/** What files were before calls; what is named otherwise is nothing of ours. */
const SNAPSHOTS: Retention = {
	...{ kind: 'snapshot', name: /^[0-9a-f]{40}$/, type: 'file', days: KEPT_DAYS.snapshot },
};

/** What processes that died left behind. */
function strayThings(world: PruneWorld): readonly Retention[] {
	const documentOf = ({ path }: Entry) => path.replace(LOCK, '');
	return [
		{ kind: 'temporary', name: TEMPORARY, type: 'file', days: KEPT_DAYS.stray },
		{
			...{ kind: 'lock', name: LOCK_BREAK, type: 'directory', days: KEPT_DAYS.stray },
			remove: ({ path }) => {
				rmdirSync(path);
				return undefined;
			},
		},
		{
			// A dead owner's lock is broken by whoever wants it next; nobody wants those of documents that are gone.
			...{ kind: 'lock', name: LOCK, type: 'either', path: documentOf, bytes: () => 0 },
			isNeeded: (entry) => {
				const document = documentOf(entry);
				const isSecond = entry.path !== `${document}.lock` && existsSync(`${document}.lock`);
				return isSecond || abandonedLock(document, world) === undefined;
			},
			remove: async (entry) => {
				const request = { ...world, path: documentOf(entry) };
				const locked = await withLock(request, () => undefined);
				return locked.kind === 'held' ? undefined : 'somebody holds it again';
			},
		},
	];
}

/** Where the sessions of pipelines handed on that were killed. Everybody writes there: only this user's are ours. */
function deadPipelines({ processes }: PruneWorld): Retention {
	return {
		...{ kind: 'temporary', name: PIPELINE_FOLDER, type: 'directory', days: KEPT_DAYS.stray },
		isNeeded: ({ name, stats }) => {
			const pid = Number(PIPELINE_FOLDER.exec(name)?.[1]);
			return stats.uid !== process.getuid?.() || processes.exists(pid);
		},
	};
}

/** Archived records of sessions that were last at work before a moment. What cannot be read tells no time, and stays. */
function archivedRecords(world: PruneWorld): Retention {
	const { archivedBefore = Number.NEGATIVE_INFINITY } = world;
	return {
		...{ kind: 'record', name: RECORD, type: 'file' },
		isNeeded: ({ path }) => {
			const record = readRecord(path);
			return record === undefined || !(Date.parse(record.last_activity) < archivedBefore);
		},
		of: ({ path }) => {
			const record = readRecord(path);
			return record?.name ?? record?.key;
		},
		remove: ({ path }) => removeRecord(path, world.place, world),
	};
}

/** What sessions inherited of which nothing else is left: none is at work, or has a record or a journal. */
function ownerlessBundles({ place, live }: PruneWorld): Retention {
	let owners: ReadonlySet<string> | undefined;
	const knownSessions = () => {
		const dirs = [sessionsDir(place), archiveDir(place)].map(filesIn);
		const names = dirs.flatMap(({ records, journals }) => [...records, ...journals]);
		return new Set([...names, ...live.map(({ uuid }) => uuid)].map((name) => name.slice(0, SHORT)));
	};
	return {
		...{ ...PAST, kind: 'bundle', name: /\.json$/ },
		isNeeded: ({ name }) => {
			owners ??= knownSessions();
			return !isRecordName(basename(name, '.json')) || owners.has(name.slice(0, SHORT));
		},
	};
}

function pastBaselines({ live }: PruneWorld): Retention {
	const sessionOf = ({ name }: Entry) => BASELINE.exec(name)?.[1];
	return {
		...{ ...PAST, kind: 'baseline', name: BASELINE, of: sessionOf },
		isNeeded: (entry) => live.some(({ uuid }) => uuid === sessionOf(entry)),
	};
}

/** Receipts of calls of sessions that are over, and that nobody has taken away since. */
function pastReceipts({ live }: PruneWorld): Retention {
	return {
		...{
			kind: 'receipts',
			name: /./,
			type: 'directory',
			days: KEPT_DAYS.past,
			of: ({ name }) => name,
		},
		isNeeded: ({ name }) => live.some(({ uuid }) => uuid === name),
	};
}

/** A record that lacks lines of its journal: the next fold takes them. */
function isAwaited({ path, stats }: Entry): boolean {
	const record = readRecord(path.replace(/l$/, ''));
	// An archived record counts the bytes of a journal to come.
	return record !== undefined && record.status !== 'archived' && record.journal_bytes < stats.size;
}

/** By its name, and by the ids in its lines: a plain id is filed under its hash (D5). */
function isLive({ name, path }: Entry, { live }: PruneWorld): boolean {
	const key = basename(name, '.jsonl');
	const text = readTail(path, MAX_READ) ?? '';
	return live.some(
		({ uuid }) => uuid.replaceAll('-', '').startsWith(key) || text.includes(`"s":"${uuid}"`),
	);
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

function pastBytes(path: string, now: number): number {
	const text = readFileSync(path, 'utf8');
	return Buffer.byteLength(text) - Buffer.byteLength(recentText(text, now));
}

/** A line that tells no time is of unknown age, and stays. */
function recentText(text: string, now: number): string {
	const lines = text.split('\n').filter((line) => line !== '');
	const recent = lines.filter((line) => !isPast(timeOf(line), KEPT_DAYS.past, now));
	if (recent.length === lines.length) return text;
	return recent.map((line) => `${line}\n`).join('');
}

function timeOf(line: string): number {
	try {
		return Date.parse(JSON.parse(line)?.at);
	} catch {
		return Number.NaN;
	}
}

/**
 * Faults have no lock: what is appended to the old file while the new one is made, or by a writer that
 * had opened it before, is added to the new one.
 */
async function shorten(path: string, now: number): Promise<undefined> {
	const fd = openSync(path, 'r');
	try {
		const text = readFileSync(fd);
		writeAtomic(path, recentText(text.toString('utf8'), now), () => true);
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

/**
 * All that is stored of one session: its journal, its record, its baseline, the record's mirror and what it
 * inherited. The journal goes first: from it the record could be folded again.
 */
export function sessionFiles(
	place: Place,
	session: Session,
	world: LockTerms & { readonly configDir: string },
): Leftover[] {
	const { configDir } = world;
	const { live, archived } = locateRecord(place, session);
	const removed = (path: string) => () => removeFile(path);
	const journals = [sessionsDir(place), archiveDir(place)].map((dir) =>
		join(dir, `${session.key}.jsonl`),
	);
	const baselines = [baselineFile, policyFile].map((file) => file(configDir, session.uuid));
	const mirror = join(configDir, 'requirements', 'sessions', `${session.uuid}.json`);
	// A file of that name may be another session's.
	const bundle = locateBundle(place, session);
	const inherited = bundle.loaded.kind === 'absent' ? [] : [bundle.path];
	const calls = join(callsDir(configDir), session.uuid);
	const files = [
		['receipts', calls, removed(calls)] as const,
		...journals.map((path) => ['journal', path, () => removeOwnJournal(path, session)] as const),
		...[live, archived].map(
			(path) => ['record', path, () => removeRecord(path, place, world)] as const,
		),
		...baselines.map((path) => ['baseline', path, removed(path)] as const),
		['record', mirror, removed(mirror)] as const,
		...inherited.map((path) => ['bundle', path, removed(path)] as const),
	];
	return files
		.filter(([, path]) => existsSync(path))
		.map(([kind, path, remove]) => {
			const bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
			return { kind, path, bytes, of: undefined, remove: async () => remove() };
		});
}

/** Removes a record under its lock; the index, which may name it, is built anew by whoever needs it. */
async function removeRecord(
	path: string,
	place: Place,
	terms: LockTerms,
): Promise<string | undefined> {
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	const locked = await withLock({ ...terms, path, onBroken }, () => {
		removeFile(path);
		removeFile(indexPath(place));
		forgetLessons(place);
	});
	return locked.kind === 'held' ? undefined : 'somebody writes to it';
}

/** Two sessions with one key share a journal (D5). */
function removeOwnJournal(path: string, { uuid, key }: Session): string | undefined {
	const all = journalSessions(path);
	// By its key alone, the session is whoever has it: then there may be one only.
	const isShared = uuid === key ? all.length > 1 : all.some((id) => id !== uuid);
	return isShared ? 'another session with the same key writes there' : removeFile(path);
}

function removeFile(path: string): undefined {
	rmSync(path, { recursive: true, force: true });
}
