import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Events } from '../app/record-ports.ts';
import { chained, eventOf, FIRST_PREV, withoutKnown } from '../core/event/chain.ts';
import type { ChainedEvent, NewEvent } from '../core/event/event.ts';
import { redactFields } from '../core/redact/redact.ts';
import type { Place } from '../git/place.ts';
import type { WriterWorld } from '../store/lock.ts';
import { appendWhole, readLog } from '../store/log.ts';
import {
	foldingPath,
	type Leaving,
	leavePending,
	linesToFold,
	type PendingLine,
	pendingLines,
	pendingPath,
} from '../store/read-document.ts';
import {
	isObstructed,
	parseJson,
	readTail,
	unlessUnwritable,
	whereUnwritable,
} from '../store/read-regular.ts';
import { stateFolder } from '../store/state-folders.ts';
import { lock, settleWaiting } from '../store/update-document.ts';

interface EventWorld extends WriterWorld {
	readonly sha256: (text: string) => string;
}

/** Bytes in which the last line, and what was told before, is looked for first. */
const TAIL = 65_536;

/** Events as `<stateDir>/events.jsonl`, each chained to the one before (D42). */
export function liveEvents(world: EventWorld): Events {
	const { now } = world;
	return {
		append: async (place, events) => {
			const path = fileOf(place);
			if (events.length === 0 && !doesWait(path)) return true;
			return (await append(path, events, world).catch(whereUnwritable)) ?? false;
		},
		leave: async (place, events) => {
			if (events.length === 0) return true;
			const clean = redacted(events);
			const isLeft = unlessUnwritable(() => {
				leave(fileOf(place), clean, { now: now(), isDurable: false });
				return true;
			});
			return isLeft ?? false;
		},
		read: async (place) => eventsAt(place, world),
	};
}

/** Those that wait are chained in memory only. */
export function eventsAt(
	place: Place,
	{ now, sha256 }: Pick<EventWorld, 'now' | 'sha256'>,
): (ChainedEvent | undefined)[] {
	const path = fileOf(place);
	// Before the file: those that leave in between are then in the file already.
	const waiting = doesWait(path) ? eventsIn(pendingLines(path)) : [];
	const lines = linesIn(readLog(path));
	const prev = lines.findLast((event) => event !== undefined)?.hash ?? FIRST_PREV;
	return [...lines, ...chained(withoutKnown(waiting, lines), { prev, ts: isoOf(now()) }, sha256)];
}

function redacted(events: readonly NewEvent[]): readonly NewEvent[] {
	return events.map((event) => redactFields(event, ['data']));
}

async function append(
	path: string,
	events: readonly NewEvent[],
	world: EventWorld,
): Promise<boolean> {
	const { now, sha256 } = world;
	if (isObstructed(path)) return false;
	const clean = redacted(events);
	const ts = isoOf(now());
	const chain = (told: readonly NewEvent[]) => {
		const unknown = withoutKnown(told, knownSince(path, told));
		if (unknown.length === 0) return;
		appendWhole(path, chained(unknown, { prev: lastHash(path), ts }, sha256), { isDurable: true });
	};
	const locked = await lock({ ...world, path }, () => {
		takeWaiting(path, chain, now());
		chain(clean);
	});
	if (locked.kind === 'busy' && clean.length > 0) leave(path, clean, { now: now() });
	return true;
}

function doesWait(path: string): boolean {
	return existsSync(pendingPath(path)) || existsSync(foldingPath(path));
}

/**
 * Leaves events beside their file: somebody else has its lock, or there is no time for it (D8). Each has a time from then
 * on: by it, one that is chained twice, after a crash, is known.
 */
function leave(path: string, events: readonly NewEvent[], leaving: Leaving): void {
	const ts = isoOf(leaving.now);
	leavePending(
		path,
		events.map((event) => ({ ...event, at: event.at ?? ts })),
		leaving,
	);
}

/**
 * Chains the events that wait. They get a file of another name before they are read, so that none is lost that comes
 * meanwhile, and it goes after they are chained. Only the owner of the lock may call this.
 *
 * @param now milliseconds since the epoch
 */
function takeWaiting(
	path: string,
	chain: (events: readonly NewEvent[]) => void,
	now: number,
): void {
	const [pending, folding] = [pendingPath(path), foldingPath(path)];
	const quarantineDir = stateFolder(dirname(path), 'quarantine');
	const takeAll = () => {
		const { lines, isWhole } = linesToFold(folding);
		chain(eventsIn(lines));
		settleWaiting({ path, quarantineDir, now }, isWhole);
	};
	if (existsSync(folding)) takeAll();
	if (!existsSync(pending)) return;
	renameSync(pending, folding);
	takeAll();
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

/** The last events; all of them where one is told that is older than those. */
function knownSince(path: string, told: readonly NewEvent[]): (ChainedEvent | undefined)[] {
	const last = linesIn(readTail(path, TAIL) ?? '');
	const since = last.find((event) => event !== undefined)?.ts ?? '';
	return told.some(({ at }) => at !== undefined && at < since) ? linesIn(readLog(path)) : last;
}

/** Hash of the last line that is an event; a torn one after it is closed by the append. */
function lastHash(path: string): string {
	for (const text of [readTail(path, TAIL) ?? '', readLog(path)]) {
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
