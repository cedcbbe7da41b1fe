import type { Place } from '../../core/place/place.ts';
import { auditTrail, type Deed } from '../../core/requirement/audit-trail.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import type { Caller } from './caller.ts';
import { unknownName } from './named-requirements.ts';
import { projectAt } from './project.ts';

/** What was satisfied on this branch, newest first. */
export interface History {
	readonly place: Place;
	readonly deeds: readonly Deed[];
}

/**
 * The audit trail of a branch, or of one requirement (S4-068). A name counts that is configured, or
 * that the trail itself holds.
 *
 * @throws Fault `unknown_name`
 */
export async function history(
	request: { readonly caller: Caller; readonly name: string | undefined },
	ports: Ports,
): Promise<History> {
	const project = await projectAt(request.caller.cwd, ports);
	const { place } = project;
	const { state } = await readState(place, ports);
	const all = auditTrail(state, await ports.branchState.history(place));
	const { name } = request;
	if (name === undefined) return { place, deeds: all };
	const deeds = all.filter(({ requirement }) => requirement === name);
	const requirements = project.kind === 'configured' ? project.config.requirements : [];
	const known = requirements.map((requirement): string => requirement.name);
	if (deeds.length === 0 && !known.includes(name)) {
		const names = [...new Set([...known, ...all.map(({ requirement }) => requirement)])];
		throw unknownName('requirement', name, names);
	}
	return { place, deeds };
}
