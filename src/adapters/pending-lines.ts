import { existsSync } from 'node:fs';
import { appendDurably } from './append-durably.ts';
import { readText } from './read-text.ts';

/** Changes of one update that could not get the lock in time, one line of `<document>.pending.jsonl` (D8). */
export interface PendingLine {
	/** `<milliseconds>-<pid>-<count>`: a line that is read twice must count once. */
	readonly id: string;
	readonly changes: readonly unknown[];
}

/** Where changes wait that could not get the lock in time. */
export function pendingPath(document: string): string {
	return `${document}.pending.jsonl`;
}

/** The pending file while the owner of the lock folds it in; left behind when that owner dies. */
export function foldingPath(document: string): string {
	return `${document}.folding.jsonl`;
}

/** All lines that wait beside a document, oldest first. Costs two look-ups where there are none. */
export function pendingLines(document: string): PendingLine[] {
	// In this order: a file renamed in between is then read twice rather than not at all.
	const waiting = linesOf(pendingPath(document)).lines;
	return [...linesOf(foldingPath(document)).lines, ...waiting];
}

/** The lines of one file. `isWhole`: every line could be read, so nothing is lost with the file. */
export function linesOf(path: string): { lines: PendingLine[]; isWhole: boolean } {
	// Looking first is cheaper than an exception, and there is nearly never one.
	const texts = (existsSync(path) ? readText(path) : '').split('\n').filter((text) => text !== '');
	const lines = texts.flatMap(parseLine);
	return { lines, isWhole: lines.length === texts.length };
}

/** Lines the document does not contain yet, each once. */
export function unseen(lines: readonly PendingLine[], folded: readonly string[]): PendingLine[] {
	const seen = new Set(folded);
	return lines.filter(({ id }) => !seen.has(id) && seen.add(id));
}

let count = 0;

/**
 * Leaves changes beside a document, on disk when this returns. The owner of the lock renames the
 * file before it reads it, so a line is certainly read when its file still had its name after the
 * line was written. Otherwise the line is written anew, under the same id, so that it counts once.
 *
 * @param now milliseconds since the epoch
 */
export function leavePending(document: string, changes: readonly unknown[], now: number): void {
	count += 1;
	const line: PendingLine = { id: `${now}-${process.pid}-${count}`, changes };
	while (!appendDurably(pendingPath(document), [line]));
}

/** When a line was left, in milliseconds; 0 for an id of another make. */
export function leftAt(id: string): number {
	const at = Number(id.split('-')[0]);
	return Number.isFinite(at) ? at : 0;
}

function parseLine(text: string): PendingLine[] {
	try {
		const { id, changes } = JSON.parse(text) ?? {};
		return typeof id === 'string' && Array.isArray(changes) ? [{ id, changes }] : [];
	} catch {
		return [];
	}
}
