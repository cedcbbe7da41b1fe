import { clearedBefore, forkedFrom } from '../app/continuity/records.ts';
import type { Ports } from '../app/ports.ts';
import { isFork } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { isDead } from '../core/session-record/record-summary.ts';
import { type Carried, carryToBranch, carryToSession } from '../gate/carry.ts';
import { type Arrival, stateAfter } from '../gate/statuses.ts';
import type { BranchChange } from '../state/changes.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { entryOfSession, isAlive } from '../state/registry-kind.ts';

/** What a fork carries over from its parent, and any session from its other branches. */
export async function carryHere(
	arrival: Arrival & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<Carried> {
	const { place, config, lines } = arrival;
	const mayFork = config.requirements.some(({ carry }) => carry.includes('fork')) && isFork(lines);
	const parent = mayFork ? await forkedFrom(arrival, ports) : undefined;
	const forked = await carryFrom(parent, 'fork', arrival, ports);
	const state = stateAfter(arrival.state, { place, changes: forked }, ports.now());
	const carried = carryToBranch({ ...arrival, state }, ports.context);
	return { ...carried, changes: [...forked, ...carried.changes] };
}

/** What a session carries over from the one that was cleared a moment ago. */
export async function carryAfterClear(
	arrival: Omit<Arrival, 'lines'>,
	ports: Ports,
): Promise<BranchChange[]> {
	return carryFrom(await clearedBefore(arrival, ports), 'clear', arrival, ports);
}

/** What `carry:` of the config names. What the session consumed since does not come back. Never from an active session. */
async function carryFrom(
	from: Session | undefined,
	how: 'fork' | 'clear',
	{ place, state, session: to, config }: Omit<Arrival, 'lines'>,
	ports: Ports,
): Promise<BranchChange[]> {
	if (from === undefined || state === undefined) return [];
	const machine = machineOf(ports.context);
	const entry = entryOfSession(readRegistry(ports.context), from.uuid);
	// By its journal first: the registry may have been unreadable, and then it knows no session from before.
	const record = (await ports.records.glance(place, from))?.record;
	const isActive =
		record === undefined
			? entry !== undefined && isAlive(entry, machine)
			: record.ended_at === null && !isDead(record, entry, machine);
	if (isActive) return [];
	const requirements = config.requirements.filter(({ carry }) => carry.includes(how));
	return carryToSession(requirements, { state, from, to, now: ports.now(), once: true });
}
