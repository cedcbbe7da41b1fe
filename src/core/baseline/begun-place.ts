import { isInside } from '../place/paths.ts';
import type { Place } from '../place/place.ts';
import type { Baseline } from './baseline.ts';

/** Whether a place is a repository or working tree of its own within the one the session began in. */
export function isOwnWithin(place: Place, { root, state_dir }: Baseline): boolean {
	const isOwn = place.stateDir !== state_dir || place.mainRoot !== undefined;
	return place.git && isOwn && isInside(place.root, root);
}

/** Whether the session's place decides for a directory. Outside git each directory is a place of its own. */
export function rulesOver(directory: string, { root, git_dir }: Baseline): boolean {
	return directory === root || (git_dir !== undefined && isInside(directory, root));
}
