import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chained, eventOf, FIRST_PREV, withoutKnown } from '../core/event/chain.ts';
import type { ChainedEvent, NewEvent } from '../core/event/event.ts';
import type { Place } from '../core/place/place.ts';
import { appendDurably } from './append-durably.ts';
import type { LockWorld } from './lock-owner.ts';
import { isObstructed } from './read-regular.ts';
import { readTail } from './read-tail.ts';
import { readText } from './read-text.ts';
import { isUnwritable } from './unwritable.ts';
import { leaveWaiting, takeWaiting } from './waiting-events.ts';

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
	if (events.length === 0) return true;
	try {
		return await append(fileOf(place), events, options);
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return false;
	}
}

/** What `Events.read` tells. */
export function eventsAt(place: Place): (ChainedEvent | undefined)[] {
	return linesIn(readText(fileOf(place)));
}

async function append(
	path: string,
	events: readonly NewEvent[],
	{ waitMs, hostname, processes, now, sha256 }: EventOptions,
): Promise<boolean> {
	if (isObstructed(path)) return false;
	mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
	const { redactFields } = await import('../core/redact/redact-fields.ts');
	const clean = events.map((event) => redactFields(event, ['data']));
	const ts = new Date(now()).toISOString();
	const chain = (told: readonly NewEvent[]) => {
		const unknown = withoutKnown(told, knownSince(path, told));
		if (unknown.length === 0) return;
		appendDurably(path, chained(unknown, { prev: lastHash(path), ts }, sha256));
	};
	const { withLock } = await import('./lock.ts');
	const request = { path, waitMs, hostname, processes, onBroken: () => undefined };
	const locked = await withLock(request, () => {
		takeWaiting(path, chain);
		chain(clean);
	});
	if (locked.kind === 'busy') leaveWaiting(path, { events: clean, ts, now: now() });
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

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function fileOf({ stateDir }: Place): string {
	return join(stateDir, 'events.jsonl');
}
