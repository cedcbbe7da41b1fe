import { type HookCommand, hookCommands, scriptsOf } from '../../core/doctor/hook-commands.ts';
import type { JsonFile } from '../../core/doctor/json-file.ts';
import { cloneOf, type PluginFacts } from '../../core/doctor/plugin.ts';
import {
	folderMarketplace,
	installedCopy,
	type PluginBooks,
	placeInFolder,
} from '../../core/doctor/plugin-home.ts';
import { pluginSwitch, type SettingsFile } from '../../core/doctor/settings.ts';
import { elements, member, textIn } from '../../core/document/foreign-json.ts';
import { absolutePath } from '../../core/place/paths.ts';
import type { Checkup } from '../doctor-ports.ts';

/** What the client knows of plugins, for sessions that start in one of these folders. */
export interface PluginShelf {
	readonly books: PluginBooks;
	readonly folders: readonly string[];
	readonly settings: readonly SettingsFile[];
}

const NOWHERE: JsonFile = { path: '', trouble: undefined, json: undefined, text: '' };

/** One plugin as the client would load it. */
export function pluginFacts(id: string, shelf: PluginShelf, checkup: Checkup): PluginFacts {
	const root = pluginRoot(id, shelf, checkup);
	const switched = pluginSwitch(shelf.settings, id);
	if (root === undefined) {
		const rest = { manifest: NOWHERE, hooks: NOWHERE, isBuilt: false, missing: [] };
		return { id, switched, root, origin: 'copy', ...rest };
	}
	const hooks = hooksFile(root, checkup);
	return {
		...{ id, switched, root, hooks },
		manifest: manifestOf(root, checkup),
		origin: originOf(root, installedCopy(id, shelf.books, shelf.folders), checkup),
		isBuilt: checkup.exists(`${root}/dist`),
		missing: missingFiles(root, commandsIn(hooks), checkup),
	};
}

/** Only a clone has what its build is made with. */
function originOf(root: string, copy: string | undefined, checkup: Checkup): PluginFacts['origin'] {
	if (checkup.exists(`${cloneOf(root)}/scripts`)) return 'clone';
	return root === copy ? 'copy' : 'npm';
}

/** Where the client reads a plugin from: the folder of its marketplace itself, else its installed copy. */
export function pluginRoot(
	id: string,
	{ books, folders }: PluginShelf,
	checkup: Checkup,
): string | undefined {
	const copy = installedCopy(id, books, folders);
	const folder = folderMarketplace(id, books);
	if (copy === undefined || folder === undefined) return copy;
	const marketplace = checkup.json(`${folder}/.claude-plugin/marketplace.json`);
	return placeInFolder(id, folder, marketplace.json) ?? copy;
}

/** The file that wires a plugin's hooks. */
export function hooksFile(root: string, checkup: Checkup): JsonFile {
	const named = textIn(manifestOf(root, checkup).json, 'hooks') ?? './hooks/hooks.json';
	return checkup.json(absolutePath(named.replace(/^\.\//, ''), root));
}

/** The commands of a file that wires hooks. */
export function commandsIn(hooks: JsonFile): HookCommand[] {
	return hookCommands(member(hooks.json, 'hooks'));
}

/** Folders in which a plugin keeps its skills and commands. */
export function skillFolders(root: string, checkup: Checkup): string[] {
	const { json } = manifestOf(root, checkup);
	const named = ['skills', 'commands'].flatMap((key) => {
		const value = member(json, key);
		return [...(typeof value === 'string' ? [value] : elements(value).map(String)), `./${key}`];
	});
	return named.map((path) => absolutePath(path.replace(/^\.\//, '').replace(/\/$/, ''), root));
}

function manifestOf(root: string, checkup: Checkup): JsonFile {
	return checkup.json(`${root}/.claude-plugin/plugin.json`);
}

/** Scripts its hooks name, and the bundles that the built ones start. */
function missingFiles(root: string, hooks: readonly HookCommand[], checkup: Checkup): string[] {
	const scripts = hooks.flatMap((hook) => scriptsOf(hook, { CLAUDE_PLUGIN_ROOT: root }));
	const bundles = checkup.names(`${root}/dist/code`);
	const lost = [...new Set(scripts)].filter((path) => {
		const name = /\/dist\/hooks\/([\w-]+)\.cjs$/.exec(path)?.[1];
		return name !== undefined && bundles.every((bundle) => !bundle.startsWith(`${name}-`));
	});
	const files = [...new Set([...scripts, `${root}/dist/hooks/session-start.cjs`])];
	return [
		...files.filter((path) => !checkup.exists(path)),
		...lost.map((path) => path.replace('/dist/hooks/', '/dist/code/').replace(/\.cjs$/, '-*.cjs')),
	];
}
