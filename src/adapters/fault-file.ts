import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults } from '../app/ports.ts';
import { member } from '../core/document/foreign-json.ts';
import { type FaultLine, unreadFaults } from '../core/fault/fault.ts';
import { appendLines } from './append-lines.ts';
import { parseJournal } from './journal-lines.ts';
import { isObstructed } from './read-regular.ts';
import { readTail } from './read-tail.ts';

const MAX_FILE = 262_144;
const MAX_READ = 65_536;
/** `2026-11-20T10:00:00.000Z` */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * Faults as `<stateDir>/faults.jsonl`; a full file becomes `faults.old.jsonl`. Where the state directory takes none (a
 * full disk, a read-only repository) they go to the user's own `<claude config dir>/requirements/faults.jsonl`, each
 * with the state directory it is about, once until somebody was told: the next start there tells them (S2-095). This
 * is where a failure ends up last, so one there is let go.
 */
export function liveFaults({ configDir }: { readonly configDir: string }): Faults {
	const own = join(configDir, 'requirements');
	return {
		append: async ({ stateDir }, fault) => {
			if (keep(stateDir, fault)) return;
			if (fault.code !== 'read' && isWaiting(fault, faultsOf(stateDir, own))) return;
			keep(own, { ...fault, state_dir: stateDir });
		},
		read: async ({ stateDir }) => {
			const elsewhere = faultsOf(stateDir, own);
			const here = linesIn(stateDir).filter(isFaultLine);
			return elsewhere.length === 0 ? here : [...elsewhere, ...here].sort(byTime);
		},
	};
}

/** A line of the user's own file, which all projects share. */
type FaultElsewhere = FaultLine & { readonly state_dir: string };

/** @returns false where it could not be written */
function keep(dir: string, fault: FaultLine | FaultElsewhere): boolean {
	try {
		const file = join(dir, 'faults.jsonl');
		if (isObstructed(file)) return false;
		makeRoom(file, join(dir, 'faults.old.jsonl'));
		appendLines(file, [fault]);
		return true;
	} catch {
		return false;
	}
}

function makeRoom(file: string, old: string): void {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (size > MAX_FILE) renameSync(file, old);
}

/** A disk that stays full is one fault, not one for every call. */
function isWaiting({ code, message }: FaultLine, lines: readonly FaultLine[]): boolean {
	return unreadFaults(lines).some((one) => one.code === code && one.message === message);
}

/** What the user's own file has of one project. */
function faultsOf(stateDir: string, own: string): FaultLine[] {
	return linesIn(own).flatMap((line) => {
		if (member(line, 'state_dir') !== stateDir || !isFaultLine(line)) return [];
		const { state_dir: _, ...fault } = line as FaultElsewhere;
		return [fault];
	});
}

/** A line that a full disk has cut off costs itself only. */
function linesIn(dir: string): unknown[] {
	return parseJournal(readTail(join(dir, 'faults.jsonl'), MAX_READ) ?? '');
}

/** The code of a newer build is shown as it stands. */
function isFaultLine(json: unknown): json is FaultLine {
	const texts = ['code', 'where', 'message'].map((key) => member(json, key));
	return isTime(member(json, 'at')) && texts.every((value) => typeof value === 'string');
}

function isTime(at: unknown): boolean {
	return typeof at === 'string' && ISO_TIME.test(at) && !Number.isNaN(Date.parse(at));
}

function byTime(one: FaultLine, other: FaultLine): number {
	return Date.parse(one.at) - Date.parse(other.at);
}
