import type { SessionRecord } from '../../src/memory/record.ts';
import { lookUp } from '../../src/memory/sessions.ts';
import { contextOf } from './context.ts';
import { placeIn } from './place-in.ts';
import { session, sha256 } from './some-session.ts';

/**
 * The record of a session as its journal and the notes are now, whether it is stored or not; `undefined` if nothing says
 * that the session started.
 */
export function remembers(
	stateDir: string,
	id: string,
	user = 'ana',
	now: () => number = Date.now,
): SessionRecord | undefined {
	const { context } = contextOf({ env: {} });
	const world = { now, sha256, context, host: { user } as never };
	return lookUp(placeIn(stateDir), session(id), world)?.record;
}
