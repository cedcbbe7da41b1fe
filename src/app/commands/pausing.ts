import type { BranchChange } from '../../core/branch-state/change.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import type { Place } from '../../core/place/place.ts';
import { followGates } from '../guarding.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { keptRemark } from './kept-text.ts';
import { configuredAt } from './project.ts';
import { type Stored, storeChanges } from './store-changes.ts';

export interface Pausing {
	readonly place: Place;
	/** The pause that stands, or that has just ended. */
	readonly paused: BranchState['paused'];
	/** The pause that stood before. */
	readonly was: BranchState['paused'];
	readonly stored: Stored;
}

/**
 * Switches the gates of this branch off until `unpause`. A branch that is paused stays so, with its
 * time; a new reason replaces the old one.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function pause(
	request: { readonly caller: Caller; readonly reason: string | undefined },
	ports: Ports,
): Promise<Pausing> {
	const { caller, reason } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	await onlyTheUser(caller, 'req pause', ports);
	const { state } = await readState(place, ports);
	const said = reason === undefined ? {} : { reason: keptRemark(reason) };
	const before = state?.paused;
	if (before !== undefined && (said.reason === undefined || said.reason === before.reason)) {
		return { place, paused: before, was: before, stored: UNCHANGED };
	}
	const at = before?.at ?? new Date(ports.now()).toISOString();
	const paused = { at, by: before?.by ?? keptRemark(caller.user), ...said };
	// A pause of the same time is the same pause, so the old one has to end first.
	const changes: BranchChange[] = [
		...(before === undefined ? [] : [{ op: 'unpause' as const }]),
		{ op: 'pause', ...paused },
	];
	const stored = await storeChanges(place, changes, ports);
	await followGates(place, { config, isPaused: true }, ports);
	return { place, paused, was: before, stored };
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
	const { place, config } = await configuredAt(request.caller.cwd, ports);
	await onlyTheUser(request.caller, 'req unpause', ports);
	const { state } = await readState(place, ports);
	const paused = state?.paused;
	const was = paused;
	if (paused === undefined) return { place, paused, was, stored: UNCHANGED };
	const stored = await storeChanges(place, [{ op: 'unpause' }], ports);
	await followGates(place, { config, isPaused: false }, ports);
	return { place, paused, was, stored };
}

const UNCHANGED: Stored = { kind: 'unchanged' };
