import { isNeverSatisfied } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Arrival, CarriedHere } from './branch-carrying.ts';
import { standingsOf } from './judging.ts';
import type { Ports } from './ports.ts';

/** What is carried from the session's other branches. They are read only where something is not satisfied here. */
export async function carryIfMissing(
	arrival: Omit<Arrival, 'session'> & { readonly session: Session | undefined },
	ports: Ports,
): Promise<CarriedHere> {
	const { place, session, config, state } = arrival;
	const { requirements } = config;
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	if (session === undefined || !standings.some(isNeverSatisfied))
		return { state, batches: [], heldOn: (one) => one };
	const { carryToBranch } = await import('./branch-carrying.ts');
	return carryToBranch({ ...arrival, session }, ports);
}
