import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults } from '../app/ports.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { appendLines } from './append-lines.ts';
import { isObstructed } from './read-regular.ts';
import { readTail } from './read-tail.ts';

const MAX_FILE = 262_144;
const MAX_READ = 65_536;
/** `2026-11-20T10:00:00.000Z` */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * Faults as `<stateDir>/faults.jsonl`; a full file becomes `faults.old.jsonl`. This is where a failure
 * ends up last, so one of its own (a full disk, a read-only repository) is let go.
 */
export function liveFaults(): Faults {
	return {
		append: async (place, fault) => {
			try {
				const file = fileOf(place, 'faults.jsonl');
				if (isObstructed(file)) return;
				makeRoom(file, fileOf(place, 'faults.old.jsonl'));
				appendLines(file, [fault]);
			} catch {
				return;
			}
		},
		read: async (place) => {
			const text = readTail(fileOf(place, 'faults.jsonl'), MAX_READ) ?? '';
			return text.split('\n').flatMap(parseFault);
		},
	};
}

function fileOf(place: Place, name: string): string {
	return join(place.stateDir, name);
}

function makeRoom(file: string, old: string): void {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (size > MAX_FILE) renameSync(file, old);
}

function parseFault(line: string): FaultLine[] {
	try {
		const json: unknown = JSON.parse(line);
		return isFaultLine(json) ? [json] : [];
	} catch {
		return [];
	}
}

/** The code of a newer build is shown as it stands. */
function isFaultLine(json: unknown): json is FaultLine {
	if (typeof json !== 'object' || json === null) return false;
	const { at, code, where, message } = json as Record<string, unknown>;
	return isTime(at) && [code, where, message].every((value) => typeof value === 'string');
}

function isTime(at: unknown): boolean {
	return typeof at === 'string' && ISO_TIME.test(at) && !Number.isNaN(Date.parse(at));
}
