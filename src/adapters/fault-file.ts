import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { type FaultLine, unreadFaults } from '../core/fault/fault.ts';
import { redact } from '../secrets/redact.ts';
import { unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import { appendLines, valuesIn } from '../store/log.ts';
import { readTail } from '../store/read-file.ts';

const MAX_READ = 65_536;
const MAX_FILE = 262_144;
/** Characters of a stored message. */
const MAX_MESSAGE = 500;

/** A line of the user's own file, which all projects share: with the state directory it is about. */
interface FaultElsewhere extends FaultLine {
	readonly state_dir?: string;
}

/**
 * Faults as `<stateDir>/faults.jsonl`, their messages without secrets (D30); a full file becomes `faults.old.jsonl`. What that directory would not take (a
 * full disk, a read-only repository, a link) is in `<claude config dir>/requirements/faults.jsonl`, and read with the rest: there
 * once until somebody was told, for a disk that stays full is one fault, not one for every call. Where that fails
 * too it is let go.
 */
export function liveFaults({ configDir, writing }: Pick<Context, 'configDir' | 'writing'>): Faults {
	const own = join(configDir, 'requirements');
	const elsewhere = (stateDir: string): FaultLine[] =>
		faultsIn(own).flatMap(({ state_dir, ...fault }) => (state_dir === stateDir ? [fault] : []));
	return {
		append: async ({ stateDir, link }, line) => {
			if (writing.isReadOnly) return;
			writing.begin();
			// Redacted before it is cut: half a secret is not found.
			const fault = { ...line, message: redact(line.message).slice(0, MAX_MESSAGE) };
			if (link === undefined && append(stateDir, fault)) return;
			const { code, message } = fault;
			const waiting = unreadFaults(elsewhere(stateDir));
			if (waiting.some((one) => one.code === code && one.message === message)) return;
			append(own, { ...fault, state_dir: stateDir });
		},
		read: async ({ stateDir, link }) => {
			const inside = link === undefined ? faultsIn(stateDir) : [];
			const all = [...elsewhere(stateDir), ...inside];
			return all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
		},
	};
}

/** False where nothing can be written. */
function append(dir: string, fault: FaultElsewhere): boolean {
	const file = join(dir, 'faults.jsonl');
	const isWritten = unlessError(() => {
		const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
		if (size > MAX_FILE) renameSync(file, join(dir, 'faults.old.jsonl'));
		appendLines(file, [fault]);
		return true;
	});
	return isWritten === true;
}

/** The last lines of a file of faults; one that a full disk has cut off costs itself only. */
function faultsIn(dir: string): FaultElsewhere[] {
	return valuesIn(readTail(join(dir, 'faults.jsonl'), MAX_READ)).filter(isFaultLine);
}

/** `2026-11-20T10:00:00.000Z` */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** The code of a newer build is shown as it stands. */
function isFaultLine(json: unknown): json is FaultElsewhere {
	const at = textIn(json, 'at') ?? '';
	const isTimed = ISO_TIME.test(at) && !Number.isNaN(Date.parse(at));
	return isTimed && ['code', 'where', 'message'].every((key) => textIn(json, key) !== undefined);
}
