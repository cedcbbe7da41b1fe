import type { SessionRecord } from '../../src/memory/record.ts';
import { lookUp } from '../../src/memory/sessions.ts';
import { contextOf } from './context.ts';
import { placeIn } from './place-in.ts';
import { session } from './some-session.ts';

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
	const { context } = contextOf({ env: { USER: user } });
	return lookUp(placeIn(stateDir), session(id), { ...context, now })?.record;
}
