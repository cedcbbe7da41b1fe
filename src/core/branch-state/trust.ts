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

/** One sentence for a user who is told of it; `undefined` for a state that counts. */
export function foreignText({
	branch,
	untrusted_since: since,
	behind_link: link,
}: Pick<BranchState, 'branch' | 'untrusted_since' | 'behind_link'>): string | undefined {
	if (since === undefined) return undefined;
	if (link !== undefined)
		return `the folder ${oneLine(link)} has been a link since ${oneLine(since)}, and req does not follow links: nothing counts until you remove it`;
	return `the state of branch ${named(branch)} was changed by something other than req at ${oneLine(since)}: nothing in it counts until you run ${typed(TRUST)}`;
}

/** What a state would open, in a few words. */
export function foreignHolds({ satisfied, paused }: ForeignState): string {
	const what =
		satisfied.length === 0 ? 'satisfies nothing' : `satisfies ${satisfied.map(named).join(', ')}`;
	return paused ? `${what}, and pauses the gates` : what;
}
