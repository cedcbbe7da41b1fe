import type { BranchState } from '../branch-state/schema.ts';
import type { Loaded } from '../document/document.ts';
import type { ChainVerdict } from '../event/chain.ts';
import { type FaultLine, unreadFaults } from '../fault/fault.ts';
import type { Registry } from '../registry/kind.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import type { InitRecord } from '../setup/setup-file.ts';
import { Task, type Tasks } from '../task/tasks.ts';
import { oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { broken, type Case, type CodedCase, type Table, warning, when } from './finding.ts';

/** A document as its file is. `unreadable`: this user may not read it. */
export interface OnDisk<Doc> {
	readonly path: string;
	readonly found: Loaded<Doc> | { readonly kind: 'unreadable'; readonly reason: string };
}

/** What a busy, stopped or killed process left beside documents. Ages in milliseconds. */
export interface StrayFiles {
	/** Changes that wait for a lock. */
	readonly pending: readonly {
		readonly path: string;
		readonly lines: number;
		readonly age: number;
	}[];
	readonly locks: readonly StoredLock[];
	readonly temporaries: readonly { readonly path: string; readonly age: number }[];
	/** Names of documents set aside in each directory of such, oldest first. */
	readonly quarantines: readonly { readonly path: string; readonly names: readonly string[] }[];
}

export interface StoredLock {
	readonly path: string;
	/** `dead`: the owner is gone, or nobody signed. `foreign`: of another host. */
	readonly owner: 'alive' | 'dead' | 'foreign';
	/** `undefined` where nobody signed. */
	readonly pid: number | undefined;
	readonly host: string | undefined;
	readonly age: number;
}

/** All that is stored of a project and its user, looked at without changing anything. */
export interface StoredFiles extends StrayFiles {
	/** The state directory. */
	readonly directory: string;
	/** It, or a folder in it, that is a link, which is not followed: nothing in it counts. */
	readonly linked: string | undefined;
	readonly writable: boolean;
	/** Bytes free on its disk; `undefined` where the system does not tell. */
	readonly free: number | undefined;
	/** Bytes of all journals. */
	readonly journals: number;
	readonly branches: readonly OnDisk<BranchState>[];
	/** What `req init` did in this project, and for all projects of this user. */
	readonly inits: readonly OnDisk<InitRecord>[];
	/** Of sessions; archived ones too. */
	readonly records: readonly OnDisk<SessionRecord>[];
	readonly tasks: OnDisk<Tasks>;
	/** Files among the runs that hold none. */
	readonly strangeRuns: readonly { readonly path: string; readonly why: string }[];
	/** The index of records where it cannot be read, or names records that are gone. */
	readonly garbledIndex: string | undefined;
	readonly registry: OnDisk<Registry>;
	/** The client's config directory, or where it would be made. */
	readonly configDir: { readonly path: string; readonly writable: boolean };
	/** The compiled config. */
	readonly cache: { readonly path: string; readonly writable: boolean };
}

/** What is stored, and what it tells of trouble. */
export interface StateFacts {
	readonly stored: StoredFiles;
	readonly faults: readonly FaultLine[];
	readonly events: { readonly path: string; readonly verdict: ChainVerdict };
	/** Milliseconds since the epoch. */
	readonly now: number;
}

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const MEGABYTE = 1024 * 1024;
const RECENT_DAYS = 7;
/** Honest writers hold a lock for milliseconds. */
const LONG_HELD_MS = 10 * SECOND;
/** Nobody writes one file for so long. */
const LEFT_BEHIND_MS = 60 * SECOND;
const LARGE_JOURNALS = 50 * MEGABYTE;
const LOW_DISK = 100 * MEGABYTE;
const FULL_DISK = MEGABYTE;

/** Whether what is stored can be read and written. */
export const STATE = {
	title: 'State',
	checks: ({ stored: { branches, records, directory } }) => [
		`state of ${counted(branches.length, 'branch')}: ${oneLine(directory)}`,
		...(records.length === 0 ? [] : [`${counted(records.length, 'session record')} read`]),
	],
	rows: {
		state_unwritable: broken(
			'req cannot write its state, so nothing can be satisfied and gates only warn.',
			'make <file> a folder that you can write to',
			({ stored: { writable, directory: file } }) =>
				when(!writable, { what: 'the state cannot be written', file }),
		),
		state_corrupt: broken(
			'A stored document cannot be read. The next read moves it to quarantine, and the requirements it satisfied become unmet.',
			'restore the file, or satisfy the requirements again',
			documents,
		),
		state_linked: broken(
			'The folder of the state, or a folder in it, is a link, which req does not follow. No stored state counts.',
			'remove the link <file>',
			({ stored: { linked: file = '' } }) =>
				when(file !== '', { what: `${oneLine(file)} is a link`, file }),
		),
		state_newer: broken(
			'A newer req wrote a stored document. The document stays as it is, and gates only warn.',
			'update req',
			documents,
		),
		state_unreadable: broken(
			'You have no permission to read a stored document.',
			'correct the owner or the permissions of <file>',
			documents,
		),
		init_record_unreadable: warning(
			'The record of `req init` cannot be read, so `req init --undo` cannot use it and `req init` cannot add to it.',
			'restore <file>, or move it away and remove by hand what `req init` wrote',
			documents,
		),
		pending_left: warning(
			'A document could not be written, so changes wait beside it. They already count, and the next write adds them to the document.',
			'none needed; if they stay, find the process that holds the lock, or remove the link that replaces the folder of the state',
			({ stored }) =>
				stored.pending
					// Events wait beside their chain until a session ends, so that no hook waits for a lock: few last longer than a day.
					.filter(({ path, age }) => !path.endsWith('events.jsonl.pending.jsonl') || age > DAY)
					.map(({ path, lines, age }) => ({
						what: `${counted(lines, 'change')} left ${seconds(age)} ago`,
						file: path,
					})),
		),
		lock_abandoned: warning(
			'The process that owned a lock has ended.',
			'none needed; the next write breaks the lock',
			(facts) => locks(facts, 'dead', ({ by }) => `held by ${by}, who is gone`),
		),
		lock_held: warning(
			'A process has held a lock for more than ten seconds. Changes to the document wait beside it.',
			'let the process finish, or end it',
			(facts) => locks(facts, 'alive', ({ by, age }) => `held by ${by} for ${seconds(age)}`),
		),
		lock_foreign: warning(
			'The owner of a lock runs on another host, where req cannot check on it. After a day, req breaks the lock.',
			'end that process there; if the host is gone, remove <file>',
			(facts) =>
				locks(facts, 'foreign', ({ by, host, age }) => {
					return `held by ${by} on ${oneLine(host ?? '')} for ${seconds(age)}`;
				}),
		),
		temporary_left: warning(
			'A process ended before it had finished writing a file. Nothing reads the part it left behind.',
			'none needed; `req prune` removes it after a day',
			({ stored }) =>
				stored.temporaries
					.filter(({ age }) => age > LEFT_BEHIND_MS)
					.map(({ path: file, age }) => ({ what: `left ${seconds(age)} ago`, file })),
		),
		quarantined: warning(
			'Documents that could not be read were moved to quarantine.',
			'look in <file> and restore what you need; `req prune` removes the rest after 30 days',
			({ stored }) =>
				stored.quarantines.flatMap(({ path: file, names }) => {
					const latest = oneLine(names.at(-1) ?? '');
					const what = `${counted(names.length, 'document')} set aside, the latest ${latest}`;
					return when(names.length > 0, { what, file });
				}),
		),
		faults_unread: warning(
			'Something went wrong inside req in the last 7 days, and no session start has reported it yet.',
			'follow the hint of the fault: <hint>',
			({ faults, now }) => {
				const since = new Date(now - RECENT_DAYS * DAY).toISOString();
				const unread = unreadFaults(faults).filter(({ at }) => at >= since);
				const last = unread.at(-1);
				if (last === undefined) return [];
				const latest = `the latest at ${oneLine(last.at)}: ${oneLine(last.message)}`;
				const what = `${counted(unread.length, 'fault')}, ${latest}`;
				const hint = oneLine(last.hint ?? 'start a session, or see `req status`');
				return [{ what, key: oneLine(last.code), words: { hint } }];
			},
		),
		journals_large: warning(
			'The session journals have grown beyond 50 MB.',
			'`req prune`',
			({ stored: { journals, directory } }) =>
				when(journals > LARGE_JOURNALS, {
					what: `the journals have ${megabytes(journals)}`,
					file: `${directory}/sessions`,
				}),
		),
		disk_full: broken(
			'Less than 1 MB is free where the state is stored. Soon nothing can be satisfied.',
			'free some disk space',
			({ stored: { free = Number.POSITIVE_INFINITY, directory: file } }) =>
				when(free < FULL_DISK, { what: `${megabytes(free)} are free`, file }),
		),
		disk_low: warning(
			'Less than 100 MB is free where the state is stored.',
			'free some disk space',
			({ stored: { free = Number.POSITIVE_INFINITY, directory: file } }) =>
				when(free >= FULL_DISK && free < LOW_DISK, { what: `${megabytes(free)} are free`, file }),
		),
		cache_unwritable: warning(
			'req cannot store the compiled config, so each hook parses YAML, which takes 15 ms.',
			'make <file> a folder that you can write to',
			({ stored: { cache, configDir } }) =>
				when(!cache.writable && configDir.writable, {
					what: 'the compiled config cannot be written',
					file: cache.path,
				}),
		),
		record_corrupt: warning(
			'The record of a session cannot be read, so nothing from that session is passed on.',
			'restore <file>; if its journal still exists, req rebuilds the record from it',
			documents,
		),
		tasks_corrupt: warning(
			'The task list cannot be read. The next read moves it to quarantine.',
			'restore <file>, or add the tasks again',
			documents,
		),
		task_invalid: warning(
			'Some entries of the task list were not written by req. They are ignored but kept.',
			'remove them from <file>',
			({ stored: { tasks } }) => {
				const all = tasks.found.kind === 'present' ? tasks.found.doc.tasks : [];
				const invalid = all.filter((task) => !Task.safeParse(task).success).length;
				const what = `${invalid} of ${all.length} are not tasks`;
				return when(invalid > 0, { what, file: tasks.path });
			},
		),
		run_corrupt: warning(
			'The file of a run cannot be read, so `req run --resume` skips it.',
			'restore <file>, or remove it',
			({ stored }) =>
				stored.strangeRuns.map(({ path: file, why }) => ({
					what: `${oneLine(file)}: ${oneLine(why)}`,
					file,
				})),
		),
		index_garbled: warning(
			'The index of records cannot be read, or names records that are gone. The index is only a cache.',
			'remove <file>; req rebuilds it when needed',
			({ stored: { garbledIndex: file } }) =>
				when(file !== undefined, { what: 'the index is none', file }),
		),
		events_broken: warning(
			'The event chain is broken: someone changed, removed or inserted a line.',
			'run `req session events --verify` to see where; to begin a new chain, move <file> away',
			({ events: { path: file, verdict } }) =>
				verdict.kind === 'whole' ? [] : [{ what: `line ${verdict.line} breaks the chain`, file }],
		),
	},
} as const satisfies Table<StateFacts>;

/** Rows for a document of which nothing was parsed. */
type Corrupt = 'state_corrupt' | 'init_record_unreadable' | 'record_corrupt' | 'tasks_corrupt';
type DocumentCode = Corrupt | 'state_newer' | 'state_unreadable';

/** The documents that this row is about. Behind a link no state of a branch counts. */
function documents({ stored }: StateFacts, code: string): readonly Case[] {
	const { linked, branches, inits, records, tasks } = stored;
	const cases = [
		...(linked ? [] : branches).map((one) => documentCase(one, 'state_corrupt')),
		...inits.map((one) => documentCase(one, 'init_record_unreadable')),
		...records.map((one) => documentCase(one, 'record_corrupt')),
		documentCase(tasks, 'tasks_corrupt'),
	];
	return cases.filter((one) => one?.code === code).flatMap((one) => one ?? []);
}

/** Why nobody can use a document as it is; `undefined` where somebody can. */
function documentCase(
	{ path: file, found }: OnDisk<unknown>,
	corrupt: Corrupt,
): CodedCase<DocumentCode> | undefined {
	const path = oneLine(file);
	switch (found.kind) {
		case 'absent':
		case 'present':
			return undefined;
		case 'newer':
			return { code: 'state_newer', what: `${path} has schema version ${found.version}`, file };
		case 'corrupt':
			return { code: corrupt, what: `${path} cannot be read: ${oneLine(found.reason)}`, file };
		case 'unreadable': {
			const isInit = corrupt === 'init_record_unreadable';
			const how = isInit ? 'cannot be read' : 'may not be read';
			const what = `${path} ${how}: ${oneLine(found.reason)}`;
			return { code: isInit ? corrupt : 'state_unreadable', what, file };
		}
		default:
			return found satisfies never;
	}
}

/** The locks of such owners; an owner at work is told of only when it holds one for long. */
function locks(
	{ stored }: StateFacts,
	owner: StoredLock['owner'],
	say: (lock: StoredLock & { readonly by: string }) => string,
): readonly Case[] {
	return stored.locks
		.filter((lock) => lock.owner === owner && (owner !== 'alive' || lock.age >= LONG_HELD_MS))
		.map((lock) => {
			const by = lock.pid === undefined ? 'nobody who signed' : `process ${lock.pid}`;
			return { what: say({ ...lock, by }), file: lock.path };
		});
}

function seconds(age: number): string {
	return `${Math.max(0, Math.round(age / SECOND))} s`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / MEGABYTE)} MB`;
}
