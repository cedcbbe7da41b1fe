/** What a lineage is followed by. */
interface Descendant {
	readonly key: string;
	/** Key of the session it came from (D12). */
	readonly parent: string | null;
}

/** A session, and the sessions it came from. */
export interface LineOf<One> {
	/** Newest first: the session itself, its parent, the parent of that. */
	readonly line: readonly One[];
	/** Why it ends there: the last one has no parent, nothing is known of it, it is in the line already, or enough. */
	readonly end: 'no_parent' | 'missing' | 'cycle' | 'deeper';
}

/**
 * Follows parents from a session on; terminates on any graph.
 *
 * @param depth how many sessions at most
 */
export function lineageOf<One extends Descendant>(
	start: One,
	sessions: readonly One[],
	depth: number,
): LineOf<One> {
	const byKey = new Map([...sessions, start].map((session) => [session.key, session]));
	const line: One[] = [start];
	let last = start;
	while (last.parent !== null) {
		const next = byKey.get(last.parent);
		if (next === undefined) return { line, end: 'missing' };
		if (line.includes(next)) return { line, end: 'cycle' };
		if (line.length >= depth) return { line, end: 'deeper' };
		line.push(next);
		last = next;
	}
	return { line, end: 'no_parent' };
}

/** What a chain is followed by. */
export interface ChainLink {
	readonly key: string;
	/** Key of the session before it on its branch (D12). */
	readonly previous: string | null;
}

/**
 * The sessions that led to one, the one itself last: oldest first (S2-059, S2-060, seed 002 FR-009).
 * A link that leads nowhere, or back into the chain, ends it.
 *
 * @param key where the chain ends
 * @param depth how many sessions at most
 */
export function sessionChain<One extends ChainLink>(
	sessions: readonly One[],
	key: string,
	depth: number,
): readonly One[] {
	const byKey = new Map(sessions.map((session) => [session.key, session]));
	const chain: One[] = [];
	let next = byKey.get(key);
	while (next !== undefined && chain.length < depth && !chain.includes(next)) {
		chain.push(next);
		next = next.previous === null ? undefined : byKey.get(next.previous);
	}
	return chain.reverse();
}
