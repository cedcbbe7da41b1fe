import type { Kept, Leftover } from '../leftover-ports.ts';

/** Removes what was found, as far as it lets itself be removed. */
export async function removeAll(
	leftovers: readonly Leftover[],
): Promise<{ readonly removed: readonly Leftover[]; readonly failed: readonly Kept[] }> {
	const removed: Leftover[] = [];
	const failed: Kept[] = [];
	for (const leftover of leftovers) {
		const why = await leftover.remove();
		if (why === undefined) removed.push(leftover);
		else failed.push({ path: leftover.path, why });
	}
	return { removed, failed };
}
