/** A session, and the sessions it came from. */
export interface Lineage<One> {
	/** Newest first: the session itself, its parent, the parent of that. */
	readonly line: readonly One[];
	/** Why it ends there: the last one has no parent, nothing is known of it, it is in the line already, or enough. */
	readonly end: 'no_parent' | 'missing' | 'cycle' | 'deeper';
}

/** What a chain is followed by. */
export interface ChainLink {
	readonly key: string;
	/** Key of the session before it on its branch (D12). */
	readonly previous: string | null;
}

/**
 * Follows parents from a session on (D12); terminates on any graph.
 *
 * @param depth how many sessions at most
 */
export function lineageOf<One extends { readonly key: string; readonly parent: string | null }>(
	start: One,
	sessions: readonly One[],
	depth: number,
): Lineage<One> {
	return followed(start, sessions, { depth, next: ({ parent }) => parent });
}

/**
 * The sessions that led to one, the one itself last: oldest first.
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
	const start = sessions.findLast((session) => session.key === key);
	if (start === undefined || depth < 1) return [];
	return followed(start, sessions, { depth, next: ({ previous }) => previous }).line.toReversed();
}

function followed<One extends { readonly key: string }>(
	start: One,
	sessions: readonly One[],
	{ depth, next }: { readonly depth: number; readonly next: (one: One) => string | null },
): Lineage<One> {
	const byKey = new Map([...sessions, start].map((session) => [session.key, session]));
	const line: One[] = [start];
	for (let key = next(start); key !== null; ) {
		const one = byKey.get(key);
		if (one === undefined) return { line, end: 'missing' };
		if (line.includes(one)) return { line, end: 'cycle' };
		if (line.length >= depth) return { line, end: 'deeper' };
		line.push(one);
		key = next(one);
	}
	return { line, end: 'no_parent' };
}
