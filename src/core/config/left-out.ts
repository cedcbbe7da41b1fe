import type { Cascade } from './cascade.ts';
import type { Problem } from './config.ts';
import type { Layer } from './read-layer.ts';
import { keyText } from './source.ts';

/** Why each requirement that is written in a file does not stand: the first problem it has. */
export function leftOut(
	layers: readonly Layer[],
	{ admitted }: Cascade,
	problems: readonly Problem[],
): readonly Problem[] {
	const standing = new Set<string>(admitted.keys());
	const names = new Set(layers.flatMap(({ named }) => named));
	return [...names]
		.filter((name) => !standing.has(name))
		.flatMap((name) => {
			const path = keyText(['requirements', name]);
			const isIts = ({ key }: Problem) => key === path || key.startsWith(`${path}.`);
			return problems.find(isIts) ?? [];
		});
}
