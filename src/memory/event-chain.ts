import { member, members, textIn } from '../store/foreign-json.ts';
import type { ChainedEvent, NewEvent } from './event.ts';

/** What the first line is chained to. */
export const FIRST_PREV = '0'.repeat(64);

type Sha256 = (text: string) => string;

/**
 * The events as lines that continue a chain (D42): each carries the hash of the line before.
 *
 * @param prev hash of the last line; `FIRST_PREV` for a new chain
 * @param ts ISO time of those that do not say when they happened
 */
export function chained(
	events: readonly NewEvent[],
	{ prev, ts }: { readonly prev: string; readonly ts: string },
	sha256: Sha256,
): ChainedEvent[] {
	const lines: ChainedEvent[] = [];
	for (const { name, session, data, at } of events) {
		const link = { ts: at ?? ts, name, session, data, prev: lines.at(-1)?.hash ?? prev };
		lines.push({ ...link, hash: hashOf(link, sha256) });
	}
	return lines;
}

/**
 * The events without those that are known already: of this name and session, at this time. A fold that begins anew
 * may tell another count of the same event, so what it says does not matter, unless it is of no session: those are
 * everybody's, and two processes may tell theirs within a millisecond.
 */
export function withoutKnown(
	events: readonly NewEvent[],
	known: readonly (ChainedEvent | undefined)[],
): NewEvent[] {
	const told = new Set(
		known.flatMap((event) => (event === undefined ? [] : markOf(event, event.ts))),
	);
	return events.filter((event) => event.at === undefined || !told.has(markOf(event, event.at)));
}

function markOf({ name, session, data }: Omit<NewEvent, 'at'> | ChainedEvent, at: string): string {
	return JSON.stringify([name, session, at, session === null ? canonical(data) : '']);
}

/** `sha256(prev + canonical JSON of what the line says)`. */
function hashOf(event: Omit<ChainedEvent, 'hash'>, sha256: Sha256): string {
	const { ts, name, session, data, prev } = event;
	return sha256(prev + canonical({ ts, name, session, data }));
}

/** A parsed line as an event; `undefined` where it is none. */
export function eventOf(json: unknown): ChainedEvent | undefined {
	const [ts, name, prev, hash] = ['ts', 'name', 'prev', 'hash'].map((key) => textIn(json, key));
	if (ts === undefined || name === undefined || prev === undefined || hash === undefined) {
		return undefined;
	}
	return {
		ts,
		name,
		session: textIn(json, 'session') ?? null,
		data: member(json, 'data'),
		prev,
		hash,
	};
}

/** JSON that does not depend on the order of keys. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const said = members(value)
		.filter(([, one]) => one !== undefined)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`);
	return `{${said.join(',')}}`;
}

/** Whether a chain is whole, or the first line, counted from 1, that does not fit (D42). */
export type ChainVerdict =
	/** `torn`: lines that are no events and broke nothing: writes a crash cut off. */
	| { readonly kind: 'whole'; readonly events: number; readonly torn: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: 'changed' | 'out_of_order' };

/**
 * Goes along the chain. A line that was changed no longer has its own hash; one that was removed, added or moved
 * leaves a neighbour with another predecessor. What a chain cannot show is that its end was cut off.
 *
 * @param lines of the file in its order; `undefined` where one does not parse
 */
export function verifyChain(
	lines: readonly (ChainedEvent | undefined)[],
	sha256: Sha256,
): ChainVerdict {
	let prev = FIRST_PREV;
	let events = 0;
	for (const [index, event] of lines.entries()) {
		if (event === undefined) continue;
		if (event.prev !== prev) return { kind: 'broken', line: index + 1, why: 'out_of_order' };
		if (hashOf(event, sha256) !== event.hash) {
			return { kind: 'broken', line: index + 1, why: 'changed' };
		}
		prev = event.hash;
		events += 1;
	}
	return { kind: 'whole', events, torn: lines.length - events };
}
