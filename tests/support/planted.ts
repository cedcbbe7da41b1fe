import type { InstalledWorld } from './installed-world.ts';

type Plant = (world: InstalledWorld) => unknown;
type EnvOf = (world: InstalledWorld) => Readonly<Record<string, string>>;

/** A fault by itself in a world where all is well, and the one code `req doctor` must find. */
export type Planted = readonly [what: string, code: string, plant: Plant, envOf: EnvOf];

/** `envOf`: variables that the fault needs. */
export function planted(what: string, code: string, plant: Plant, envOf: EnvOf = () => ({})): Planted {
	return [what, code, plant, envOf];
}
