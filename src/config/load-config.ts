import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { askGit } from '../git/quiet-git.ts';
import { parseSessionId } from '../host/session-id.ts';
import { DAY_MS } from '../store/clock.ts';
import { unlessError, unlessUnwritable } from '../store/errors.ts';
import { readOwn, writeOwn } from '../store/own-file.ts';
import { fileNamesIn, type ReadConfig, readConfigFile, statOf } from '../store/read-file.ts';
import { oneLine } from '../text/one-line.ts';
import type { Compilation, Origin } from './compile.ts';
import { type ProjectConfig, problemText, type SourceKey } from './config.ts';
import { type ConfigFile, configFiles, isThere, keysOf, operationHiding, operationIn } from './config-files.ts';
import type { Continuity } from './settings.ts';

/** The compiled config of one project as a session last saw it. */
export interface SeenConfig {
	/** The top level of the working tree. */
	readonly root: string;
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
	/** Why another config applies than the one in the working tree, as it is shown to the user. */
	readonly notice?: string | undefined;
	/** What the user was last shown, if it has changed since. */
	readonly shown?: SeenConfig | undefined;
}

/** The config that applies at a place (D34), as `currentConfig` chooses it. Keeps nothing. */
export async function loadConfig(place: Place, context: Context): Promise<ProjectConfig> {
	const writing = { ...context.writing, isReadOnly: true };
	const { found } = await currentConfig(place, { ...context, writing });
	return found;
}

/** What the config of a place says of memory. Without one, the defaults apply: sessions may outlive a config. */
export async function continuityAt(place: Place, context: Context): Promise<Continuity> {
	const found = await loadConfig(place, context);
	return found.kind === 'some' ? found.config.continuity : (await import('./settings.ts')).DEFAULTS.continuity;
}

/**
 * The config that applies at a place, and what the session has seen of it now. If git has removed its file for the time of an
 * operation, or a file cannot be read, it is the last one that could be read, in the second case with the problems of the
 * present files. What could be read is kept for the hook processes that follow (D40).
 */
export async function currentConfig(
	place: Place,
	context: Context,
): Promise<{ readonly found: ProjectConfig; readonly seen: SeenConfig }> {
	const { root } = place;
	const files = await configFiles(place, context);
	const all = seenConfigs(context);
	const own = all.find((one) => one.root === root);
	const last = own ?? seenByOthers(place, files, context);
	const readable = last !== undefined && unreadable(last.found) === undefined ? last : undefined;
	const operation = operationHiding(place, readable?.files ?? [], files);
	if (readable !== undefined && operation !== undefined) {
		const notice = `requirements.yaml is not in this commit; the last one applies until ${operation} is over`;
		// The files that git has removed for a while stay known, or their return would be news.
		return { found: readable.found, seen: { ...readable, notice } };
	}
	const isCurrent = readable !== undefined && isOf(readable.files, files);
	const found = isCurrent ? readable.found : await compile(files, context);
	const problem = unreadable(found);
	if (problem !== undefined && found.kind === 'some' && readable?.found.kind === 'some') {
		const notice = `${oneLine(problem)}: the file cannot be read, so the last config applies; \`req config check\` lists its errors`;
		// What the last version left out was named by lines that are no longer there.
		const config = { ...readable.found.config, leftOut: [] };
		return { found: { ...found, config }, seen: { ...readable, notice } };
	}
	const now: SeenConfig = { root, files: keysOf(files), found };
	// If nothing was ever configured, nothing is written. A file that the system or git could not read this time has the same
	// key when it can.
	const isConfigured = last !== undefined || files.some(isThere);
	if (problem === undefined && isConfigured && !(isCurrent && own !== undefined)) {
		const kept = { ...now, shown: own?.shown ?? own };
		keepSeenConfigs([...all.filter((one) => one !== own), kept], context);
	}
	return { found, seen: { ...now, notice: sparseNotice(files) } };
}

function sparseNotice(files: readonly ConfigFile[]): string | undefined {
	const isLeftOut = files.some(({ blob }) => blob !== undefined);
	if (!isLeftOut) return undefined;
	return 'the sparse checkout leaves out requirements.yaml; the committed one applies';
}

/** The problem of a file that cannot be read. */
function unreadable(found: ProjectConfig): string | undefined {
	const problem = found.kind === 'some' && found.problems.find(({ key }) => key === '');
	return problem ? problemText(problem) : undefined;
}

/** Which file set each effective key, in the order of the files. Always reads them. */
export async function explainConfig(place: Place, context: Context): Promise<readonly Origin[]> {
	const { origins } = await compileFiles(await configFiles(place, context), context);
	return origins;
}

function isOf(then: readonly SourceKey[], now: readonly SourceKey[]): boolean {
	const isSame = ({ path, key }: SourceKey, index: number) => then[index]?.path === path && then[index].key === key;
	return then.length === now.length && now.every(isSame);
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

async function readFile({ path, within, blob }: ConfigFile, context: Context): Promise<ReadConfig> {
	if (blob === undefined) return readConfigFile(path, within);
	const text = await askGit(blob.place, ['cat-file', 'blob', blob.id], context);
	if (text !== undefined) return { kind: 'text', text };
	return { kind: 'refused', why: 'cannot be read from git', isAbsent: false };
}

/** A file that no session has written to for this long is removed (ms). */
const KEPT_MS = 7 * DAY_MS;

/** The folder of the configs that a user's sessions last saw: outside every repository (D40). */
function seenConfigsDir(configDir: string): string {
	return join(configDir, 'requirements', 'configs');
}

/** @param session its full id */
export function seenConfigFile(configDir: string, session: string): string {
	return join(seenConfigsDir(configDir), `${session}.json`);
}

/** The configs that the session of this event last saw; none if it kept none, or another build did. */
export function seenConfigs(context: Context): readonly SeenConfig[] {
	const path = ownFile(context);
	return (path === undefined ? undefined : readOwn<SeenConfig[]>(path)) ?? [];
}

/** Sessions whose configs are read for one that has none. */
const MOST_READ = 20;

/**
 * The config of a project as the session saw it that kept one last: for a session that starts, or none. Where nothing is
 * configured, and git hides nothing, no other session's files are read.
 */
function seenByOthers(place: Place, present: readonly ConfigFile[], { configDir }: Context): SeenConfig | undefined {
	const { root } = place;
	if (!present.some(isThere) && operationIn(place) === undefined) return undefined;
	const folder = seenConfigsDir(configDir);
	// What a killed writer left has another ending.
	const names = fileNamesIn(folder).filter((name) => name.endsWith('.json'));
	const files = names.map((name) => ({ path: join(folder, name), at: statOf(join(folder, name))?.mtimeMs ?? 0 }));
	const newest = files.sort((one, other) => other.at - one.at).slice(0, MOST_READ);
	for (const { path } of newest) {
		const seen = readOwn<SeenConfig[]>(path)?.find((one) => one.root === root);
		if (seen !== undefined) return { root, files: seen.files, found: seen.found };
	}
	return undefined;
}

/** Keeps them. If they cannot be written, the next stop compares with what was kept before. */
export function keepSeenConfigs(seen: readonly SeenConfig[], context: Context): void {
	const path = ownFile(context);
	if (path !== undefined) unlessUnwritable(() => writeOwn(path, seen, context));
}

/** Removes what sessions of earlier weeks kept. */
export function removeOldSeenConfigs({ configDir, now }: Context): void {
	const folder = seenConfigsDir(configDir);
	for (const name of fileNamesIn(folder)) {
		const path = join(folder, name);
		const writtenAt = statOf(path)?.mtimeMs ?? Infinity;
		if (now() - writtenAt > KEPT_MS) unlessError(() => rmSync(path));
	}
}

function ownFile({ session, configDir }: Context): string | undefined {
	const id = parseSessionId(session)?.uuid;
	return id === undefined ? undefined : seenConfigFile(configDir, id);
}
