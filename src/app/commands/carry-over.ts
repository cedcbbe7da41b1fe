import type { BranchChange } from '../../core/branch-state/change.ts';
import { isRootScope } from '../../core/branch-state/requirement-state.ts';
import type { Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { carriedEntry, leaveChange } from '../../core/requirement/branch-carry.ts';
import { carryChange } from '../../core/requirement/carry.ts';
import { formerHolders, withRolledEntries } from '../../core/requirement/former-holders.ts';
import type { Session } from '../../core/session/session-id.ts';
import { type Arrival, heldElsewhere } from '../branch-carrying.ts';
import type { Ports } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import type { Batch } from '../saving.ts';
import { sessionNamed } from './session-choice.ts';

/** What is carried, to whom, and whence when the user said so. */
export interface CarryRequest extends Arrival {
	readonly requirements: readonly Requirement[];
	/** A session reference, or a branch on which this session satisfied it. */
	readonly from: string | undefined;
}

/** Changes of this branch, and of those that something has left. */
export interface CarriedOver {
	readonly changes: readonly BranchChange[];
	readonly leaving: readonly Batch[];
}

/**
 * Satisfactions that still hold, as they were: this session's own of another branch, else an earlier
 * session's of this branch. Never another live session's, never an approval (D1).
 *
 * @throws Fault `refused` where there is none
 */
export async function carryOver(request: CarryRequest, ports: Ports): Promise<CarriedOver> {
	const { place, session, requirements, from } = request;
	const heldOn = await heldElsewhere(request, ports);
	const wanted = requirements.filter(({ scope }) => !isRootScope(scope));
	const own = wanted.flatMap((requirement) => {
		const held = heldOn(requirement.name);
		const named = held.filter((one) => one.place.branch === from);
		const source = (from === undefined ? held : named)[0];
		return source === undefined ? [] : [{ requirement, source }];
	});
	const at = { session, to: place.branch, now: ports.now() };
	const others = wanted.filter((one) => !own.some(({ requirement }) => requirement === one));
	return {
		changes: [
			...own.map(({ requirement, source: { place: there, entry } }) =>
				carriedEntry(requirement, entry, { ...at, from: there.branch, at: entry.satisfied_at }),
			),
			...(others.length === 0 ? [] : await ofOthers({ ...request, requirements: others }, ports)),
		],
		leaving: own
			.filter(({ requirement }) => requirement.scope === 'single_use')
			.map(({ requirement, source }) => ({
				place: source.place,
				changes: [leaveChange(requirement, at)],
			})),
	};
}

/** What sessions that have ended satisfied on this branch. */
async function ofOthers(request: CarryRequest, ports: Ports): Promise<BranchChange[]> {
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
	return requirements.flatMap((requirement) => {
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
	return new Fault(
		'refused',
		`no valid ${name} to carry: this session has none on another branch, and no earlier session has one on this branch`,
		{
			hint: `req history ${name}`,
		},
	);
}
