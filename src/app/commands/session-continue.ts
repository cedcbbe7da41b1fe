import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { compileNamed } from '../../memory/compile.ts';
import type { Injection } from '../../memory/compile-injection.ts';
import { linkTo } from '../../memory/links.ts';
import type { SessionRecord } from '../../memory/record.ts';
import { recordRestoration } from '../../memory/session-events.ts';
import { viewpointNow } from '../../memory/take.ts';
import { machineOf } from '../../state/registry.ts';
import { liveIds } from '../../state/registry-kind.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { type Memory, memoryIfAny, onlyItsOwn, recordOrFault } from './memory-of.ts';
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
	const memory = await workingSession(caller, ref, ports);
	const { place, config, session } = memory;
	const { continuity } = config;
	const looking = await viewpointNow({ place, continuity, session }, ports);
	const source = await sourceNamed(ref, memory, ports);
	const { budget } = continuity;
	const injectChars = Math.min(budget.injectChars, room ?? budget.injectChars);
	const roomy = { ...continuity, budget: { ...budget, injectChars } };
	const viewpoint = { ...looking, continuity: roomy };
	const { injection, restoration } = await compileNamed(source, viewpoint, ports);
	const by = caller.isModel ? 'agent' : caller.user;
	const data = { command: 'session continue' as const, ref: source.uuid, by };
	const kept = {
		more: [linkTo(source, session)],
		also: [{ name: 'session_override' as const, session: session.uuid, data }],
	};
	await recordRestoration({ place, session, restoration, mode: 'explicit', ...kept }, ports);
	const isRunning = liveIds(looking.registry, machineOf(ports.context)).has(source.uuid);
	return { session, from: source.key, injection, isRunning };
}

/** @throws Fault `unknown_session` where no session is at work, `refused` */
async function workingSession(caller: Caller, ref: string, ports: Ports): Promise<Memory> {
	const { place, config, session } = await memoryIfAny(caller, ports);
	onlyItsOwn(caller, session, ports);
	if (session !== undefined) return { place, config, session };
	const choice = await chooseSession(place, caller, ports);
	if (choice.kind === 'several') await sessionFor(place, { caller, atBranch: false }, ports);
	const what = `no session is at work here that could go on with ${named(ref)}`;
	throw new Fault('unknown_session', what, {
		hint: `start claude here, then type /req:continue ${named(ref)}`,
	});
}

/** @throws Fault `unknown_session`, `state_unreadable`, `usage` */
async function sourceNamed(
	ref: string,
	{ place, session }: Memory,
	ports: Ports,
): Promise<SessionRecord> {
	const source = await sessionNamed(ref, place, ports);
	if (source.uuid !== session.uuid) return recordOrFault(source, place, ports);
	throw new Fault('usage', `${named(ref)} is this session itself`, { hint: 'req session list' });
}
