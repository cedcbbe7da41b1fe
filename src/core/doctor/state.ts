import { type FaultLine, unreadFaults } from '../fault/fault.ts';
import { counted } from '../text/counted.ts';
import { oneLine } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import type { Lying, LyingAround, LyingLock, StoredState } from './stored.ts';

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

/** Whether what is stored can be read and written (D7, D8, D9). `now`: milliseconds since the epoch. */
export function examineState(
	stored: StoredState,
	faults: readonly FaultLine[],
	now: number,
): Examined {
	const { directory, documents, linked, records, writable } = stored;
	const count = counted(documents.length, 'branch');
	return {
		checks: [`state of ${count}: ${oneLine(directory)}`],
		findings: [
			...(writable
				? []
				: [finding('state_unwritable', 'the state cannot be written', { file: directory })]),
			...(linked
				? [finding('state_linked', `${oneLine(directory)} is a link`, { file: directory })]
				: documents.flatMap(({ path, lying }) => documentFindings(path, lying))),
			...records.flatMap(({ path, lying }) => recordFindings(path, lying)),
			...lyingFindings(stored, `${directory}/quarantine`),
			...faultFindings(faults, now),
			...sizeFindings(stored),
		],
	};
}

/** A document nobody can use as it is. */
export function documentFindings(path: string, lying: Lying<unknown>): Finding[] {
	switch (lying.kind) {
		case 'absent':
			return [];
		case 'present':
			return foreignFindings(path, lying.foreignSince);
		case 'corrupt': {
			const what = `${oneLine(path)} cannot be read: ${oneLine(lying.reason)}`;
			return [finding('state_corrupt', what, { file: path })];
		}
		case 'newer': {
			const what = `${oneLine(path)} has schema version ${lying.version}`;
			if (lying.foreignSince !== undefined) return foreignFindings(path, lying.foreignSince);
			return [finding('state_newer', what, { file: path })];
		}
		case 'unreadable': {
			const what = `${oneLine(path)} may not be read: ${oneLine(lying.reason)}`;
			return [finding('state_unreadable', what, { file: path })];
		}
		default:
			return lying satisfies never;
	}
}

function foreignFindings(path: string, since: number | undefined): Finding[] {
	if (since === undefined) return [];
	const when = Number.isFinite(since) ? ` at ${new Date(since).toISOString()}` : '';
	const what = `${oneLine(path)} was changed or copied by something other than req${when}`;
	return [finding('state_foreign', what, { file: path })];
}

function recordFindings(path: string, lying: Lying<unknown>): Finding[] {
	const named = oneLine(path);
	if (lying.kind === 'corrupt' || lying.kind === 'unreadable') {
		const what = `${named} cannot be read: ${oneLine(lying.reason)}`;
		return [finding('init_record_unreadable', what, { file: path })];
	}
	return lying.kind === 'newer' ? documentFindings(path, lying) : [];
}

/** Events wait beside their chain until a session ends, so that no hook waits for a lock (D42): few last longer than a day. */
function isOverdue({ path, age }: LyingAround['pending'][number]): boolean {
	return !path.endsWith('events.jsonl.pending.jsonl') || age > DAY;
}

/** What lies around documents. `quarantine`: the folder of what was set aside. */
export function lyingFindings(left: LyingAround, quarantine: string): Finding[] {
	const aside = left.quarantined.length;
	return [
		...left.pending.filter(isOverdue).map(({ path, lines, age }) =>
			finding('pending_left', `${counted(lines, 'change')} left ${seconds(age)} ago`, {
				file: path,
			}),
		),
		...left.locks.flatMap(lockFinding),
		...left.temporaries
			.filter(({ age }) => age > LEFT_BEHIND_MS)
			.map(({ path, age }) =>
				finding('temporary_left', `left ${seconds(age)} ago`, { file: path }),
			),
		...(aside === 0
			? []
			: [
					finding(
						'quarantined',
						`${counted(aside, 'document')} set aside, the latest ${oneLine(left.quarantined.at(-1) ?? '')}`,
						{ file: quarantine },
					),
				]),
	];
}

function lockFinding({ path, owner, pid, host, age }: LyingLock): Finding[] {
	const who = pid === undefined ? 'nobody who signed' : `process ${pid}`;
	if (owner === 'dead')
		return [finding('lock_abandoned', `held by ${who}, who is gone`, { file: path })];
	if (owner === 'foreign') {
		const what = `held by ${who} on ${oneLine(host ?? '')} for ${seconds(age)}`;
		return [finding('lock_foreign', what, { file: path })];
	}
	if (age < LONG_HELD_MS) return [];
	return [finding('lock_held', `held by ${who} for ${seconds(age)}`, { file: path })];
}

function faultFindings(faults: readonly FaultLine[], now: number): Finding[] {
	const since = new Date(now - RECENT_DAYS * DAY).toISOString();
	const unread = unreadFaults(faults).filter(({ at }) => at >= since);
	const last = unread.at(-1);
	if (last === undefined) return [];
	const what = `${counted(unread.length, 'fault')}, the latest at ${oneLine(last.at)}: ${oneLine(last.message)}`;
	const hint = oneLine(last.hint ?? 'start a session, or see `req status`');
	return [finding('faults_unread', what, { key: oneLine(last.code), words: { hint } })];
}

function sizeFindings({ journals, free, directory }: StoredState): Finding[] {
	return [
		...(journals > LARGE_JOURNALS
			? [
					finding('journals_large', `the journals have ${megabytes(journals)}`, {
						file: `${directory}/sessions`,
					}),
				]
			: []),
		...diskFindings(free, directory),
	];
}

function diskFindings(free: number | undefined, directory: string): Finding[] {
	if (free === undefined || free >= LOW_DISK) return [];
	const code = free < FULL_DISK ? 'disk_full' : 'disk_low';
	return [finding(code, `${megabytes(free)} are free`, { file: directory })];
}

function seconds(age: number): string {
	return `${Math.max(0, Math.round(age / SECOND))} s`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / MEGABYTE)} MB`;
}
