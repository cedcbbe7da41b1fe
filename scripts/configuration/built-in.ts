import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readYaml } from '../../src/config/yaml-file.ts';

const Defaults = z.strictObject({
	skills: z.record(z.string(), z.array(z.string())),
	presets: z.record(z.string(), z.string()),
});

/** What every build knows: `config/defaults.yaml` and the presets it names. */
export interface BuiltIn {
	/** Requirements that skills satisfy unasked, each with these skills. */
	readonly skills: readonly (readonly [requirement: string, skills: readonly string[]])[];
	readonly presets: readonly {
		readonly name: string;
		readonly about: string;
		readonly text: string;
	}[];
}

export function readBuiltIn(): BuiltIn {
	const { value } = readYaml(readFileSync('config/defaults.yaml', 'utf8'));
	const { skills, presets } = Defaults.parse(value);
	const names = [...new Set(Object.values(skills).flat())];
	return {
		skills: names.map((name) => [name, Object.keys(skills).filter((skill) => skills[skill]?.includes(name))]),
		presets: Object.entries(presets).map(([name, about]) => ({
			name,
			about,
			text: readFileSync(`config/presets/${name}.yaml`, 'utf8'),
		})),
	};
}
