import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { redact } from '../secrets/redact.ts';
import { attempt, reasonOf, unlessError } from '../store/errors.ts';
import { Fault, type FaultLine, unreadFaults } from '../store/fault.ts';
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

/** Stores a fault with the project's state. */
export function recordFault(
	place: Place,
	context: Context,
	fault: Pick<FaultLine, 'code' | 'message'> & { readonly hint: string },
): void {
	const at = new Date(context.now()).toISOString();
	appendFault(place, { at, where: place.branch, ...fault }, context);
}

/** Faults that no session start has shown yet; afterwards they count as read. */
export function takeUnreadFaults(place: Place, context: Context): readonly FaultLine[] {
	const lines = readFaults(place, context);
	const unread = unreadFaults(lines);
	if (unread.length > 0) {
		const at = new Date(context.now()).toISOString();
		const line = { at, code: 'read' as const, where: place.branch, message: '' };
		appendFault(place, line, context);
	}
	return unread;
}

/**
 * Remembering costs only itself: whatever goes wrong in it is one fault line, and the gates answer as they
 * would without it.
 *
 * @param what that was to be done, for the fault: `earlier sessions could not be shown`
 */
export async function recordOnFailure<Value>(
	work: () => Promise<Value>,
	{ place, what, context }: { readonly place: Place; readonly what: string; readonly context: Context },
): Promise<Value | undefined> {
	const attempted = await attempt(work);
	if (attempted.kind === 'done') return attempted.value;
	const { error } = attempted;
	const reason = reasonOf(error);
	const code = error instanceof Fault ? error.code : 'unexpected';
	const hint = (error instanceof Fault ? error.hint : undefined) ?? 'req doctor';
	recordFault(place, context, { code, message: `${what}: ${reason}`, hint });
	return undefined;
}

/**
 * Stores a fault in `<stateDir>/faults.jsonl`, its message without secrets (D30); a full file becomes `faults.old.jsonl`.
 * What that directory would not take (a full disk, a read-only repository, a link) is in
 * `<claude config dir>/requirements/faults.jsonl`, and read with the rest: there once until it is shown, for a disk
 * that stays full is one fault, not one for every call. If that fails too it is let go.
 */
export function appendFault({ stateDir, link }: Place, line: FaultLine, context: Context): void {
	const { writing, onFault } = context;
	onFault?.(line.message);
	if (writing.isReadOnly) return;
	writing.begin();
	// Redacted before it is cut: half a secret is not found.
	const fault = { ...line, message: redact(line.message).slice(0, MAX_MESSAGE) };
	if (link === undefined && append(stateDir, fault)) return;
	const { code, message } = fault;
	const waiting = unreadFaults(faultsElsewhere(stateDir, context));
	if (waiting.some((one) => one.code === code && one.message === message)) return;
	append(ownDir(context), { ...fault, state_dir: stateDir });
}

/** The faults of a place, the newest last, at most the last 64 kB of a file. */
export function readFaults({ stateDir, link }: Place, context: Context): readonly FaultLine[] {
	const inside = link === undefined ? faultsIn(stateDir) : [];
	const all = [...faultsElsewhere(stateDir, context), ...inside];
	return all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function ownDir({ configDir }: Context): string {
	return join(configDir, 'requirements');
}

function faultsElsewhere(stateDir: string, context: Context): FaultLine[] {
	return faultsIn(ownDir(context)).flatMap(({ state_dir, ...fault }) => (state_dir === stateDir ? [fault] : []));
}

/** False if nothing can be written. */
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

/** The code of a newer build is shown as it is. */
function isFaultLine(json: unknown): json is FaultElsewhere {
	const at = textIn(json, 'at') ?? '';
	const isTimed = ISO_TIME.test(at) && !Number.isNaN(Date.parse(at));
	return isTimed && ['code', 'where', 'message'].every((key) => textIn(json, key) !== undefined);
}
