import { type Baseline, configVersion, isAsBegun } from '../core/baseline/baseline.ts';
import type { Difference } from '../core/baseline/difference.ts';
import type { Place } from '../core/place/place.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { Baselines, Configs, Ground, Places, Ports } from './ports.ts';

/**
 * The world as a session is to see it: on the place it began in, and under a policy that asks for no less
 * than the one it began with (ADR 15). Where nothing differs that costs one more small file. The world as
 * it is for a session that kept no baseline.
 */
export async function onGround(session: unknown, now: Ports): Promise<Ports> {
	const id = parseSessionId(session, now.sha256)?.uuid;
	const baseline = id === undefined ? undefined : now.baselines.read(id);
	return baseline === undefined ? now : holdingTo(baseline, now);
}

/** The same for a baseline that is read. */
export async function holdingTo(baseline: Baseline, now: Ports): Promise<Ports> {
	const ground: Ground = { baseline, met: new Map(), now };
	const { load, compile } = now.config;
	const config: Configs = {
		...now.config,
		load: (place) => policyOn(place, ground, load),
		compile: (place) => policyOn(place, ground, compile),
	};
	const held = { ...now, ground, config };
	const root = now.places.ifReadable(baseline.root);
	if (root !== undefined && isAsBegun(root, baseline))
		return { ...held, places: placesBelow(root, now.places) };
	const { placesHeld } = await import('./held-ground.ts');
	return { ...held, places: await placesHeld(ground) };
}

/** A folder below the root whose `.git` leads to the repository of the session is no working tree of its own. */
function placesBelow(root: Place, places: Places): Places {
	const within = <Found extends Place | undefined>(found: Found): Found | Place =>
		root.gitDir !== undefined &&
		found?.gitDir === root.gitDir &&
		found.root.startsWith(`${root.root}/`)
			? root
			: found;
	return {
		...places,
		at: (directory) => within(places.at(directory)),
		ifReadable: (directory) => within(places.ifReadable(directory)),
	};
}

/** Only where a config file has changed is it asked what it says. */
async function policyOn(
	place: Place,
	ground: Ground,
	load: Configs['load'],
): ReturnType<Configs['load']> {
	const { root, state_dir, sources } = ground.baseline;
	if (place.stateDir !== state_dir && place.root !== root) return load(place);
	const version = configVersion(ground.now.config.sources(place));
	if (version === configVersion(sources)) return load(place);
	const { policyHeld } = await import('./held-ground.ts');
	return policyHeld(place, version, { ground, load });
}

/** For those who only look. */
export function withoutWrites(baselines: Baselines): Baselines {
	return {
		...baselines,
		stored: async () => ({ ...(await baselines.stored()), write: () => undefined }),
	};
}

/** How the world differs now from what a session began with, where that holds anything back. Changes nothing. */
export async function differencesOf(baseline: Baseline, ports: Ports): Promise<Difference[]> {
	const now = ports.ground?.now ?? ports;
	const baselines = withoutWrites(now.baselines);
	const { places, config, ground } = await holdingTo(baseline, { ...now, baselines });
	await config.load(places.at(baseline.root));
	const { holding } = await import('../core/baseline/difference.ts');
	return holding(ground?.met.values() ?? []);
}
