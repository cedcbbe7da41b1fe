import type { Configs } from '../app/ports.ts';
import type { Origin } from '../core/config/compile.ts';
import { freshResult, serialiseCompiled } from '../core/config/compiled.ts';
import type { ProjectConfig } from '../core/config/config.ts';
import type { Place } from '../core/place/place.ts';
import { compiledCacheFile, readOwnJson, writeCompiledCache } from './compiled-cache.ts';
import { ABSENT, type ConfigSource, configSources } from './config-sources.ts';

type Compiled = Extract<ProjectConfig, { kind: 'some' }>;

/** Requirement configs of the global, the project's and the local file, through the compiled cache (D34, D40). */
export function liveConfigs({ configDir }: { readonly configDir: string }): Configs {
	const known = new Map<string, Compiled>();
	const read = async (place: Place, keep: boolean): Promise<ProjectConfig> => {
		const sources = configSources(configDir, place);
		if (!sources.some(isThere)) return { kind: 'none' };
		const cache = compiledCacheFile(configDir, place.root);
		// A hook asks several times: the files are looked at each time, the cache is read once.
		const version = JSON.stringify(sources);
		const cached = known.get(version) ?? freshResult(readOwnJson(cache), sources);
		if (cached === undefined) return parse(sources, keep ? cache : undefined);
		known.set(version, cached);
		return cached;
	};
	return {
		load: (place) => read(place, false),
		compile: (place) => read(place, true),
		sources: (place) => configSources(configDir, place).map(({ path, key }) => ({ path, key })),
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

/** Compiles anew, and keeps it for the next process where a `cache` file is named. */
async function parse(
	sources: readonly ConfigSource[],
	cache: string | undefined,
): Promise<Compiled> {
	const { compileSources } = await import('./compile-sources.ts');
	const { config, problems } = await compileSources(sources.filter(isThere));
	const result: Compiled = { kind: 'some', config, problems };
	if (cache === undefined) return result;
	const keys = sources.map(({ path, key }) => ({ path, key }));
	writeCompiledCache(cache, serialiseCompiled(keys, result));
	return result;
}
