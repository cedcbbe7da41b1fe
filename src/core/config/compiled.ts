import { fnv1a } from '../text/fnv1a.ts';
import type { ProjectConfig } from './config.ts';

/** Raise it whenever the same files would compile to something else. A test holds it to the output. */
export const COMPILED_FORMAT = 16;

/** One source of a compiled config as it was when it was read: `absent`, or what tells versions apart. */
export interface SourceKey {
	readonly path: string;
	readonly key: string;
}

/** The cache file's text (D40). */
export function serialiseCompiled(sources: readonly SourceKey[], result: ProjectConfig): string {
	return JSON.stringify({ format: COMPILED_FORMAT, sources, result });
}

/**
 * The config in a parsed cache file, when this build wrote it from exactly these sources. Only that
 * is checked, not the shape: the file is ours, and every hook pays for what happens here.
 */
export function freshResult(
	json: unknown,
	sources: readonly SourceKey[],
): ProjectConfig | undefined {
	if (typeof json !== 'object' || json === null) return undefined;
	const cached = json as {
		readonly format?: unknown;
		readonly sources?: readonly SourceKey[];
		readonly result?: ProjectConfig;
	};
	if (cached.format !== COMPILED_FORMAT || cached.sources?.length !== sources.length)
		return undefined;
	const same = sources.every(({ path, key }, index) => {
		const then = cached.sources?.[index];
		return then?.path === path && then.key === key;
	});
	return same ? cached.result : undefined;
}

const MAX_SLUG = 60;

/**
 * File name of a project's compiled config: readable, and different for different roots. Two roots
 * with one name would only recompile in turns, because the cache names its sources.
 */
export function cacheName(root: string): string {
	const slug = root.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^-/, '');
	return `${slug.slice(-MAX_SLUG)}-${fnv1a(root)}.json`;
}
