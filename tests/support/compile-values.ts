import { compileConfig } from '../../src/config/compile.ts';
import type { Source } from '../../src/config/layer.ts';

const LAYERS = ['global', 'project', 'local'] as const;

/** Sources of plain values, first one global; a key's line is how deep it stands. */
function sources(...values: readonly unknown[]): Source[] {
	return values.map((value, index) => ({
		layer: LAYERS[index] ?? 'local',
		file: `${LAYERS[index]}.yaml`,
		value,
		lineOf: (path) => path.length,
	}));
}

/** Compiles plain values as if they were files. */
export const compile = (...values: readonly unknown[]) => compileConfig(sources(...values));
export const names = (...values: readonly unknown[]) => compile(...values).config.requirements.map(({ name }) => name);
export const keys = (...values: readonly unknown[]) => compile(...values).problems.map(({ key }) => key);
