import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { oneLine } from '../core/text/one-line.ts';
import { fnv1a } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { askGit } from '../git/quiet-git.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { readOwn, writeOwn } from '../store/own-file.ts';
import { type ReadConfig as ReadFile, readConfigFile } from '../store/read-file.ts';
import type { Compilation, Origin } from './compile.ts';
import { type Config, type ProjectConfig, problemText, type SourceKey } from './config.ts';
import { type ConfigFile, configFiles, isThere, keysOf, operationHiding } from './config-files.ts';
import { type SeenConfig, seenConfig } from './seen-configs.ts';

/** The config that applies at a place (D34), as `currentConfig` chooses it. */
export async function loadConfig(place: Place, context: Context): Promise<ProjectConfig> {
	const { found } = await currentConfig(place, context);
	return found;
}

/**
 * The config that applies at a place. If git has removed its file for the time of an operation, it is the one that was
 * compiled before. If a file cannot be read, it is the one that the session saw last, or that was compiled before, with the
 * problems of the present files.
 */
export async function currentConfig(place: Place, context: Context): Promise<SeenConfig> {
	const { files, found, last } = await readConfig(place, context);
	const now: SeenConfig = { root: place.root, files: keysOf(files), found };
	const operation = operationHiding(place, last?.files ?? [], files);
	if (last !== undefined && operation !== undefined) {
		const notice = `requirements.yaml is not in this commit; the last one applies until ${operation} is over`;
		// The files that git has removed for a while stay known, or their return would be news.
		return { ...now, files: last.files, found: last.found, notice };
	}
	const problem = unreadable(found);
	const before = problem === undefined ? undefined : lastReadable(place, last, context);
	if (problem !== undefined && found.kind === 'some' && before !== undefined) {
		const notice = `${oneLine(problem)}: the file cannot be read, so the last config applies; \`req config check\` lists its errors`;
		// What the last version left out was named by lines that are no longer there.
		return { ...now, found: { ...found, config: { ...before, leftOut: [] } }, notice };
	}
	if (!files.some(({ blob }) => blob !== undefined)) return now;
	const notice = 'the sparse checkout leaves out requirements.yaml; the committed one applies';
	return { ...now, notice };
}

/** The last config whose files could be read. */
function lastReadable(
	place: Place,
	last: Compiled | undefined,
	context: Context,
): Config | undefined {
	const seen = seenConfig(place, context);
	// With a notice the session saw the config that applied in place of the files.
	const isOfFiles = seen?.notice === undefined;
	if (seen?.found.kind === 'some' && !(isOfFiles && unreadable(seen.found) !== undefined)) {
		return seen.found.config;
	}
	return last?.found.kind === 'some' ? last.found.config : undefined;
}

/** The problem of a file that cannot be read. */
function unreadable(found: ProjectConfig): string | undefined {
	const problem = found.kind === 'some' && found.problems.find(({ key }) => key === '');
	return problem ? problemText(problem) : undefined;
}

/** Brings the compiled config up to date for the hook processes that follow (D40). */
export async function refreshConfig(place: Place, context: Context): Promise<void> {
	const { files, found, last } = await readConfig(place, context);
	const isOld = last === undefined || !isOf(last.files, files);
	// If nothing was ever configured, nothing is written.
	const isConfigured = last !== undefined || files.some(isThere);
	const isHidden = operationHiding(place, last?.files ?? [], files) !== undefined;
	// A file that the system or git could not read this time has the same key when it can.
	const isRead = unreadable(found) === undefined;
	if (isOld && isConfigured && !isHidden && isRead) {
		const compiled: Compiled = { files: keysOf(files), found };
		// Without it the config is compiled again.
		unlessUnwritable(() => writeOwn(cacheFile(place, context), compiled, context));
	}
}

/** Which file set each effective key, in the order of the files. Always reads them. */
export async function explainConfig(place: Place, context: Context): Promise<readonly Origin[]> {
	const { origins } = await compileFiles(await configFiles(place, context), context);
	return origins;
}

/** A compiled config as it is stored. */
interface Compiled {
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
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

interface ReadConfig {
	readonly files: readonly ConfigFile[];
	/** What they say. */
	readonly found: ProjectConfig;
	/** What was compiled last, from these files or others. */
	readonly last: Compiled | undefined;
}

async function readConfig(place: Place, context: Context): Promise<ReadConfig> {
	const files = await configFiles(place, context);
	const last = readOwn<Compiled>(cacheFile(place, context));
	const isCurrent = last !== undefined && isOf(last.files, files);
	return { files, last, found: isCurrent ? last.found : await compile(files, context) };
}

async function compile(files: readonly ConfigFile[], context: Context): Promise<ProjectConfig> {
	const there = files.filter(isThere);
	if (there.length === 0) return { kind: 'none' };
	const { config, problems, origins } = await compileFiles(there, context);
	// A global file that asks for nothing configures no project.
	const asksNothing =
		there.every(({ layer }) => layer === 'global') &&
		problems.length === 0 &&
		config.requirements.length === 0 &&
		origins.every(({ key }) => key === 'version');
	return asksNothing ? { kind: 'none' } : { kind: 'some', config, problems };
}

/** Loads yaml and zod only when a config is compiled: they cost a new Node process 30 ms. */
async function compileFiles(files: readonly ConfigFile[], context: Context): Promise<Compilation> {
	const { compileTexts } = await import('./compile.ts');
	const read = async (file: ConfigFile) => ({ ...file, read: await readFile(file, context) });
	return compileTexts(await Promise.all(files.filter(isThere).map(read)));
}

async function readFile({ path, within, blob }: ConfigFile, context: Context): Promise<ReadFile> {
	if (blob === undefined) return readConfigFile(path, within);
	const text = await askGit(blob.place, ['cat-file', 'blob', blob.id], context);
	if (text !== undefined) return { kind: 'text', text };
	return { kind: 'refused', why: 'cannot be read from git', isAbsent: false };
}
