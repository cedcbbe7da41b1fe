import { type Baseline, rulesOver } from '../core/baseline/baseline.ts';
import { type Difference, holding } from '../core/baseline/difference.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { isAlive } from '../core/registry/liveness.ts';
import { holdingTo, withoutWrites } from './on-ground.ts';
import type { Ports } from './ports.ts';
import { machineOf, readRegistry } from './registering.ts';

/**
 * What the live sessions of a directory's project began with, the newest first: also where git says by now
 * that the directory belongs elsewhere.
 */
export async function liveBaselines(directory: string, ports: Ports): Promise<Baseline[]> {
	const now = ports.ground?.now ?? ports;
	const place = now.places.ifReadable(directory);
	const real = now.places.realPath(directory);
	const stored = await now.baselines.stored();
	const here = stored
		.all()
		.filter((one) => one.state_dir === place?.stateDir || rulesOver(real, one));
	const [first] = here;
	if (first === undefined) return [];
	const machine = machineOf(now);
	const registry = await readRegistry(stored.place(first), now);
	const alive = entriesOf(registry).filter(([, one]) => isAlive(one, machine));
	return here
		.filter(({ session }) => alive.some(([, { uuid }]) => uuid === session))
		.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** How the world differs now from what a session began with, where that holds anything back. Changes nothing. */
export async function differencesOf(baseline: Baseline, ports: Ports): Promise<Difference[]> {
	const now = ports.ground?.now ?? ports;
	const baselines = withoutWrites(now.baselines);
	const { places, config, ground } = await holdingTo(baseline, { ...now, baselines });
	await config.load(places.at(baseline.root));
	return holding(ground?.met.values() ?? []);
}
