import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { readFaults, recordFault } from '../state/faults.ts';
import { underLock } from '../store/document-file.ts';
import { sha256 } from '../store/hashes.ts';
import type { Writer } from '../store/lock.ts';
import { appendLines } from '../store/log.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { parseJson, readTail } from '../store/read-file.ts';
import * as z from '../store/shape.ts';

/** What happens to sessions and runs, with the fields of `data` in `events.jsonl`. Scripts read these names. */
interface EventFields {
	session_captured: 'session_id' | 'pin_count' | 'learning_count' | 'task_count';
	session_restored: 'from_session_ids' | 'pins_inherited' | 'relevance_scores';
	confidence_decay_applied: 'memory_id' | 'original_score' | 'decayed_score' | 'hours_elapsed';
	pending_task_surfaced: 'task_id' | 'days_pending';
	session_chain_traversal: 'start_id' | 'depth' | 'sessions_found';
	session_crash_recovered: 'session_id' | 'ended_at';
	/** What was inherited, continued or forgotten by a choice: by which command, what, and whose choice. */
	session_override: 'command' | 'ref' | 'by';
	/** `kind`: run or pipeline; `items`: the names of its tasks or stages. */
	run_started: 'run_id' | 'kind' | 'items' | 'branch';
	run_item_finished: 'run_id' | 'item' | 'status' | 'resumed';
}

/**
 * An event before it is chained. `session`: full id of the session it is about. `at`: ISO time at which it happened, if that
 * is not now; such an event is stored once, however often it is recorded.
 */
export type NewEvent = {
	readonly [Name in keyof EventFields]: {
		readonly name: Name;
		readonly session: string | null;
		readonly data: Readonly<Record<EventFields[Name], unknown>>;
		readonly at?: string;
	};
}[keyof EventFields];

/** A line of `events.jsonl`: `prev` is the hash of the line before, `hash` that of this one (D42). */
const ChainedEvent = z.looseObject({
	ts: z.string(),
	name: z.string(),
	session: z.nullable(z.string()),
	data: z.unknown(),
	prev: z.string(),
	hash: z.string(),
});
export type ChainedEvent = z.output<typeof ChainedEvent>;

/** The predecessor of the first line. */
const FIRST_PREV = '0'.repeat(64);

function hashOf({ ts, name, session, data, prev }: Omit<ChainedEvent, 'hash'>): string {
	return sha256(prev + JSON.stringify({ ts, name, session, data }));
}

function eventsFile({ stateDir }: Place): string {
	return join(stateDir, 'events.jsonl');
}

function eventsIn(text: string): (ChainedEvent | undefined)[] {
	const lines = text.split('\n').filter((line) => line !== '');
	return lines.map((line) => z.valueIn(ChainedEvent, parseJson(line)));
}

/** Every line of `events.jsonl`, oldest first; `undefined` for one that is no event. No hook waits for it. */
export function readEvents(place: Place): (ChainedEvent | undefined)[] {
	return eventsIn(readTail(eventsFile(place), Number.POSITIVE_INFINITY));
}

/** Bytes of the file's end in which the last line and repeated events are looked for: some 3,000 events. */
const TAIL = 1024 * 1024;

/**
 * Chains events to the last line, under the lock. One of the same name, session and time is left out: a session that is
 * recorded again reports its end again.
 *
 * @returns what prevented it
 */
export async function appendEvents(
	place: Place,
	events: readonly NewEvent[],
	context: Writer,
): Promise<Obstacle | undefined> {
	if (events.length === 0) return undefined;
	const path = eventsFile(place);
	const now = new Date(context.now()).toISOString();
	const append = () => {
		const known = eventsIn(readTail(path, TAIL)).filter((event) => event !== undefined);
		const isStored = ({ name, session, at }: NewEvent) =>
			known.some((one) => one.name === name && one.session === session && one.ts === at);
		let prev = known.at(-1)?.hash ?? FIRST_PREV;
		const lines: ChainedEvent[] = [];
		for (const event of events.filter((one) => !isStored(one))) {
			const { name, session, at: ts = now, data } = event;
			const link = { ts, name, session, data, prev };
			prev = hashOf(link);
			lines.push({ ...link, hash: prev });
		}
		appendLines(path, lines);
	};
	return (await underLock(path, append, context))?.obstacle;
}

/** Like `appendEvents`; records an obstacle as a fault. */
export async function recordEvents(
	place: Place,
	events: readonly NewEvent[],
	context: Context,
): Promise<Obstacle | undefined> {
	const obstacle = await appendEvents(place, events, context);
	if (obstacle !== undefined) await recordUnkept(place, 'events', context, obstacle);
	return obstacle;
}

/** For writers that return no reason, such as journals. */
const UNKNOWN: Obstacle = {
	code: 'state_unwritable',
	what: '',
	fix: 'free the disk or make the folder writable',
};

/**
 * Records that something could not be stored. A disk that stays full is one fault, not one for each turn.
 *
 * @param what was not kept, without numbers: `events`
 */
export async function recordUnkept(
	place: Place,
	what: string,
	context: Context,
	{ code, what: why, fix: hint }: Obstacle = UNKNOWN,
): Promise<void> {
	const message = `could not be kept: ${what}${why === '' ? '' : ` (${why})`}`;
	const last = readFaults(place, context).at(-1);
	if (last?.code === code && last.message === message) return;
	recordFault(place, context, { code, message, hint });
}

/**
 * Follows the chain. A changed line no longer has its own hash; a removed, added or moved one leaves a neighbor with another
 * predecessor. That its end was cut off a chain cannot show.
 *
 * @returns as `req session events --verify` prints it, absent values null: `line`, the number of the first one that breaks
 * the chain; `torn`, how many are no events because a crash cut them off
 */
export function verifyChain(lines: readonly (ChainedEvent | undefined)[]) {
	let prev = FIRST_PREV;
	for (const [index, event] of lines.entries()) {
		if (event === undefined) continue;
		const isNext = event.prev === prev;
		if (!isNext || hashOf(event) !== event.hash) {
			const why = isNext ? ('changed' as const) : ('out_of_order' as const);
			return { whole: false as const, line: index + 1, why, events: null, torn: null };
		}
		prev = event.hash;
	}
	const events = lines.filter((event) => event !== undefined).length;
	const torn = lines.length - events;
	return { whole: true as const, line: null, why: null, events, torn };
}
