import { join } from 'node:path';
import { chained, eventOf, FIRST_PREV, withoutKnown } from '../core/event/chain.ts';
import type { ChainedEvent, NewEvent } from '../core/event/event.ts';
import type { Place } from '../core/place/place.ts';
import { appendAtOnce, appendDurably } from './append-durably.ts';
import type { LockWorld } from './lock-owner.ts';
import { makeDirectory } from './make-directory.ts';
import { parseJson } from './parse-json.ts';
import { isObstructed } from './read-regular.ts';
import { readTail } from './read-tail.ts';
import { readText } from './read-text.ts';
import { isUnwritable } from './unwritable.ts';
import { doesWait, leaveWaiting, takeWaiting, waitingEvents } from './waiting-events.ts';

/** What a writer needs. `waitMs`: patience for the lock (D8). */
export interface EventOptions extends LockWorld {
	readonly waitMs: number;
	readonly now: () => number;
	readonly sha256: (text: string) => string;
}

/** Bytes in which the last line, and what was told before, is looked for first. */
const TAIL = 65_536;

/** What `Events.append` does. */
export async function appendEvents(
	place: Place,
	events: readonly NewEvent[],
	options: EventOptions,
): Promise<boolean> {
	const path = fileOf(place);
	if (events.length === 0 && !doesWait(path)) return true;
	return unlessUnwritable(() => append(path, events, options));
}

/** What `Events.leave` does. */
export async function leaveEvents(
	place: Place,
	events: readonly NewEvent[],
	{ now }: EventOptions,
): Promise<boolean> {
	if (events.length === 0) return true;
	return unlessUnwritable(async () => {
		const clean = { events: await redacted(events), ts: isoOf(now()), now: now() };
		leaveWaiting(fileOf(place), { ...clean, append: appendAtOnce });
		return true;
	});
}

/** What `Events.read` tells. Those that wait are chained in memory only. */
export function eventsAt(
	place: Place,
	{ now, sha256 }: Pick<EventOptions, 'now' | 'sha256'>,
): (ChainedEvent | undefined)[] {
	const path = fileOf(place);
	// Before the file: those that leave in between are then in the file already.
	const waiting = doesWait(path) ? waitingEvents(path) : [];
	const lines = linesIn(readText(path));
	const prev = lines.findLast((event) => event !== undefined)?.hash ?? FIRST_PREV;
	return [...lines, ...chained(withoutKnown(waiting, lines), { prev, ts: isoOf(now()) }, sha256)];
}

async function unlessUnwritable(work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return false;
	}
}

async function redacted(events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
	const { redactFields } = await import('../core/redact/redact-fields.ts');
	return events.map((event) => redactFields(event, ['data']));
}

async function append(
	path: string,
	events: readonly NewEvent[],
	{ waitMs, hostname, processes, now, sha256 }: EventOptions,
): Promise<boolean> {
	if (isObstructed(path)) return false;
	makeDirectory(join(path, '..'));
	const clean = await redacted(events);
	const ts = isoOf(now());
	const chain = (told: readonly NewEvent[]) => {
		const unknown = withoutKnown(told, knownSince(path, told));
		if (unknown.length === 0) return;
		appendDurably(path, chained(unknown, { prev: lastHash(path), ts }, sha256));
	};
	const { withLock } = await import('./lock.ts');
	const request = { path, waitMs, hostname, processes, onBroken: () => undefined };
	const locked = await withLock(request, () => {
		takeWaiting(path, chain, now());
		chain(clean);
	});
	if (locked.kind === 'busy' && clean.length > 0)
		leaveWaiting(path, { events: clean, ts, now: now() });
	return true;
}

/** The last events; all of them where one is told that is older than those. */
function knownSince(path: string, told: readonly NewEvent[]): (ChainedEvent | undefined)[] {
	const last = linesIn(readTail(path, TAIL) ?? '');
	const since = last.find((event) => event !== undefined)?.ts ?? '';
	return told.some(({ at }) => at !== undefined && at < since) ? linesIn(readText(path)) : last;
}

/** Hash of the last line that is an event; a torn one after it is closed by the append. */
function lastHash(path: string): string {
	for (const text of [readTail(path, TAIL) ?? '', readText(path)]) {
		const last = linesIn(text).findLast((event) => event !== undefined);
		if (last !== undefined) return last.hash;
	}
	return FIRST_PREV;
}

function linesIn(text: string): (ChainedEvent | undefined)[] {
	return text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => eventOf(parseJson(line)));
}

function isoOf(ms: number): string {
	return new Date(ms).toISOString();
}

function fileOf({ stateDir }: Place): string {
	return join(stateDir, 'events.jsonl');
}
