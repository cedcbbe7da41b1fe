import type { Seal } from '../core/document/document.ts';
import { Fault } from '../core/fault/fault.ts';
import { appendWhole } from './log.ts';
import { parseJson } from './read-json.ts';
import { isObstructed, type ReadRegular, readRegular, statOf } from './read-regular.ts';
import { isOurLine, sealedLine } from './sealed-text.ts';

/** Some 15,000 lines: what a reader goes through without keeping anybody waiting. */
const MAX_READ = 4 * 1024 * 1024;
/** No honest file comes near it. */
const MAX_FOLDED = 16 * 1024 * 1024;

/** Changes of one update that could not get the lock in time, one line of `<document>.pending.jsonl` (D8). */
export interface PendingLine {
	/** `<milliseconds>-<pid>-<count>`: a line that is read twice must count once. */
	readonly id: string;
	readonly changes: readonly unknown[];
	/** What this build writes behind a line that waits for a sealed document. */
	readonly seal?: string;
}

/** A line that was read. `changedAt`: since when its file is as it is, in milliseconds. */
interface WaitingLine extends PendingLine {
	readonly changedAt: number;
}

/** Where changes wait that could not get the lock in time. */
export function pendingPath(document: string): string {
	return `${document}.pending.jsonl`;
}

/** The pending file while the owner of the lock folds it in; left behind when that owner dies. */
export function foldingPath(document: string): string {
	return `${document}.folding.jsonl`;
}

/**
 * The lines that wait beside a document, oldest first; of a file above 4 MB the first, the rest counts
 * when it is folded. Costs two look-ups where there are none.
 */
export function pendingLines(document: string): WaitingLine[] {
	// In this order: a file renamed in between is then read twice rather than not at all.
	const waiting = linesIn(pendingPath(document), MAX_READ).lines;
	return [...linesIn(foldingPath(document), MAX_READ).lines, ...waiting];
}

interface Lines {
	readonly lines: WaitingLine[];
	/** Every line could be read, so nothing is lost with the file. */
	readonly isWhole: boolean;
}

/** The lines of one file, for the one who folds it. */
export function linesOf(path: string): Lines {
	return linesIn(path, MAX_FOLDED);
}

function linesIn(path: string, bytes: number): Lines {
	const read = readStart(path, bytes);
	if (read.kind !== 'text') return { lines: [], isWhole: read.kind === 'absent' };
	const end = read.isWhole ? read.text.length : read.text.lastIndexOf('\n') + 1;
	const texts = read.text
		.slice(0, end)
		.split('\n')
		.filter((text) => text !== '');
	const changedAt = texts.length === 0 ? 0 : (statOf(path)?.ctimeMs ?? Infinity);
	const lines = texts.flatMap(parseLine).map((line) => ({ ...line, changedAt }));
	return { lines, isWhole: read.isWhole && lines.length === texts.length };
}

function readStart(path: string, bytes: number): ReadRegular {
	try {
		return readRegular(path, { bytes, of: 'start' });
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT') return { kind: 'absent' };
		throw new Fault('state_unreadable', message, { cause, hint: 'make the file readable' });
	}
}

/** Lines the document does not contain yet, each once. */
export function unseen(lines: readonly WaitingLine[], folded: readonly string[]): WaitingLine[] {
	const seen = new Set(folded);
	return lines.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Those of the lines that this build left for a document: any other changes nothing. */
export function ours<Doc>(
	lines: readonly WaitingLine[],
	doc: Doc,
	seal: Seal<Doc> | undefined,
): WaitingLine[] {
	const owner = seal?.owner(doc) ?? '';
	return lines.filter(({ changedAt, ...line }) => isOurLine(line, seal, { owner, changedAt }));
}

let count = 0;

/** `now`: milliseconds since the epoch. */
export interface Leaving {
	readonly now: number;
	/** Default: the lines are on disk when this returns. */
	readonly isDurable?: boolean;
	/** The seal of a sealed document, and its owner. */
	readonly sealed?: { readonly seal: Seal<never> | undefined; readonly owner: string };
}

/**
 * Leaves changes beside a document. The owner of the lock renames the
 * file before it reads it, so a line is certainly read when its file still had its name after the
 * line was written. Otherwise the line is written anew, under the same id, so that it counts once.
 */
export function leavePending(
	document: string,
	changes: readonly unknown[],
	{ now, isDurable = true, sealed }: Leaving,
): void {
	const path = pendingPath(document);
	if (isObstructed(path)) {
		throw Object.assign(new Error(`EEXIST: no regular file: ${path}`), { code: 'EEXIST' });
	}
	count += 1;
	const plain: PendingLine = { id: `${now}-${process.pid}-${count}`, changes };
	const line = sealedLine(plain, sealed?.seal, sealed?.owner ?? '');
	while (!appendWhole(path, [line], { isDurable }));
}

/** When a line was left, in milliseconds; 0 for an id of another make. */
export function leftAt(id: string): number {
	const at = Number(id.split('-')[0]);
	return Number.isFinite(at) ? at : 0;
}

function parseLine(text: string): PendingLine[] {
	const { id, changes, seal } = (parseJson(text) ?? {}) as Partial<
		Record<keyof PendingLine, unknown>
	>;
	if (typeof id !== 'string' || !Array.isArray(changes)) return [];
	return [typeof seal === 'string' ? { id, changes, seal } : { id, changes }];
}
