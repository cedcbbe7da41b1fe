import { applyChanges } from '../../core/branch-state/apply.ts';
import type { BranchChange } from '../../core/branch-state/change.ts';
import { isRootScope } from '../../core/branch-state/requirement-state.ts';
import { ownerOf } from '../../core/branch-state/session-entries.ts';
import type { Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { ClearedName } from '../../core/inject/change-text.ts';
import type { Place } from '../../core/place/place.ts';
import { namedIn } from '../../core/requirement/satisfying.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor } from './session-choice.ts';
import { type Stored, storeChanges } from './store-changes.ts';

export interface ClearRequest {
	readonly caller: Caller;
	readonly names: readonly string[];
	readonly allSessions: boolean;
	/** Clears permanent requirements too. */
	readonly force: boolean;
}

export interface Cleared {
	readonly place: Place;
	readonly session: Session;
	/** False: nothing tells of this session here. */
	readonly isKnown: boolean;
	readonly names: readonly ClearedName[];
	readonly stored: Stored;
}

/**
 * Takes satisfactions back: this session's, for a branch scope the branch's. What armed them stays (D31).
 *
 * @throws Fault `refused`, `unknown_name`, `unknown_session`
 */
export async function clear(request: ClearRequest, ports: Ports): Promise<Cleared> {
	const { caller, names, allSessions, force } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	await onlyTheUser(caller, 'req clear', ports);
	const requirements = requirementsNamed(names, config);
	const permanent = requirements.find(({ scope }) => scope === 'permanent');
	if (permanent !== undefined && !force) {
		throw new Fault('refused', `${permanent.name} is permanent`, {
			hint: `req clear ${permanent.name} --force`,
		});
	}
	const atBranch = allSessions || requirements.every(({ scope }) => isRootScope(scope));
	const chosen = await sessionFor(place, { caller, atBranch }, ports);
	const { session } = chosen;
	const { state } = await readState(place, ports);
	const at = new Date(ports.now()).toISOString();
	const what = { session, at, allSessions };
	const outcome = requirements.map((requirement) => {
		const change = clearChange([requirement], what);
		const cleared = state !== undefined && applyChanges(state, [change], at).doc !== state;
		const of = allSessions || isRootScope(requirement.scope) ? 'branch' : 'session';
		return { name: requirement.name, cleared, of } as const;
	});
	const stored = await storeChanges(place, [clearChange(requirements, what)], ports);
	return { place, ...chosen, names: outcome, stored };
}

function clearChange(
	requirements: readonly Requirement[],
	what: { readonly session: Session; readonly at: string; readonly allSessions: boolean },
): BranchChange {
	const { session, at, allSessions } = what;
	const names = namedIn(requirements);
	return { op: 'clear', at, ...ownerOf(session), names, all_sessions: allSessions };
}
