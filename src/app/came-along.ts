import { isNeverSatisfied } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Crossed, Visit } from './crossing.ts';
import { standingsOf } from './judging.ts';
import type { Ports } from './ports.ts';

/** What a session brings along from other branches. Where it lacks nothing, nobody looks. */
export async function cameAlong(
	visit: Omit<Visit, 'session'> & { readonly session: Session | undefined },
	ports: Ports,
): Promise<Crossed> {
	const { place, session, config, state } = visit;
	const { requirements } = config;
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	if (session === undefined || !standings.some(isNeverSatisfied))
		return { state, batches: [], heldOn: (one) => one };
	const { crossOver } = await import('./crossing.ts');
	return crossOver({ ...visit, session }, ports);
}
