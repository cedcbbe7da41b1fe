import {
	type Baseline,
	isGoverned,
	isOwnWithin,
	isSamePlace,
	rulesOver,
	versionOf,
} from '../core/baseline/baseline.ts';
import type { Place } from '../core/place/place.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { Configs, Ground, Ports } from './ports.ts';

/**
 * The world as a session is to see it: on the place it began in, and under a policy that asks for no less
 * than the one it began with (ADR 15). Where nothing differs that costs one more small file. The world as
 * it is for a session that kept no baseline.
 */
export function onGround(session: unknown, ports: Ports): Ports {
	const id = parseSessionId(session, ports.sha256)?.uuid;
	const baseline = id === undefined ? undefined : ports.baselines.read(id);
	return baseline === undefined ? ports : holdingTo(baseline, ports);
}

/** The same for a baseline that is read. */
export function holdingTo(baseline: Baseline, now: Ports): Ports {
	const ground: Ground = { baseline, met: new Map(), now };
	const at = (directory: string) => placeOn(directory, ground);
	const ifReadable = (directory: string) => {
		const found = now.places.ifReadable(directory);
		return found === undefined && !rulesOver(now.places.realPath(directory), baseline)
			? undefined
			: at(directory);
	};
	return {
		...now,
		ground,
		places: { ...now.places, at, ifReadable },
		config: {
			...now.config,
			load: (place) => policyOn(place, ground, now.config.load),
			compile: (place) => policyOn(place, ground, now.config.compile),
		},
	};
}

function placeOn(directory: string, { baseline, met, now }: Ground): Place {
	const { places } = now;
	const found = places.ifReadable(directory);
	const isDetached = found?.branch.startsWith('@') === true && found.git;
	if (found !== undefined && isSamePlace(found, baseline) && !isDetached) return found;
	if (found !== undefined && isOwnWithin(found, baseline)) return found;
	const real = places.realPath(directory);
	if (!rulesOver(real, baseline)) return found ?? places.at(directory);
	const began = places.began(baseline);
	// Outside git, a repository made in the very folder keeps the requirements where they were.
	const isThere = found?.root === baseline.root && (isSamePlace(found, baseline) || !began.git);
	if (isThere && began.unreadable === undefined) return found;
	const { root, git_dir } = baseline;
	const at = found?.git === true ? found.root : undefined;
	met.set('place', {
		kind: 'place',
		key: `place ${began.unreadable ?? at ?? ''}`,
		root,
		now: at,
		unreadable: began.unreadable,
		byConfig: at !== undefined && found?.gitDir === git_dir,
	});
	return began;
}

/** The files are looked at once more; what they say is compared only where one of them has changed. */
async function policyOn(
	place: Place,
	ground: Ground,
	load: Configs['load'],
): ReturnType<Configs['load']> {
	const { baseline, now } = ground;
	if (!isGoverned(place, baseline)) return load(place);
	const version = versionOf(now.config.sources(place));
	if (version === versionOf(baseline.sources)) return load(place);
	const { policyHeld } = await import('./policy-held.ts');
	return policyHeld(place, version, { ground, load });
}
