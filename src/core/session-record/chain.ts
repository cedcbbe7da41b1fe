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
