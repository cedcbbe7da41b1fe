import type { Applied } from '../document/document.ts';
import { retire } from './history.ts';
import { type Named, withoutRootSatisfaction, withoutSatisfaction } from './requirement-state.ts';
import type { RequirementState, SessionEntry } from './schema.ts';

/**
 * A requirement under the scope the config gives it now. What was satisfied under another scope goes
 * to the history and no longer counts; triggers stay (behaviour 25).
 */
export function rescope(
	requirement: RequirementState,
	named: Named,
	at: string,
): Applied<RequirementState> {
	if (requirement.scope === named.scope) return { doc: requirement, retired: [] };
	const before = { name: named.name, scope: requirement.scope };
	const leave = (session: string | undefined) =>
		({ at, named: before, session, endedBy: 'scope' }) as const;
	const entries = Object.entries(requirement.sessions);
	const sessions: Record<string, SessionEntry> = Object.fromEntries(
		entries.map(([key, entry]) => [key, withoutSatisfaction(entry)]),
	);
	return {
		doc: { ...withoutRootSatisfaction(requirement), scope: named.scope, sessions },
		retired: [
			...retire(requirement, leave(undefined)),
			...entries.flatMap(([key, entry]) => retire(entry, leave(key))),
		],
	};
}
