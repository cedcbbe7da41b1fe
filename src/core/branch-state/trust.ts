import { branchText } from '../place/place.ts';
import { named, oneLine, typed } from '../text/one-line.ts';
import type { BranchState } from './schema.ts';

/** What a person types to accept states that another program wrote. */
export const TRUST = 'req trust';

/** A state that something other than req wrote, as a person has to judge it. */
export interface ForeignState {
	readonly branch: string;
	readonly path: string;
	/** ISO time: since when its file is as it is. */
	readonly since: string;
	/** What would be satisfied on the branch if it counted, by session where it is a session's. */
	readonly satisfied: readonly string[];
	readonly paused: boolean;
}

/** What of a state says that it is foreign. */
type Foreign = Pick<BranchState, 'branch' | 'untrusted_since' | 'behind_link'>;

/**
 * One sentence for whoever is told of it, with the way out; `undefined` for a state that counts. Readers inside the
 * client get its `typedForm`.
 */
export function foreignText(state: Foreign): string | undefined {
	const fact = foreignFact(state);
	if (fact === undefined) return undefined;
	return state.behind_link === undefined
		? `${fact}; nothing in it counts until the user accepts it with ${typed(TRUST)}`
		: `${fact}; nothing counts until the user removes it`;
}

/** What was seen of it, which stays true once the user has put it right. */
export function foreignFact({
	branch,
	untrusted_since: since,
	behind_link: link,
}: Foreign): string | undefined {
	if (since === undefined) return undefined;
	return link === undefined
		? `the state of ${branchText(branch)} was changed or copied by something other than req at ${oneLine(since)}`
		: `the folder ${oneLine(link)} has been a link since ${oneLine(since)}, and req does not follow links`;
}

/** What a state would open, in a few words. */
export function foreignHolds({ satisfied, paused }: ForeignState): string {
	const what =
		satisfied.length === 0 ? 'satisfies nothing' : `satisfies ${satisfied.map(named).join(', ')}`;
	return paused ? `${what}, and pauses the gates` : what;
}
