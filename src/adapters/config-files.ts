import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Configs } from '../app/ports.ts';
import { type Baseline, isBaselineOf } from '../core/baseline/baseline.ts';
import type { Origin } from '../core/config/compile.ts';
import {
	cacheName,
	changedSources,
	freshResult,
	type ProjectConfig,
	type SourceKey,
	serialiseCompiled,
} from '../core/config/config.ts';
import type { Place } from '../core/place/place.ts';
import type { ConfigFile } from './compile-sources.ts';
import { unlessError } from './read-regular.ts';

/** Requirement configs of the global, the project's and the local file, through the compiled cache (D34, D40). */
export function liveConfigs({ configDir }: { readonly configDir: string }): Configs {
	const known = new Map<string, ProjectConfig>();
	const read = async (place: Place, keep: boolean): Promise<ProjectConfig> => {
		const sources = configSources(configDir, place);
		if (!sources.some(isThere)) return { kind: 'none' };
		// Always in the user's own directory (D40).
		const cache = join(configDir, 'requirements', 'cache', cacheName(place.root));
		// A hook asks several times: the files are looked at each time, the cache is read once.
		const version = JSON.stringify(sources);
		const cached = known.get(version) ?? freshResult(readOwnJson(cache), sources);
		if (cached === undefined) return parse(sources, keep ? cache : undefined);
		known.set(version, cached);
		return cached;
	};
	const changed = (place: Place) => {
		const cache = join(configDir, 'requirements', 'cache', cacheName(place.root));
		return changedSources(readOwnJson(cache), configSources(configDir, place));
	};
	return {
		changed,
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
): Promise<ProjectConfig> {
	const { compileSources } = await import('./compile-sources.ts');
	const found = sources.filter(isThere);
	const { config, problems, origins } = await compileSources(found);
	// A global file that asks nothing configures no project.
	const isOfUser = found.every(({ layer }) => layer === 'global') && problems.length === 0;
	const asksNothing = config.requirements.length === 0;
	const isNone = isOfUser && asksNothing && origins.every(({ key }) => key === 'version');
	const result: ProjectConfig = isNone ? { kind: 'none' } : { kind: 'some', config, problems };
	if (cache === undefined) return result;
	const keys = sources.map(({ path, key }) => ({ path, key }));
	const text = serialiseCompiled(keys, result);
	const { writeCache } = await import('./atomic-write.ts');
	// Where the config directory cannot be written, YAML is parsed each time.
	unlessError(() => writeCache(cache, text));
	return result;
}

const ABSENT = 'absent';

/** A place where a config file may be, and what tells its versions apart. */
interface ConfigSource extends SourceKey, ConfigFile {}

/** The config files of a place, in the order of the cascade (D34). One `stat` each, two where a worktree has none. */
function configSources(configDir: string, place: Place): readonly ConfigSource[] {
	const path = join(configDir, 'requirements.yaml');
	const global: ConfigSource = { layer: 'global', path, key: keyOf(path), within: undefined };
	const project = ownSource(place, 'project', 'requirements.yaml');
	const local = ownSource(place, 'local', 'requirements.local.yaml');
	// Where the home directory is the project, its `.claude` is the config directory.
	const same = global.key !== ABSENT && project.key === global.key;
	return same ? [global, local] : [global, project, local];
}

function ownSource(place: Place, layer: 'project' | 'local', name: string): ConfigSource {
	const own = ownFile(place.root, layer, name);
	if (own.key !== ABSENT || place.mainRoot === undefined) return own;
	const main = ownFile(place.mainRoot, layer, name);
	return main.key === ABSENT ? own : main;
}

function ownFile(root: string, layer: 'project' | 'local', name: string): ConfigSource {
	const path = join(root, '.claude', name);
	return { layer, path, key: keyOf(path), within: root };
}

function keyOf(path: string): string {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return ABSENT;
		// Who changes a file can set its time back, but not the time of that.
		return `${stats.mtimeMs}:${stats.size}:${stats.ino}:${stats.ctimeMs}`;
	} catch (error) {
		return `unreadable:${(error as NodeJS.ErrnoException).code}`;
	}
}

/** A JSON file that is ours alone, as a cache is; `undefined` where there is none to use, whatever the reason. */
export function readOwnJson(path: string): unknown {
	return unlessError(() => JSON.parse(readFileSync(path, 'utf8')));
}

export const POLICY = '.policy.json';

/** Where the baselines of a user's sessions lie: outside every repository, with what is protected from the model. */
export function baselinesDir(configDir: string): string {
	return join(configDir, 'requirements', 'baselines');
}

export function baselineFile(configDir: string, session: string): string {
	return join(baselinesDir(configDir), `${session}.json`);
}

/** Beside it the policy, which few hooks read. */
export function policyFile(configDir: string, session: string): string {
	return join(baselinesDir(configDir), `${session}${POLICY}`);
}

/** What a session began with: one small file, which every hook reads. */
export function readBaseline(configDir: string, session: string): Baseline | undefined {
	const json = readOwnJson(baselineFile(configDir, session));
	return isBaselineOf(json, session) ? json : undefined;
}
