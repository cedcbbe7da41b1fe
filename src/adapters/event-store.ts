import { join } from 'node:path';
import type { Events } from '../app/record-ports.ts';
import type { Place } from '../git/place.ts';
import type { ChainedEvent, NewEvent } from '../memory/event.ts';
import { chained, eventOf, FIRST_PREV, withoutKnown } from '../memory/event-chain.ts';
import { redactFields } from '../secrets/redact.ts';
import type { Refused } from '../store/document.ts';
import { underLock } from '../store/document-file.ts';
import { sha256 } from '../store/hashes.ts';
import type { Writer } from '../store/lock.ts';
import { appendLines } from '../store/log.ts';
import { parseJson, readTail } from '../store/read-file.ts';

/** Bytes in which the last line, and what was told before, is looked for first. */
const TAIL = 65_536;

/** Events as `<stateDir>/events.jsonl`, each chained to the one before (D42). */
export function liveEvents(context: Writer): Events {
	return {
		append: async (place, events) => {
			if (events.length === 0) return undefined;
			return append(fileOf(place), events, context);
		},
		read: async (place) => eventsAt(place),
	};
}

export function eventsAt(place: Place): (ChainedEvent | undefined)[] {
	return linesIn(readTail(fileOf(place)));
}

/** A fold that was killed tells its events again: those that the file has already are left out. */
async function append(
	path: string,
	events: readonly NewEvent[],
	context: Writer,
): Promise<Refused | undefined> {
	const clean = events.map((event) => redactFields(event, ['data']));
	const ts = new Date(context.now()).toISOString();
	const chain = () => {
		const unknown = withoutKnown(clean, knownSince(path, clean));
		if (unknown.length === 0) return undefined;
		appendLines(path, chained(unknown, { prev: lastHash(path), ts }, sha256));
		return undefined;
	};
	return underLock(path, chain, context);
}

/** The last events; all of them where one is told that is older than those. */
function knownSince(path: string, told: readonly NewEvent[]): (ChainedEvent | undefined)[] {
	const last = linesIn(readTail(path, TAIL));
	const since = last.find((event) => event !== undefined)?.ts ?? '';
	return told.some(({ at }) => at !== undefined && at < since) ? linesIn(readTail(path)) : last;
}

/** Hash of the last line that is an event; a torn one after it is closed by the append. */
function lastHash(path: string): string {
	for (const text of [readTail(path, TAIL), readTail(path)]) {
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

function fileOf({ stateDir }: Place): string {
	return join(stateDir, 'events.jsonl');
}
