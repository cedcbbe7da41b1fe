import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { fnv1a } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { askGit } from '../git/quiet-git.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { type ReadConfig, readConfigFile } from '../store/read-file.ts';
import { BUILD } from './build.ts';
import type { Compilation, Origin } from './compile.ts';
import type { ProjectConfig, SourceKey } from './config.ts';
import { type ConfigFile, configFiles, headKey, isThere } from './config-files.ts';
import { lastConfig, readOwnJson, seenConfigs } from './seen-configs.ts';

/**
 * The config that applies at a place (D34). If git has removed its file for the time of an operation, or a file cannot be
 * read, it is the one that the session saw last.
 */
export async function loadConfig(place: Place, context: Context): Promise<ProjectConfig> {
	const files = await configFiles(place, context);
	const found = await foundIn(files, () => readCompiled(cacheFile(place, context)), context);
	return orLast(found, { place, files }, context);
}

/** What changed since a config was compiled. */
interface ConfigChange {
	/** The files that differ. */
	readonly paths: readonly string[];
	/** Whether git moved HEAD, or began or ended an operation. */
	readonly isMoved: boolean;
	readonly before: ProjectConfig;
}

/** What changed since the config was compiled; `undefined` if this build has not compiled it. */
export async function configChange(
	place: Place,
	context: Context,
): Promise<ConfigChange | undefined> {
	const kept = readCompiled(cacheFile(place, context));
	if (kept === undefined) return undefined;
	const then = new Map(kept.files.map(({ path, key }) => [path, key]));
	const files = await configFiles(place, context);
	const changed = files.filter(({ path, key }) => then.has(path) && then.get(path) !== key);
	const paths = changed.map(({ path }) => path);
	return { paths, isMoved: kept.head !== headKey(place), before: kept.found };
}

/** As `loadConfig`. The compiled config is brought up to date for the hook processes that follow (D40). */
export async function refreshConfig(place: Place, context: Context): Promise<ProjectConfig> {
	const files = await configFiles(place, context);
	const path = cacheFile(place, context);
	const [kept, head] = [readCompiled(path), headKey(place)];
	const found = await foundIn(files, () => kept, context);
	const isOld = kept?.head !== head || !isOf(kept.files, files);
	// If nothing was ever configured, nothing is written.
	const isWanted = kept !== undefined || files.some(isThere);
	if (isOld && isWanted && !context.writing.isReadOnly) {
		context.writing.begin();
		const keys = files.map(({ path, key }) => ({ path, key }));
		const text = JSON.stringify({ build: BUILD, head, files: keys, found } satisfies Compiled);
		// If the config directory is not writable, each hook process parses the YAML.
		unlessError(() => writeCache(path, text));
	}
	return orLast(found, { place, files }, context);
}

/** Which file set each effective key, in the order of the files. Always reads them. */
export async function explainConfig(place: Place, context: Context): Promise<readonly Origin[]> {
	const { origins } = await compileFiles(await configFiles(place, context), context);
	return origins;
}

function orLast(
	found: ProjectConfig,
	{ place, files }: { readonly place: Place; readonly files: readonly SourceKey[] },
	context: Context,
): ProjectConfig {
	const isBroken = found.kind === 'some' && found.problems.some(({ key }) => key === '');
	if (!isBroken) return lastConfig(place, files, context)?.seen.found ?? found;
	return seenConfigs(context).find(({ root }) => root === place.root)?.found ?? found;
}

/** A compiled config as it is stored. Only its build is checked, not its shape: the file is ours. */
interface Compiled {
	readonly build: string;
	/** The `headKey` when it was written. */
	readonly head: string;
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
}

function readCompiled(path: string): Compiled | undefined {
	const json = readOwnJson(path) as Compiled | undefined | null;
	return json?.build === BUILD ? json : undefined;
}

/** Always in the user's own directory (D40). */
function cacheFile({ root }: Place, { configDir }: Context): string {
	return join(configDir, 'requirements', 'cache', cacheName(root));
}

const MAX_SLUG = 60;

/** The file name of a project's compiled config: readable, and different for different roots. */
export function cacheName(root: string): string {
	const slug = root.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^-/, '');
	return `${slug.slice(-MAX_SLUG)}-${fnv1a(root)}.json`;
}

function isOf(then: readonly SourceKey[], now: readonly SourceKey[]): boolean {
	const isSame = ({ path, key }: SourceKey, index: number) =>
		then[index]?.path === path && then[index].key === key;
	return then.length === now.length && now.every(isSame);
}

/** The configs that this process has read, by the paths of their files. A server reads each version once. */
const known = new Map<string, { files: readonly ConfigFile[]; found: ProjectConfig }>();
const MAX_KNOWN = 50;
/** Older kernels stamp files in ticks: two changes in one tick have the same stamp (ms). */
const TICK_MS = 20;

async function foundIn(
	files: readonly ConfigFile[],
	compiled: () => Compiled | undefined,
	context: Context,
): Promise<ProjectConfig> {
	const paths = files.map(({ path }) => path).join('\n');
	const own = known.get(paths);
	if (own !== undefined && isOf(own.files, files)) return own.found;
	const readAt = Date.now();
	const kept = files.some(isThere) ? compiled() : undefined;
	const found = kept && isOf(kept.files, files) ? kept.found : await parse(files, context);
	if (known.size >= MAX_KNOWN) known.clear();
	// Git may not have answered in time.
	const isSettled = files.every(
		({ changedAt, blob }) => blob === undefined && readAt - changedAt > TICK_MS,
	);
	if (isSettled) known.set(paths, { files, found });
	return found;
}

async function parse(files: readonly ConfigFile[], context: Context): Promise<ProjectConfig> {
	if (!files.some(isThere)) return { kind: 'none' };
	const { config, problems, origins } = await compileFiles(files, context);
	// A global file that asks for nothing configures no project.
	const isOfUser = files.filter(isThere).every(({ layer }) => layer === 'global');
	const asksNothing =
		problems.length === 0 &&
		config.requirements.length === 0 &&
		origins.every(({ key }) => key === 'version');
	return isOfUser && asksNothing ? { kind: 'none' } : { kind: 'some', config, problems };
}

/** Loads yaml and zod only when a config is compiled: they cost a new Node process 30 ms. */
async function compileFiles(files: readonly ConfigFile[], context: Context): Promise<Compilation> {
	const { compileTexts } = await import('./compile.ts');
	const there = files.filter(isThere).map(async (file) => ({
		layer: file.layer,
		path: file.path,
		read: await readFile(file, context),
	}));
	return compileTexts(await Promise.all(there));
}

async function readFile({ path, within, blob }: ConfigFile, context: Context): Promise<ReadConfig> {
	if (blob === undefined) return readConfigFile(path, within);
	const asked = ['cat-file', 'blob', blob.id];
	const text = await askGit(blob.place, asked, context);
	if (text !== undefined) return { kind: 'text', text };
	return { kind: 'refused', why: 'cannot be read from git', isAbsent: false };
}
