import { join } from 'node:path';
import type { FaultLine } from '../core/fault/fault.ts';
import { parseJournal } from './journal-lines.ts';
import { readTail } from './read-tail.ts';

const MAX_READ = 65_536;
/** `2026-11-20T10:00:00.000Z` */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** A line of the user's own file, which all projects share: with the state directory it is about. */
export interface FaultElsewhere extends FaultLine {
	readonly state_dir?: string;
}

/** The last lines of a file of faults; one that a full disk has cut off costs itself only. */
export function faultLinesIn(dir: string): FaultElsewhere[] {
	return parseJournal(readTail(join(dir, 'faults.jsonl'), MAX_READ) ?? '').filter(isFaultLine);
}

/** What the user's own file has of one project. */
export function faultsElsewhere(own: string, stateDir: string): FaultLine[] {
	return faultLinesIn(own).flatMap(({ state_dir, ...fault }) =>
		state_dir === stateDir ? [fault] : [],
	);
}

/** The code of a newer build is shown as it stands. */
function isFaultLine(json: unknown): json is FaultElsewhere {
	if (typeof json !== 'object' || json === null) return false;
	const { at, code, where, message } = json as Record<string, unknown>;
	return isTime(at) && [code, where, message].every((value) => typeof value === 'string');
}

function isTime(at: unknown): boolean {
	return typeof at === 'string' && ISO_TIME.test(at) && !Number.isNaN(Date.parse(at));
}
