import type { Context } from '../context.ts';
import { applyStart } from '../memory/apply-start.ts';
import { decideStart } from '../memory/decide-start.ts';
import { recordOrFault, sessionNamed } from '../memory/known-sessions.ts';
import { readStart } from '../memory/read-start.ts';
import { liveNow } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import type { Caller } from './caller.ts';
import { sessionFor } from './session-memory.ts';

/** UTF-16 units of the text: a typed command has to surround it (D17). */
const ROOM = 9_000;

/**
 * Restores all pins and what else is known of one session into the current one, at any age and score (D22–D25). What came in
 * by itself before makes room. Who asked for it is kept.
 *
 * @returns `from`: key of the source; `isRunning`: it is not over, so what it knows is not complete (D25)
 * @throws Fault `not_configured`, `unknown_session`, `refused`, `usage`
 */
export async function continueSession(
	{ caller, ref }: { readonly caller: Caller; readonly ref: string },
	context: Context,
) {
	const { place, config, session } = await sessionFor(caller, 'one', context);
	const source = recordOrFault(sessionNamed(ref, place, context), place, context);
	if (source.uuid === session.uuid) {
		const what = `${named(ref)} is this session itself`;
		throw new Fault('usage', what, { hint: 'req session list' });
	}
	const { budget, ...others } = config.continuity;
	const injectChars = Math.min(budget.injectChars, ROOM);
	const continuity = { ...others, budget: { ...budget, injectChars } };
	const facts = await readStart({ place, continuity, session }, { named: [source] }, context);
	const decision = decideStart({ kind: 'named', records: [source] }, facts);
	const by = caller.isModel ? 'agent' : caller.user;
	await applyStart(decision, { place, session, by }, context);
	const isRunning = liveNow(context).has(source.uuid);
	return { from: source.key, text: decision.text, isRunning };
}
