import { isOwnWithin, rulesOver } from '../core/baseline/baseline.ts';
import type { Place } from '../core/place/place.ts';
import type { Ground, Places } from './ports.ts';

/**
 * The places of a world in which git says something else of the directory a session began in, or where it
 * stands on no branch: the place it began in rules, whatever the files of git say of it.
 */
export async function placesHeld(ground: Ground): Promise<Places> {
	const { baseline, now } = ground;
	const { places, baselines } = now;
	const began = (await baselines.stored()).place(baseline);
	const ruled = (directory: string) => rulesOver(places.realPath(directory), baseline);
	const at = (directory: string) => {
		const found = places.ifReadable(directory);
		if (found !== undefined && isOwnWithin(found, baseline)) return found;
		if (!ruled(directory)) return found ?? places.at(directory);
		return placeHeld(found, began, ground);
	};
	return {
		...places,
		at,
		ifReadable: (directory) =>
			places.ifReadable(directory) === undefined && !ruled(directory) ? undefined : at(directory),
	};
}

function placeHeld(found: Place | undefined, began: Place, { baseline, met }: Ground): Place {
	const { root, state_dir, git_dir } = baseline;
	const { unreadable } = began;
	// Outside git, a repository made in the very folder keeps the requirements where they were.
	const isThere = found?.root === root && (found.stateDir === state_dir || !began.git);
	if (isThere && unreadable === undefined) return found;
	const now = found?.git === true ? found.root : undefined;
	const byConfig = now !== undefined && found?.gitDir === git_dir;
	const key = `place ${unreadable ?? now ?? ''}`;
	met.set('place', { kind: 'place', key, root, now, unreadable, byConfig });
	return began;
}
