import type { Configs } from '../app/ports.ts';
import type { Origin } from '../core/config/compile.ts';
import { freshResult, serialiseCompiled } from '../core/config/compiled.ts';
import type { ProjectConfig } from '../core/config/config.ts';
import type { Place } from '../core/place/place.ts';
import { compiledCacheFile, readCompiledCache, writeCompiledCache } from './compiled-cache.ts';
import { ABSENT, type ConfigSource, configSources } from './config-sources.ts';

/** Requirement configs of the global, the project's and the local file, through the compiled cache (D34, D40). */
export function liveConfigs({ configDir }: { readonly configDir: string }): Configs {
	const cacheOf = (place: Place) => compiledCacheFile(configDir, place.root);
	return {
		load: async (place) => {
			const sources = configSources(configDir, place);
			if (!sources.some(isThere)) return { kind: 'none' };
			const cached = freshResult(readCompiledCache(cacheOf(place)), sources);
			return cached ?? (await parse(sources));
		},
		compile: async (place) => {
			const sources = configSources(configDir, place);
			if (!sources.some(isThere)) return { kind: 'none' };
			const cached = freshResult(readCompiledCache(cacheOf(place)), sources);
			if (cached !== undefined) return cached;
			const result = await parse(sources);
			const keys = sources.map(({ path, key }) => ({ path, key }));
			writeCompiledCache(cacheOf(place), serialiseCompiled(keys, result));
			return result;
		},
	};
}

/** Which file set each effective key, for `req config show --sources`. Always reads the files. */
export async function explainSources(configDir: string, place: Place): Promise<readonly Origin[]> {
	const { compileSources } = await import('./compile-sources.ts');
	const { origins } = await compileSources(configSources(configDir, place).filter(isThere));
	return origins;
}

function isThere({ key }: ConfigSource): boolean {
	return key !== ABSENT;
}

async function parse(
	sources: readonly ConfigSource[],
): Promise<Extract<ProjectConfig, { kind: 'some' }>> {
	const { compileSources } = await import('./compile-sources.ts');
	const { config, problems } = await compileSources(sources.filter(isThere));
	return { kind: 'some', config, problems };
}
