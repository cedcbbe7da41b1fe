import type { BranchChange } from '../../core/branch-state/change.ts';
import { isRootScope } from '../../core/branch-state/requirement-state.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import type { Requirement } from '../../core/config/config.ts';
import type { SatisfiedName } from '../../core/inject/change-text.ts';
import { branchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import type { AskedBy } from '../../core/requirement/audit-trail.ts';
import { refusalByHand } from '../../core/requirement/by-hand.ts';
import { satisfyChange } from '../../core/requirement/satisfying.ts';
import type { Session } from '../../core/session/session-id.ts';
import { standingsOf } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { askedBy, type Caller, cutOff, isPerson, onlyTheUser } from './caller.ts';
import { carryOver } from './carry-over.ts';
import { keptRemark } from './kept-text.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor } from './session-choice.ts';
import { type Stored, storeChanges, storeSatisfactions } from './store-changes.ts';

export interface SatisfyRequest {
	readonly caller: Caller;
	readonly names: readonly string[];
	/** Milliseconds; `undefined`: each requirement's own. */
	readonly ttl: number | undefined;
	readonly evidence: string | undefined;
	/** Take over an earlier session's satisfaction (D1): from this one, or from the latest. */
	readonly carry: { readonly from: string | undefined } | undefined;
}

export interface Satisfied {
	readonly place: Place;
	readonly session: Session;
	/** False: nothing tells of this session here. */
	readonly isKnown: boolean;
	readonly names: readonly SatisfiedName[];
	readonly stored: Stored;
}

/**
 * Satisfies requirements by hand (D36, behaviours 42 and 53). All of them or none.
 *
 * @throws Fault `unknown_name`, `refused`, `unknown_session`
 */
export async function satisfy(request: SatisfyRequest, ports: Ports): Promise<Satisfied> {
	const { names, carry } = request;
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
	const chosen = await sessionFor(place, { caller, atBranch: allAtBranch(requirements) }, ports);
	const { session } = chosen;
	const { state } = await readState(place, ports);
	const before = { place, session, state, requirements };
	const { changes, leaving } =
		carry === undefined
			? {
					changes: byHand(
						{ ...request, caller },
						{ requirements, session, at: ports.now(), asked },
					),
					leaving: [],
				}
			: await carryOver({ ...before, config, from: carry.from }, ports);
	const stored = await storeSatisfactions({ ...scene, session }, changes, ports);
	for (const batch of leaving) await storeChanges(batch.place, batch.changes, ports);
	return { place, ...chosen, names: outcome(before, changes, ports.now()), stored };
}

function allAtBranch(requirements: readonly Requirement[]): boolean {
	return requirements.every(({ scope }) => isRootScope(scope));
}

function byHand(
	{ caller, evidence, ttl }: SatisfyRequest,
	what: {
		readonly requirements: readonly Requirement[];
		readonly session: Session;
		readonly at: number;
		readonly asked: AskedBy;
	},
): BranchChange[] {
	const { requirements, session, at, asked } = what;
	const by = caller.isModel ? 'agent' : 'user';
	const said = evidence === undefined ? {} : { evidence: keptRemark(evidence) };
	const metadata = { asked_by: asked, ...said };
	return satisfyChange(requirements, { session, at, by, metadata, ttl });
}

interface Before {
	readonly place: Place;
	readonly session: Session;
	readonly state: BranchState | undefined;
	readonly requirements: readonly Requirement[];
}

function outcome(before: Before, changes: readonly BranchChange[], now: number): SatisfiedName[] {
	const standings = standingsOf(before.state, before, now);
	return standings.map(({ requirement: { name, scope }, satisfied }) => {
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
			already: satisfied,
			expiresAt: change.names.find((named) => named.name === name)?.expires_at,
			from: originText(branch, key),
		};
	});
}

function originText(branch: unknown, key: unknown): string | undefined {
	if (typeof branch === 'string') return branchText(branch);
	return typeof key === 'string' ? `session ${key}` : undefined;
}
