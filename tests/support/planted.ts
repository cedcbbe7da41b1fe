import type { InstalledWorld } from './installed-world.ts';

/** What is planted; the environment it needs. */
type Env = Readonly<Record<string, string>> | undefined;
type Plant = (world: InstalledWorld) => Env | Promise<Env>;

/** A fault by itself in a world where all is well, and the one code `req doctor` must find. */
export type Planted = readonly [what: string, code: string, plant: Plant];

/** A plant that needs no environment. */
export function planting(work: (world: InstalledWorld) => unknown): Plant {
	return async (world) => {
		await work(world);
		return undefined;
	};
}
