import { parseSessionId } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { type Memory, memoryOf, rememberingScene } from './memory-of.ts';
import { recordAsked } from './record-asked.ts';

/** The session a list is of, with its record. */
export interface ShownMemory extends Memory {
	readonly record: SessionRecord;
	/** Nobody named it and nothing is at work here: it is the last one of the branch. */
	readonly isLatest: boolean;
}

/**
 * The session whose memory is shown: that of the caller, else the last one of this branch.
 *
 * @throws Fault `not_configured`, `unknown_session`, `state_unreadable`
 */
export async function memoryToShow(caller: Caller, ports: Ports): Promise<ShownMemory> {
	const { config } = await rememberingScene(caller, ports);
	const { place, record, isLatest } = await recordAsked(caller, ports);
	const session = parseSessionId(record.uuid, ports.sha256);
	if (session === undefined) return { ...(await memoryOf(caller, ports)), record, isLatest };
	return { place, config, session, record, isLatest };
}
