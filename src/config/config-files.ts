import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Configs } from '../app/ports.ts';
import { askGit, type GitEnv, withoutGit } from '../git/ask-git.ts';
import type { Place } from '../git/place.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/read-regular.ts';
import type { Compilation, Origin } from './compile.ts';
import type { ConfigFile } from './compile-sources.ts';
import {
	cacheName,
	changedSources,
	freshResult,
	type ProjectConfig,
	type SourceKey,
	serialiseCompiled,
} from './config.ts';

interface ConfigOptions {
	readonly configDir: string;
	/** For git, which reads a file that is not in the working tree. */
	readonly env?: GitEnv;
}

/** Requirement configs of the global, the project's and the local file, through the compiled cache (D34, D40). */
export function liveConfigs({ configDir, env = {} }: ConfigOptions): Configs {
	const known = new Map<string, ProjectConfig>();
	const asking: Asking = { env, hidden: new Map() };
	// Always in the user's own directory (D40).
	const cacheOf = ({ root }: Place) => join(configDir, 'requirements', 'cache', cacheName(root));
	const read = async (place: Place): Promise<ProjectConfig> => {
		const sources = await configSources(configDir, place, asking);
		if (!sources.some(isThere)) return { kind: 'none' };
		// A hook asks several times: the files are looked at each time, the cache is read once.
		const version = JSON.stringify(sources);
		const cached = known.get(version) ?? freshResult(readOwnJson(cacheOf(place)), sources);
		if (cached === undefined) return parse(sources);
		known.set(version, cached);
		return cached;
	};
	const changed = async (place: Place) => {
		const sources = await configSources(configDir, place, asking);
		return changedSources(readOwnJson(cacheOf(place)), sources, headKey(place));
	};
	const compile = async (place: Place): Promise<ProjectConfig> => {
		const sources = await configSources(configDir, place, asking);
		const [json, head] = [readOwnJson(cacheOf(place)), headKey(place)];
		// Where nothing was ever configured, nothing is left.
		if (json === undefined && !sources.some(isThere)) return { kind: 'none' };
		const fresh = freshResult(json, sources);
		const isMoved = changedSources(json, sources, head)?.isMoved;
		if (fresh !== undefined && isMoved === false) return fresh;
		const result = fresh ?? (await parse(sources));
		const keys = sources.map(({ path, key }) => ({ path, key }));
		const text = serialiseCompiled(keys, result, head);
		// Where the config directory cannot be written, YAML is parsed each time.
		unlessError(() => writeCache(cacheOf(place), text));
		return result;
	};
	return {
		changed,
		load: read,
		read,
		compile,
		sources: async (place) => {
			const sources = await configSources(configDir, place, asking);
			return sources.map(({ path, key }) => ({ path, key }));
		},
		underway: async (place) => {
			const isThereNow = hadOwnFile(place, await configSources(configDir, place, asking));
			return isThereNow ? undefined : operationIn(place);
		},
		hadOwnFile,
		isHidden: async (place) => {
			const sources = await configSources(configDir, place, asking);
			return sources.some(({ blob }) => blob !== undefined);
		},
	};
}

/** Which file set each effective key, for `req config show --sources`. Always reads the files. */
export async function explainSources(
	configDir: string,
	place: Place,
	env: GitEnv = {},
): Promise<readonly Origin[]> {
	const sources = await configSources(configDir, place, { env, hidden: new Map() });
	const { origins } = await compileFiles(sources.filter(isThere));
	return origins;
}

function isThere({ key }: ConfigSource): boolean {
	return key !== ABSENT;
}

async function parse(sources: readonly ConfigSource[]): Promise<ProjectConfig> {
	const found = sources.filter(isThere);
	if (found.length === 0) return { kind: 'none' };
	const { config, problems, origins } = await compileFiles(found);
	// A global file that asks nothing configures no project.
	const isOfUser = found.every(({ layer }) => layer === 'global') && problems.length === 0;
	const asksNothing = config.requirements.length === 0;
	const isNone = isOfUser && asksNothing && origins.every(({ key }) => key === 'version');
	return isNone ? { kind: 'none' } : { kind: 'some', config, problems };
}

const ABSENT = 'absent';
const PROJECT = 'requirements.yaml';

/**
 * Loads yaml and the schemas when a config is compiled, which is rare: a session start with them takes 4.0 times as long as
 * an empty Node, without them 3.8 (whole processes, Node 20).
 */
async function compileFiles(files: readonly ConfigFile[]): Promise<Compilation> {
	return (await import('./compile-sources.ts')).compileSources(files);
}

/** A place where a config file may be, and what tells its versions apart. */
interface ConfigSource extends SourceKey, ConfigFile {}

/** The config files of a place, in the order of the cascade (D34). One `stat` each, two where a worktree has none. */
async function configSources(
	configDir: string,
	place: Place,
	asking: Asking,
): Promise<readonly ConfigSource[]> {
	const path = join(configDir, 'requirements.yaml');
	const global: ConfigSource = { layer: 'global', path, key: keyOf(path), within: undefined };
	const project = await projectSource(place, asking);
	const local = ownSource(place, 'local', 'requirements.local.yaml');
	// Where the home directory is the project, its `.claude` is the config directory.
	const same = global.key !== ABSENT && project.key === global.key;
	return same ? [global, local] : [global, project, local];
}

/** What one event asks git with. */
interface Asking {
	readonly env: GitEnv;
	/** Git's answers, by version of the index: an event asks several times. */
	readonly hidden: Map<string, Promise<string>>;
}

/** A file that a sparse checkout leaves out of the working tree is read from git. */
async function projectSource(place: Place, asking: Asking): Promise<ConfigSource> {
	const own = ownFile(place.root, 'project', PROJECT);
	if (own.key !== ABSENT || place.gitDir === undefined) return ownSource(place, 'project', PROJECT);
	const blob = await hiddenBlob({ gitDir: place.gitDir, root: place.root }, asking);
	if (blob === undefined) return ownSource(place, 'project', PROJECT);
	return {
		...own,
		key: `skip-worktree:${blob}`,
		blob: { gitDir: place.gitDir, id: blob, env: asking.env },
	};
}

/**
 * The id of the committed config where git's index marks the file as left out of the working tree. Git is asked only
 * where a sparse checkout has been set up.
 */
async function hiddenBlob(
	{ gitDir, root }: { readonly gitDir: string; readonly root: string },
	{ env, hidden }: Asking,
): Promise<string | undefined> {
	if (!existsSync(join(gitDir, 'info', 'sparse-checkout'))) return undefined;
	const version = `${root} ${keyOf(join(gitDir, 'index'))}`;
	const asked = ['ls-files', '-t', '-s', '--', `.claude/${PROJECT}`];
	const answer = hidden.get(version) ?? askGit(root, asked, withoutGit(env));
	hidden.set(version, answer);
	return /^S \d+ ([0-9a-f]{40,64}) 0\t/.exec(await answer)?.[1];
}

/** Files and folders of git while an operation is in progress, and what the operation is called. */
const OPERATIONS: readonly (readonly [string, string])[] = [
	['BISECT_START', 'the bisect'],
	['rebase-merge', 'the rebase'],
	['rebase-apply', 'the rebase'],
	['MERGE_HEAD', 'the merge'],
	['CHERRY_PICK_HEAD', 'the cherry-pick'],
	['REVERT_HEAD', 'the revert'],
];

function operationIn({ gitDir }: Place): string | undefined {
	if (gitDir === undefined) return undefined;
	return OPERATIONS.find(([name]) => existsSync(join(gitDir, name)))?.[1];
}

/** What tells apart where git stands: a switch writes HEAD, and whatever moves a branch or writes back its files, its log. */
function headKey(place: Place): string {
	if (place.gitDir === undefined) return '';
	const keys = [join(place.gitDir, 'HEAD'), join(place.gitDir, 'logs', 'HEAD')].map(keyOf);
	return [...keys, operationIn(place)].join(' ');
}

/** Whether the project's own config file is among these; by its path, which may be the global file's. */
function hadOwnFile({ root, mainRoot = root }: Place, files: readonly SourceKey[]): boolean {
	const own = [root, mainRoot].map((folder) => join(folder, '.claude', PROJECT));
	return files.some(({ path, key }) => own.includes(path) && key !== ABSENT);
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
