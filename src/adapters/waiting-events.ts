import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewEvent } from '../core/event/event.ts';
import {
	foldingPath,
	type Leaving,
	leavePending,
	linesOf,
	type PendingLine,
	pendingLines,
	pendingPath,
} from './pending-lines.ts';
import { moveToQuarantine } from './quarantine.ts';

/** Whether any events wait beside their file. */
export function doesWait(path: string): boolean {
	return existsSync(pendingPath(path)) || existsSync(foldingPath(path));
}

/** Those that wait, the oldest first. */
export function waitingEvents(path: string): readonly NewEvent[] {
	return eventsIn(pendingLines(path));
}

/**
 * Leaves events beside their file: somebody else has its lock, or there is no time for it (D8). Each has a time from then on: by it, one
 * that is chained twice, after a crash, is known.
 *
 * @param ts ISO time of those that do not say when they happened
 * @param append default: the lines are on disk when this returns
 */
export function leaveWaiting(
	path: string,
	{
		events,
		ts,
		...leaving
	}: { readonly events: readonly NewEvent[]; readonly ts: string } & Leaving,
): void {
	const timed = events.map((event) => ({ ...event, at: event.at ?? ts }));
	leavePending(path, timed, leaving);
}

/**
 * Chains the events that wait. They get a file of another name before they are read, so that none is lost that comes
 * meanwhile, and it goes after they are chained. Only the owner of the lock may call this.
 *
 * @param now milliseconds since the epoch
 */
export function takeWaiting(
	path: string,
	chain: (events: readonly NewEvent[]) => void,
	now: number,
): void {
	const [pending, folding] = [pendingPath(path), foldingPath(path)];
	if (existsSync(folding)) takeFrom(folding, chain, now);
	if (!existsSync(pending)) return;
	renameSync(pending, folding);
	takeFrom(folding, chain, now);
}

/** What could not be read is kept aside. */
function takeFrom(
	folding: string,
	chain: (events: readonly NewEvent[]) => void,
	now: number,
): void {
	const { lines, isWhole } = linesOf(folding);
	chain(eventsIn(lines));
	if (isWhole) rmSync(folding, { force: true });
	else moveToQuarantine(folding, join(dirname(folding), 'quarantine'), now);
}

/** Each once: a fold that was killed has told them, and the next one tells the same. */
function eventsIn(lines: readonly PendingLine[]): readonly NewEvent[] {
	const events = lines.flatMap(({ changes }) => changes.filter(isEvent));
	return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
}

/** What somebody else wrote there is nobody's. */
function isEvent(change: unknown): change is NewEvent {
	const { name, session, at, data } = (change ?? {}) as Partial<Record<keyof NewEvent, unknown>>;
	const isOfSession = session === null || typeof session === 'string';
	const saysWhat = typeof name === 'string' && typeof data === 'object' && data !== null;
	return saysWhat && isOfSession && typeof at === 'string';
}
