import { type LineOf, lineageOf } from '../../core/session-record/lineage.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { recordEvents } from '../continuity/keeping-events.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { recordAsked } from './record-asked.ts';

/** Nobody reads more. */
const DEEPEST = 50;

/** Where a session came from, and which came from it. */
export interface Lineage extends LineOf<SessionRecord> {
	/** Sessions whose parent it is, newest first. */
	readonly heirs: readonly SessionRecord[];
}

/**
 * The sessions that one inherited from, was cleared or forked from, newest first (seed 000, P4-2, D12); that
 * somebody asked is an event (S2-077).
 *
 * @throws Fault `unknown_session`
 */
export async function lineage(caller: Caller, ports: Ports): Promise<Lineage> {
	const { place, record } = await recordAsked(caller, ports);
	const others = (await everyRecord(place, ports)).filter(({ uuid }) => uuid !== record.uuid);
	const found = lineageOf(record, others, DEEPEST);
	const data = {
		...{ start_id: record.uuid, depth: DEEPEST },
		sessions_found: found.line.length,
	};
	const event = { name: 'session_chain_traversal' as const, session: record.uuid, data };
	await recordEvents(place, [event], ports);
	const heirs = others
		.filter(({ parent }) => parent === record.key)
		.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
	return { ...found, heirs };
}
