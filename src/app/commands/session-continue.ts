import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import type { Place } from '../../core/place/place.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { compileNamed } from '../continuity/compile.ts';
import { recordRestoration } from '../continuity/events.ts';
import { foldWithSources } from '../continuity/fold-session.ts';
import { linkTo } from '../continuity/records.ts';
import { liveIds, type Viewpoint, viewpointNow } from '../continuity/take.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { memoryIfAny, onlyItsOwn } from './memory-of.ts';
import { recordOrFault } from './record-asked.ts';
import { chooseSession, sessionFor, sessionNamed } from './session-choice.ts';

/** A session that took something over. */
interface Continued {
	readonly session: Session;
	/** Key of its source. */
	readonly from: string;
	readonly injection: Injection;
	/** The source is still running: what it knows is not complete (D25). */
	readonly isRunning: boolean;
}

/**
 * Restores all pins and what else is known of one session into the current one, at any age and score
 * (D22–D25). What came in by itself before makes room. Kept with who asked for it.
 *
 * @param room UTF-16 units for the text; `undefined`: as at a start
 * @throws Fault `not_configured`, `unknown_session`, `usage`
 */
export async function continueSession(
	{
		caller,
		ref,
		room,
	}: { readonly caller: Caller; readonly ref: string; readonly room: number | undefined },
	ports: Ports,
): Promise<Continued> {
	const { place, config, session } = await workingSession(caller, ref, ports);
	const looking = await viewpointNow({ place, continuity: config.continuity, session }, ports);
	const source = await sourceNamed(ref, { looking, session }, ports);
	const viewpoint = { ...looking, continuity: roomy(config, room) };
	const { injection, restoration } = await compileNamed(source, viewpoint, ports);
	const by = caller.isModel ? 'agent' : caller.user;
	const data = { command: 'session continue' as const, ref: source.uuid, by };
	const kept = {
		more: [linkTo(source, { place, session })],
		also: [{ name: 'session_override' as const, session: session.uuid, data }],
	};
	await recordRestoration({ place, session, restoration, mode: 'explicit', ...kept }, ports);
	await foldWithSources({ place, config }, session, ports);
	const isRunning = liveIds(looking.registry, ports).has(source.uuid);
	return { session, from: source.key, injection, isRunning };
}

/** @throws Fault `unknown_session` where no session is at work, `refused` */
async function workingSession(
	caller: Caller,
	ref: string,
	ports: Ports,
): Promise<{ readonly place: Place; readonly config: Config; readonly session: Session }> {
	const { place, config, session } = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, session, ports);
	if (session !== undefined) return { place, config, session };
	const choice = await chooseSession(place, caller, ports);
	if (choice.kind === 'several') await sessionFor(place, { caller, atBranch: false }, ports);
	throw new Fault(
		'unknown_session',
		`no session is at work here that could go on with ${named(ref)}`,
		{
			hint: `start claude here, then type /req:continue ${named(ref)}`,
		},
	);
}

/** @throws Fault `unknown_session`, `state_unreadable`, `usage` */
async function sourceNamed(
	ref: string,
	{ looking, session }: { readonly looking: Viewpoint; readonly session: Session },
	ports: Ports,
): Promise<SessionRecord> {
	const source = await sessionNamed(ref, looking.place, ports);
	if (source.uuid !== session.uuid) return recordOrFault(source, looking.place, ports);
	throw new Fault('usage', `${named(ref)} is this session itself`, { hint: 'req session list' });
}

function roomy({ continuity }: Config, room: number | undefined): Config['continuity'] {
	const { budget } = continuity;
	const injectChars = Math.min(budget.injectChars, room ?? budget.injectChars);
	return { ...continuity, budget: { ...budget, injectChars } };
}
