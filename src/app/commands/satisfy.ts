import { formerHolders, withRolledEntries } from '../../core/branch-state/history.ts';
import { type BranchChange, isRootScope } from '../../core/branch-state/schema.ts';
import type { Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { SatisfiedName } from '../../core/inject/change-text.ts';
import { branchText } from '../../core/place/place.ts';
import { entriesOf, isAlive } from '../../core/registry/kind.ts';
import { refusalByHand } from '../../core/requirement/by-hand.ts';
import { carriedEntry, carryChange, leaveChange } from '../../core/requirement/carry.ts';
import { satisfyChange } from '../../core/requirement/satisfying.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { heldElsewhere } from '../carry.ts';
import type { Ports } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import { type Arrival, type Batch, readState, standingsOf } from '../stored-state.ts';
import { askedBy, type Caller, cutOff, isPerson, onlyTheUser } from './caller.ts';
import { keptRemark } from './kept-text.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor, sessionNamed } from './session-choice.ts';
import { type Changed, storeChanges, storeSatisfactions } from './store-changes.ts';
import { ttlOf } from './ttl.ts';

/** What was typed. */
interface SatisfyRequest {
	readonly caller: Caller;
	readonly names: readonly string[];
	/** `undefined`: each requirement's own. */
	readonly ttl: string | undefined;
	readonly evidence: string | undefined;
	/** Take over an earlier session's satisfaction (D1): from this one, or from the latest. */
	readonly carry: { readonly from: string | undefined } | undefined;
}

/**
 * Satisfies requirements by hand (D36). All of them or none.
 *
 * @throws Fault `usage`, `unknown_name`, `refused`, `unknown_session`
 */
export async function satisfy(
	request: SatisfyRequest,
	ports: Ports,
): Promise<Changed & { readonly names: readonly SatisfiedName[] }> {
	const { names, carry } = namesAndCarry(request);
	const { evidence } = request;
	const ttl = request.ttl === undefined ? undefined : ttlOf(request.ttl);
	const scene = await configuredAt(request.caller.cwd, ports);
	const { place, config } = scene;
	const requirements = requirementsNamed(names, config);
	const asked = await askedBy(request.caller, ports);
	const caller = { ...request.caller, isModel: !isPerson(asked) };
	const command = `req satisfy ${carry === undefined ? names.join(' ') : '--carry'}`;
	if (carry !== undefined) await onlyTheUser(request.caller, command, ports);
	for (const requirement of requirements) {
		const refusal = refusalByHand(requirement, caller.isModel);
		if (refusal === undefined) continue;
		const isTheirs = asked === 'unknown' && refusalByHand(requirement, false) === undefined;
		throw isTheirs ? cutOff(command) : refusal;
	}
	const atBranch = requirements.every(({ scope }) => isRootScope(scope));
	const chosen = await sessionFor(place, { caller, atBranch }, ports);
	const { session } = chosen;
	const { state } = await readState(place, ports);
	const before = standingsOf(state, { place, session, requirements }, ports.now());
	const by = caller.isModel ? ('agent' as const) : ('user' as const);
	const said = evidence === undefined ? {} : { evidence: keptRemark(evidence) };
	const metadata = { asked_by: asked, ...said };
	const { changes, leaving } =
		carry === undefined
			? {
					changes: satisfyChange(requirements, { session, at: ports.now(), by, metadata, ttl }),
					leaving: [],
				}
			: await carryOver({ place, session, state, requirements, config, from: carry.from }, ports);
	const stored = await storeSatisfactions({ ...scene, session }, changes, ports);
	for (const batch of leaving) await storeChanges(batch.place, batch.changes, ports);
	return { place, ...chosen, names: outcome(before, changes), stored };
}

/** `before`: where the requirements stood. */
function outcome(
	before: readonly Standing[],
	changes: readonly BranchChange[],
): readonly SatisfiedName[] {
	return before.map(({ requirement: { name, scope }, reason }) => {
		const holds = isRootScope(scope) ? 'branch' : 'session';
		const change = changes.find(
			(one) => one.op === 'satisfy' && one.names.some((named) => named.name === name),
		);
		if (change?.op !== 'satisfy')
			return { name, holds, already: true, expiresAt: undefined, from: undefined };
		const { carried_from: key, carried_from_branch: branch } = change.metadata;
		return {
			name,
			holds,
			// What was only approved was not.
			already: reason === 'satisfied',
			expiresAt: change.names.find((named) => named.name === name)?.expires_at,
			from: originText(branch, key),
		};
	});
}

function originText(branch: unknown, key: unknown): string | undefined {
	if (typeof branch === 'string') return branchText(branch);
	return typeof key === 'string' ? `session ${key}` : undefined;
}

/**
 * `--carry` takes the word after it for a session. In `--carry commit_plan` that is the requirement: no
 * other word is left that could be.
 *
 * @throws Fault `usage`
 */
function namesAndCarry({ names, carry }: SatisfyRequest): Pick<SatisfyRequest, 'names' | 'carry'> {
	if (names.length > 0) return { names, carry };
	if (carry?.from !== undefined) return { names: [carry.from], carry: { from: undefined } };
	throw new Fault('usage', 'name the requirements to satisfy');
}

/** What is carried, to whom, and whence when the user said so. */
interface CarryRequest extends Arrival {
	readonly requirements: readonly Requirement[];
	/** A session reference, or a branch on which this session satisfied it. */
	readonly from: string | undefined;
}

/**
 * Satisfactions that still hold, as they were: this session's own of another branch, else an earlier
 * session's of this branch. Never another live session's, never an approval (D1).
 *
 * @returns changes of this branch, and of those that something has left
 * @throws Fault `refused` where there is none
 */
async function carryOver(
	request: CarryRequest,
	ports: Ports,
): Promise<{ readonly changes: readonly BranchChange[]; readonly leaving: readonly Batch[] }> {
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
	const { place, session, state, requirements, from } = request;
	const registry = await readRegistry(place, ports);
	const machine = machineOf(ports);
	const live = entriesOf(registry).filter(([, entry]) => isAlive(entry, machine));
	const busy = [session.uuid, ...live.map(([, { uuid }]) => uuid)];
	const source = from === undefined ? undefined : await sessionNamed(from, place, ports);
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
			.map((holder) =>
				carryChange([requirement], { state: known, from: holder, to: session, now: ports.now() }),
			)
			.find(({ length }) => length > 0);
		if (changes === undefined) throw nothingToCarry(requirement);
		return changes;
	});
}

function nothingToCarry(requirement: Requirement | undefined): Fault {
	const name = requirement?.name ?? 'it';
	const what = `no valid ${name} to carry: this session has none on another branch, and no earlier session has one on this branch`;
	return new Fault('refused', what, { hint: `req history ${name}` });
}
