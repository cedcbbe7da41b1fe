import type { BranchState } from '../../core/branch-state/schema.ts';
import { oneLine } from '../../core/inject/one-line.ts';
import type { Place } from '../../core/place/place.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { configuredAt } from './project.ts';
import { type Stored, storeChanges } from './store-changes.ts';

export interface Pausing {
	readonly place: Place;
	/** The pause that stands, or that has just ended. */
	readonly paused: BranchState['paused'];
	readonly stored: Stored;
}

/**
 * Switches the gates of this branch off until `unpause`. A branch that is paused stays as it is.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function pause(
	request: { readonly caller: Caller; readonly reason: string | undefined },
	ports: Ports,
): Promise<Pausing> {
	const { caller, reason } = request;
	const { place } = await configuredAt(caller.cwd, ports);
	onlyTheUser(caller, 'req pause');
	const { state } = await readState(place, ports);
	if (state?.paused !== undefined) return { place, paused: state.paused, stored: UNCHANGED };
	const at = new Date(ports.now()).toISOString();
	const paused = {
		at,
		by: oneLine(caller.user),
		...(reason === undefined ? {} : { reason: oneLine(reason) }),
	};
	return { place, paused, stored: await storeChanges(place, [{ op: 'pause', ...paused }], ports) };
}

/**
 * Switches the gates of this branch on again.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function unpause(
	request: { readonly caller: Caller },
	ports: Ports,
): Promise<Pausing> {
	const { place } = await configuredAt(request.caller.cwd, ports);
	onlyTheUser(request.caller, 'req unpause');
	const { state } = await readState(place, ports);
	const paused = state?.paused;
	if (paused === undefined) return { place, paused, stored: UNCHANGED };
	return { place, paused, stored: await storeChanges(place, [{ op: 'unpause' }], ports) };
}

const UNCHANGED: Stored = { kind: 'unchanged' };
