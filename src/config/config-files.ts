import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { askGit } from '../git/quiet-git.ts';
import { isDanglingLink } from '../store/read-file.ts';
import type { SourceKey } from './config.ts';
import type { Source } from './layer.ts';

/** A place for a config file. Whether it exists is in its key. */
export interface ConfigFile extends SourceKey {
	readonly layer: Source['layer'];
	/** The directory that the file must not lead out of: a repository's. */
	readonly within: string | undefined;
	/** The committed text, if a sparse checkout leaves the file out. */
	readonly blob?: { readonly id: string; readonly place: Place };
}

type Asking = Pick<Context, 'configDir' | 'env' | 'hiddenConfigs'>;

const ABSENT = 'absent';
const PROJECT = 'requirements.yaml';

/** Whether a config file exists. */
export function isThere({ key }: SourceKey): boolean {
	return key !== ABSENT;
}

/** The files without what is needed to read them, to be stored. */
export function keysOf(files: readonly SourceKey[]): SourceKey[] {
	return files.map(({ path, key }) => ({ path, key }));
}

/** The config files of a place, in the order of the cascade (D34): one `stat` each, or two in a worktree. */
export async function configFiles(place: Place, context: Asking): Promise<ConfigFile[]> {
	const global = fileAt('global', join(context.configDir, PROJECT), undefined);
	const project = await projectFile(place, context);
	const local = ownFile(place, 'local', 'requirements.local.yaml');
	// If the home directory is the project, its `.claude` is the config directory.
	const isSame = isThere(global) && project.key === global.key;
	return isSame ? [global, local] : [global, project, local];
}

async function projectFile(place: Place, context: Asking): Promise<ConfigFile> {
	const file = ownFile(place, 'project', PROJECT);
	const own = join(place.root, '.claude', PROJECT);
	const id = file.path === own && isThere(file) ? undefined : await hiddenBlob(place, context);
	if (id === undefined) return file;
	const key = `skip-worktree:${id}`;
	return { layer: 'project', path: own, within: place.root, key, blob: { id, place } };
}

/** A linked worktree without a file of its own uses the main worktree's. */
function ownFile({ root, mainRoot }: Place, layer: Source['layer'], name: string): ConfigFile {
	const own = fileAt(layer, join(root, '.claude', name), root);
	if (isThere(own) || mainRoot === undefined) return own;
	const main = fileAt(layer, join(mainRoot, '.claude', name), mainRoot);
	return isThere(main) ? main : own;
}

function fileAt(layer: Source['layer'], path: string, within: string | undefined): ConfigFile {
	return { layer, path, within, key: keyOf(path) };
}

/** Differs between versions of a file. A program can set back a file's modification time, but not its `ctime`. */
function keyOf(path: string): string {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return isDanglingLink(path) ? 'dangling link' : ABSENT;
		const { mtimeMs, size, ino, ctimeMs } = stats;
		return `${mtimeMs}:${size}:${ino}:${ctimeMs}`;
	} catch (error) {
		return `unreadable:${(error as NodeJS.ErrnoException).code}`;
	}
}

/** The id of the committed config if git's index marks the file as left out of the working tree. */
async function hiddenBlob(place: Place, context: Asking): Promise<string | undefined> {
	const { root, gitDir } = place;
	if (gitDir === undefined || !existsSync(join(gitDir, 'info', 'sparse-checkout'))) return undefined;
	const version = `${root} ${keyOf(join(gitDir, 'index'))}`;
	const asked = ['ls-files', '-t', '-s', '--', `.claude/${PROJECT}`];
	const text = context.hiddenConfigs?.get(version) ?? (await askGit(place, asked, context));
	// Git may not have answered in time: then it is asked again.
	if (text !== undefined) context.hiddenConfigs?.set(version, text);
	return /^S \d+ ([0-9a-f]{40,64}) 0\t/.exec(text ?? '')?.[1];
}

/** Files and folders of git while an operation is in progress, and what the operation is called. */
const OPERATIONS: readonly (readonly [name: string, operation: string])[] = [
	['BISECT_START', 'the bisect'],
	['rebase-merge', 'the rebase'],
	['rebase-apply', 'the rebase'],
	['MERGE_HEAD', 'the merge'],
	['CHERRY_PICK_HEAD', 'the cherry-pick'],
	['REVERT_HEAD', 'the revert'],
];

export function operationIn({ gitDir }: Place): string | undefined {
	if (gitDir === undefined) return undefined;
	return OPERATIONS.find(([name]) => existsSync(join(gitDir, name)))?.[1];
}

/**
 * The operation, such as `the bisect`, for whose time git has removed the project's own config file; `undefined` if it has
 * not.
 */
export function operationHiding(
	place: Place,
	before: readonly SourceKey[],
	now: readonly SourceKey[],
): string | undefined {
	const { root, mainRoot = root } = place;
	// Its path may be the global file's.
	const paths = [root, mainRoot].map((folder) => join(folder, '.claude', PROJECT));
	const isOwn = (file: SourceKey) => paths.includes(file.path) && isThere(file);
	return before.some(isOwn) && !now.some(isOwn) ? operationIn(place) : undefined;
}
