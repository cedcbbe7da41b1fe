import type { BranchChange } from '../../core/branch-state/change.ts';
import { isRootScope } from '../../core/branch-state/requirement-state.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import type { Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { carryChange } from '../../core/requirement/carry.ts';
import { formerHolders, withRolledEntries } from '../../core/requirement/former-holders.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Ports } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import { sessionNamed } from './session-choice.ts';

/** What is carried, to whom, and from which session when the user named one. */
export interface CarryRequest {
	readonly place: Place;
	readonly session: Session;
	readonly state: BranchState | undefined;
	readonly requirements: readonly Requirement[];
	/** A session reference. */
	readonly from: string | undefined;
}

/**
 * Earlier satisfactions of this branch that still hold, for this session: the user accepts them as
 * they were. Never from a live session, never an approval (D1).
 *
 * @throws Fault `refused` where there is none
 */
export async function carryOver(request: CarryRequest, ports: Ports): Promise<BranchChange[]> {
	const { place, session, state, requirements } = request;
	const registry = await readRegistry(place, ports);
	const busy = [session.uuid, ...liveIds(registry, ports)];
	const source = await namedSource(request, registry, ports);
	if (source !== undefined && busy.includes(source.uuid)) {
		throw new Fault('refused', `session ${source.key} is at work: nothing is carried from it`, {
			hint: 'req satisfy NAME',
		});
	}
	if (state === undefined) throw nothingToCarry(requirements[0]);
	const history = await ports.branchState.history(place);
	const known = withRolledEntries(state, history, ports.sha256);
	return requirements
		.filter(({ scope }) => !isRootScope(scope))
		.flatMap((requirement) => {
			const holders =
				source === undefined ? formerHolders(requirement, known, ports.sha256) : [source];
			const changes = holders
				.filter(({ uuid }) => !busy.includes(uuid))
				.map((from) =>
					carryChange([requirement], { state: known, from, to: session, now: ports.now() }),
				)
				.find(({ length }) => length > 0);
			if (changes === undefined) throw nothingToCarry(requirement);
			return changes;
		});
}

async function namedSource(
	{ from, place }: CarryRequest,
	registry: Registry,
	ports: Ports,
): Promise<Session | undefined> {
	return from === undefined ? undefined : sessionNamed(from, { place, registry }, ports);
}

function liveIds(registry: Registry, ports: Ports): string[] {
	const machine = machineOf(ports);
	return entriesOf(registry)
		.filter(([, entry]) => isAlive(entry, machine))
		.map(([, { uuid }]) => uuid);
}

function nothingToCarry(requirement: Requirement | undefined): Fault {
	const name = requirement?.name ?? 'it';
	return new Fault('refused', `no earlier session on this branch holds a valid ${name}`, {
		hint: `req history ${name}`,
	});
}
