import { isNeverSatisfied } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { journalOf } from './journaling.ts';
import { type Arrival, type Brought, standingsOf } from './judging.ts';
import type { Ports } from './ports.ts';

/**
 * Looks at what a session did on other branches, where something is not satisfied here (docs/adr/0013). To a branch
 * that began since, its satisfactions go along; of any other branch it is told where they are. What does so is loaded
 * where the session has left anything on another branch.
 */
export async function broughtAlong(
	arrival: Omit<Arrival, 'session'> & { readonly session: Session | undefined },
	ports: Ports,
): Promise<Brought> {
	const { place, session, config, state } = arrival;
	const { requirements } = config;
	const nothing: Brought = { changes: [], leaving: [], state, heldOn: (one) => one };
	const standings = standingsOf(state, { place, session, requirements }, ports.now());
	if (session === undefined || !standings.some(isNeverSatisfied)) return nothing;
	const others = await ports.branchState.elsewhere(place, session);
	const found = { ...arrival, session, others };
	if (others.length === 0 && !(await hasWorkedElsewhere(found, ports))) return nothing;
	const { takenFrom } = await import('./carry.ts');
	return takenFrom(found, ports);
}

/** What was only armed on the branch that this one began from has no state there yet: the journal tells of it. */
async function hasWorkedElsewhere(
	{ place, session, lines }: Arrival,
	ports: Ports,
): Promise<boolean> {
	const left = (await place.birth())?.from;
	if (left === undefined || left === place.branch) return false;
	const known = lines ?? (await journalOf(place, session, ports));
	return known.some((line) => 'branch' in line && line.branch !== place.branch);
}
