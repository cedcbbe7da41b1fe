import { Fault } from '../../core/fault/fault.ts';
import { sessionChain } from '../../core/session-record/chain.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { quoted } from '../../core/text/one-line.ts';
import { recordEvents } from '../continuity/keeping-events.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { recordAsked } from './record-asked.ts';

/** Nobody reads more. */
const DEEPEST = 1_000;

/** The sessions that led to one, oldest first, and how far back was asked. */
export interface Chain {
	readonly records: readonly SessionRecord[];
	/** Whether the oldest one follows another that is recorded and not shown. */
	readonly goesOn: boolean;
}

/**
 * The sessions that led to one (S2-059, FR-009); that somebody asked is an event (S2-077).
 *
 * @param request `depth`: how many sessions at most, as it was typed
 * @throws Fault `usage` or `unknown_session`
 */
export async function sessionsChain(
	request: { readonly caller: Caller; readonly depth: string },
	ports: Ports,
): Promise<Chain> {
	const depth = depthOf(request.depth);
	const { place, record } = await recordAsked(request.caller, ports);
	const others = (await everyRecord(place, ports)).filter(({ uuid }) => uuid !== record.uuid);
	const all = [...others, record];
	const records = sessionChain(all, record.key, depth);
	const data = { start_id: record.uuid, depth, sessions_found: records.length };
	const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
	await recordEvents(place, [event], ports);
	const before = records[0]?.previous ?? null;
	return {
		records,
		goesOn: all.some(({ key }) => key === before && !records.some((one) => one.key === key)),
	};
}

function depthOf(text: string): number {
	const depth = Number(text);
	if (/^\d{1,4}$/.test(text) && depth >= 1 && depth <= DEEPEST) return depth;
	throw new Fault('usage', `${quoted(text)} is no depth`, { hint: `1 to ${DEEPEST}, such as 5` });
}
