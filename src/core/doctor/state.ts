import type { BranchState } from '../../state/branch-state.ts';
import type { Registry } from '../../state/registry-kind.ts';
import type { Loaded } from '../../store/document.ts';
import { type FaultLine, unreadFaults } from '../fault/fault.ts';
import { oneLine } from '../text/one-line.ts';
import { counted, relativeTime } from '../text/phrases.ts';
import { broken, type Case, type CodedCase, type Table, warning, when } from './finding.ts';

/** A document as its file is. `unreadable`: this user may not read it. */
export interface OnDisk<Doc> {
	readonly path: string;
	readonly found: Loaded<Doc> | { readonly kind: 'unreadable'; readonly reason: string };
}

/** A lock held longer than any writer needs, by a process that runs or of another host. Age in milliseconds. */
interface StoredLock {
	readonly path: string;
	/** `undefined` if the owner is unknown. */
	readonly pid: number | undefined;
	readonly host: string | undefined;
	readonly age: number;
}

/** Everything stored for a project and its user, read without changing anything. */
export interface StoredFiles {
	/** The state directory. */
	readonly directory: string;
	/** It, or a folder in it, that is a link, which is not followed: nothing in it counts. */
	readonly linked: string | undefined;
	/** Folders that this user cannot write to. */
	readonly unwritable: readonly string[];
	/** Bytes free on the disk of the state; `undefined` if the system does not say. */
	readonly free: number | undefined;
	readonly branches: readonly OnDisk<BranchState>[];
	readonly registry: OnDisk<Registry>;
	/** Session records, archived ones included. */
	readonly records: readonly OnDisk<object>[];
	/** Tasks, runs, and what `req init` recorded. */
	readonly others: readonly OnDisk<unknown>[];
	readonly locks: readonly StoredLock[];
	/** Names of quarantined documents by directory, oldest first. */
	readonly quarantines: readonly { readonly path: string; readonly names: readonly string[] }[];
}

/** What is stored, and what it tells of trouble. */
export interface StateFacts {
	readonly stored: StoredFiles;
	readonly faults: readonly FaultLine[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const MEGABYTE = 1024 * 1024;
const RECENT_DAYS = 7;
/** The hint of a fault that led here. */
const DOCTOR = 'req doctor';
const LOW_DISK = 100 * MEGABYTE;

/** Whether what is stored can be read and written. */
export const STATE = {
	title: 'State',
	checks: ({ stored: { branches, records, directory } }) => [
		`state of ${counted(branches.length, 'branch')}: ${oneLine(directory)}`,
		...(records.length === 0 ? [] : [`${counted(records.length, 'session record')} read`]),
	],
	rows: {
		state_unwritable: broken(
			'req cannot write its files, so no requirement can be satisfied, and gates only warn.',
			'make <file> a folder that you can write to',
			({ stored: { unwritable } }) =>
				unwritable.map((file) => ({ what: 'req cannot write here', file })),
		),
		document_unreadable: broken(
			'A stored document is damaged, or you may not read it. The next read moves a damaged one to quarantine. Requirements that it satisfied become unmet, and a session record is folded from its journal again.',
			'correct the permissions of <file> or restore it; otherwise satisfy the requirements again',
			documents,
		),
		document_newer: broken(
			'A newer req wrote a stored document. The document stays as it is, and gates only warn.',
			'update req',
			documents,
		),
		state_linked: broken(
			'The folder of the state, or a folder in it, is a link, which req does not follow. No stored state counts.',
			'remove the link <file>',
			({ stored: { linked: file = '' } }) =>
				when(file !== '', { what: `${oneLine(file)} is a link`, file }),
		),
		lock_held: warning(
			'A process has held a lock for more than ten seconds, or its host is another one, where req cannot check whether it is gone. Changes to the document are refused.',
			'let process <pid> on <host> finish, or end it; if the host is gone, remove <file>',
			({ stored: { locks } }) =>
				locks.map(({ path: file, pid, host, age }) => {
					const words = { pid: `${pid ?? '(unknown)'}`, host: oneLine(host ?? 'this machine') };
					const what = `process ${words.pid} on ${words.host} has held a lock for ${seconds(age)}`;
					return { what, file, words };
				}),
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
			'do what the fault itself names as the next step',
			({ faults, now }) => {
				const since = new Date(now - RECENT_DAYS * DAY).toISOString();
				const unread = unreadFaults(faults).filter(({ at }) => at >= since);
				const last = unread.at(-1);
				if (last === undefined) return [];
				const latest = `the latest ${relativeTime(last.at, now)}: ${oneLine(last.message)}`;
				const what = `${counted(unread.length, 'fault')}, ${latest}`;
				const { hint = DOCTOR } = last;
				const fix = hint === DOCTOR ? 'start a session, or see `req status`' : oneLine(hint);
				return [{ what, key: oneLine(last.code), fix }];
			},
		),
		disk_full: broken(
			'Less than 100 MB is free where the state is stored. On a full disk no requirement can be satisfied.',
			'free some disk space',
			({ stored: { free = Number.POSITIVE_INFINITY, directory: file } }) =>
				when(free < LOW_DISK, { what: `${megabytes(free)} are free`, file }),
		),
	},
} as const satisfies Table<StateFacts>;

/** The documents that this row is about. Behind a link no branch state counts. */
function documents({ stored }: StateFacts, code: string): readonly Case[] {
	const { linked, branches, registry, records, others } = stored;
	const all = [...(linked ? [] : branches), ...records, ...others, registry];
	const cases = all.flatMap((one) => documentCase(one) ?? []).filter((one) => one.code === code);
	// The registry has no satisfactions, and each prompt registers its session again.
	const isDamaged = registry.found.kind === 'corrupt';
	return cases.map((one) =>
		isDamaged && one.file === registry.path ? { ...one, fix: REGISTER_AGAIN } : one,
	);
}

const REGISTER_AGAIN = 'send a prompt in each session: it writes the file again';

/** Why a document cannot be used; `undefined` if it can. */
function documentCase({
	path: file,
	found,
}: OnDisk<unknown>): CodedCase<'document_newer' | 'document_unreadable'> | undefined {
	const path = oneLine(file);
	switch (found.kind) {
		case 'absent':
		case 'present':
			return undefined;
		case 'newer':
			return { code: 'document_newer', what: `${path} has schema version ${found.version}`, file };
		case 'corrupt':
		case 'unreadable': {
			const what = `${path} cannot be read: ${oneLine(found.reason)}`;
			return { code: 'document_unreadable', what, file };
		}
		default:
			return found satisfies never;
	}
}

function seconds(age: number): string {
	return `${Math.max(0, Math.round(age / SECOND))} s`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / MEGABYTE)} MB`;
}
