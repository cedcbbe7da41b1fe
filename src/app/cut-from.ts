import { isInside, type Place, relativeTo } from '../core/place/place.ts';
import type { Ground } from './ports.ts';

/**
 * Where an edit in a repository or working tree of its own is judged. One that was made of a folder which was
 * committed where the session began does not count: what lies in it is still judged there (ADR 15).
 */
export async function withoutCut(
	[own, start]: readonly [own: Place, start: Place],
	{ baseline, now }: Ground,
): Promise<readonly Place[]> {
	const { root } = baseline;
	if (own.root === root || !isInside(own.root, root)) return [own, start];
	const stored = await now.baselines.stored();
	return stored.hadFolder(baseline, relativeTo(root, own.root))
		? [stored.place(baseline)]
		: [own, start];
}
