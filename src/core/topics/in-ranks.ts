/**
 * The items in groups of one rank each, highest first; within a group their order stays. Counts come in few values, so
 * this takes a fraction of the time in which a hook, whose code is not warm, sorts the items.
 */
export function inRanks<Item>(
	items: readonly Item[],
	rankOf: (item: Item) => number,
): readonly (readonly Item[])[] {
	const groups = new Map<number, Item[]>();
	for (const item of items) {
		const rank = rankOf(item);
		const group = groups.get(rank);
		if (group === undefined) groups.set(rank, [item]);
		else group.push(item);
	}
	return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group);
}
