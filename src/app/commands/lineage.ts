import { Fault } from '../../core/fault/fault.ts';
import { type LineOf, lineageOf, sessionChain } from '../../core/session-record/lineage.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { quoted } from '../../core/text/one-line.ts';
import { recordEvents } from '../continuity/keep-events.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { recordAsked } from './record-asked.ts';

/** Nobody reads more. */
const DEEPEST = 1_000;
const USUAL_LINEAGE = 50;
const USUAL_CHAIN = 5;

/** Whose past is asked for, and how many sessions of it at most, as it was typed. */
export interface LineageRequest {
	readonly caller: Caller;
	readonly depth: string | undefined;
}

/** Where a session came from, and which came from it. */
export interface Lineage extends LineOf<SessionRecord> {
	/** Sessions whose parent it is, newest first. */
	readonly heirs: readonly SessionRecord[];
}

/** The sessions that led to one, oldest first. */
export interface Chain {
	readonly records: readonly SessionRecord[];
	/** Whether the oldest one follows another that is recorded and not shown. */
	readonly goesOn: boolean;
}

/**
 * The sessions that one inherited from, was cleared or forked from, newest first.
 *
 * @throws Fault `usage` or `unknown_session`
 */
export async function lineage(request: LineageRequest, ports: Ports): Promise<Lineage> {
	return traversed(request, ports, USUAL_LINEAGE, (record, others, depth) => {
		const found = lineageOf(record, others, depth);
		const heirs = others
			.filter(({ parent }) => parent === record.key)
			.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
		return { answer: { ...found, heirs }, count: found.line.length };
	});
}

/**
 * The sessions that led to one because each went on where the one before stopped.
 *
 * @throws Fault `usage` or `unknown_session`
 */
export async function chain(request: LineageRequest, ports: Ports): Promise<Chain> {
	return traversed(request, ports, USUAL_CHAIN, (record, others, depth) => {
		const all = [...others, record];
		const records = sessionChain(all, record.key, depth);
		const before = records[0]?.previous ?? null;
		const goesOn = all.some(({ key }) => key === before && !records.some((one) => one.key === key));
		return { answer: { records, goesOn }, count: records.length };
	});
}

/** Looks back from one session; that somebody did is an event. */
async function traversed<T>(
	{ caller, depth: typed }: LineageRequest,
	ports: Ports,
	usual: number,
	look: (
		record: SessionRecord,
		others: readonly SessionRecord[],
		depth: number,
	) => { readonly answer: T; readonly count: number },
): Promise<T> {
	const depth = typed === undefined ? usual : depthOf(typed);
	const { place, record } = await recordAsked(caller, ports);
	const others = (await everyRecord(place, ports)).filter(({ uuid }) => uuid !== record.uuid);
	const { answer, count } = look(record, others, depth);
	const data = { start_id: record.uuid, depth, sessions_found: count };
	const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
	await recordEvents(place, [event], ports);
	return answer;
}

function depthOf(text: string): number {
	const depth = Number(text);
	if (/^\d{1,4}$/.test(text) && depth >= 1 && depth <= DEEPEST) return depth;
	throw new Fault('usage', `${quoted(text)} is no depth`, { hint: `1 to ${DEEPEST}, such as 5` });
}
