import type { ChainedEvent } from '../../core/event/event.ts';
import { type ChainVerdict, verifyChain } from '../../core/event/verify.ts';
import { Fault } from '../../core/fault/fault.ts';
import { quoted } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import type { Caller } from './caller.ts';
import { homeOfCaller } from './memory-of.ts';
import { sessionNamed } from './session-choice.ts';

export interface EventsRequest {
	readonly caller: Caller;
	readonly name: string | undefined;
	/** How many at most, as it was typed; `undefined` for all. */
	readonly limit: string | undefined;
}

export interface EventsList {
	/** Newest last. */
	readonly events: readonly ChainedEvent[];
	/** How many earlier ones there are beside them. */
	readonly earlier: number;
	/** How many lines of the file are none. */
	readonly unreadable: number;
}

/**
 * What happened to the sessions of this repository (S2-134).
 *
 * @throws Fault `usage` or `unknown_session`
 */
export async function eventsList(request: EventsRequest, ports: Ports): Promise<EventsList> {
	const { caller, name } = request;
	const limit = request.limit === undefined ? undefined : limitOf(request.limit);
	const place = await homeOfCaller(caller, ports);
	const uuid = await uuidAsked(caller, ports);
	const lines = await ports.events.read(place);
	const fitting = lines
		.filter((event) => event !== undefined)
		.filter((event) => name === undefined || event.name === name)
		.filter((event) => uuid === undefined || event.session === uuid);
	const events = limit === undefined ? fitting : fitting.slice(-limit);
	return {
		events,
		earlier: fitting.length - events.length,
		unreadable: lines.filter((line) => line === undefined).length,
	};
}

/** Whether the chain of events is whole (S2-078, D42). */
export async function eventsVerify(caller: Caller, ports: Ports): Promise<ChainVerdict> {
	const lines = await ports.events.read(await homeOfCaller(caller, ports));
	return verifyChain(lines, ports.sha256);
}

/**
 * Reads a `--limit`.
 *
 * @throws Fault `usage`
 */
export function limitOf(text: string): number {
	if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
	throw new Fault('usage', `${quoted(text)} is no number of lines`, { hint: 'such as 20' });
}

async function uuidAsked(caller: Caller, ports: Ports): Promise<string | undefined> {
	const { session } = caller;
	if (session === undefined) return undefined;
	const place = await homeOfCaller(caller, ports);
	const registry = await readRegistry(place, ports);
	return (await sessionNamed(session, { place, registry }, ports)).uuid;
}
