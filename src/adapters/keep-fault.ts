import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultLine, unreadFaults } from '../core/fault/fault.ts';
import { appendLines } from './append-lines.ts';
import { type FaultElsewhere, faultsElsewhere } from './fault-lines.ts';
import { isObstructed } from './read-regular.ts';

const MAX_FILE = 262_144;

/**
 * Keeps a fault in the project's state directory, else at the user's own place: there once until somebody was told,
 * for a disk that stays full is one fault, not one for every call (S2-095). Where that fails too it is let go.
 *
 * @param own `<claude config dir>/requirements`
 */
export function keepFault(fault: FaultLine, stateDir: string, own: string): void {
	if (append(stateDir, fault)) return;
	const { code, message } = fault;
	const waiting = unreadFaults(faultsElsewhere(own, stateDir));
	if (waiting.some((one) => one.code === code && one.message === message)) return;
	append(own, { ...fault, state_dir: stateDir });
}

function append(dir: string, fault: FaultElsewhere): boolean {
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
