import { hookCommands, isReqHook, scriptsOf } from '../../core/doctor/hook-commands.ts';
import type { InstallationFacts, WiredHook } from '../../core/doctor/installation.ts';
import { cloneOf, marketplaceOf, type PluginFacts } from '../../core/doctor/plugin.ts';
import { serverCommand } from '../../core/doctor/server.ts';
import {
	type JsonFile,
	namedPlugins,
	pluginSwitch,
	type SettingsFile,
	whyIgnored,
} from '../../core/doctor/settings.ts';
import { isThisPlugin } from '../../core/setup/marketplace.ts';
import { absolutePath } from '../../core/text/paths.ts';
import { elements, member, members, textIn } from '../../store/foreign-json.ts';
import type { Checkup } from '../doctor-ports.ts';
import type { AllPorts } from '../ports.ts';

/** The client's own books about plugins: foreign JSON. */
interface PluginBooks {
	/** `plugins` of `plugins/installed_plugins.json`. */
	readonly installed: unknown;
	/** `plugins/known_marketplaces.json` */
	readonly marketplaces: unknown;
}

/** How the client is set up for sessions that start in one folder. */
export interface Installation extends InstallationFacts {
	/** The folders of every plugin that settings name and do not switch off, ours among them. */
	readonly enabledRoots: readonly string[];
}

/** Kinds of marketplace on this machine; of any other one the client reads the copy it made. */
const LOCAL: ReadonlySet<string> = new Set(['directory', 'file']);
const NOWHERE: JsonFile = { path: '', trouble: undefined, json: undefined, text: '' };

/** Reads the client's settings and its books about plugins (docs/notes/claude-code/installation.md). */
export function installationAt(folders: readonly string[], ports: AllPorts): Installation {
	const { checkup } = ports;
	const [start = ''] = folders;
	const own = checkup.own();
	const files = settingsFiles(start, ports);
	const settings = files.filter(
		(file) => file.json !== undefined && whyIgnored(file) === undefined,
	);
	const books = booksOf(ports);
	const shelf = { folders, settings, books };
	const ids = [...members(books.installed).map(([id]) => id), ...namedPlugins(settings)];
	const plugins = [...new Set(ids)]
		.filter(isThisPlugin)
		.map((id) => pluginFacts(id, shelf, checkup));
	const isIgnored = files.some((file) => whyIgnored(file) !== undefined);
	return {
		...{ folders, files, settings },
		enabledRoots: namedPlugins(settings)
			.filter((id) => pluginSwitch(settings, id)?.value !== false)
			.flatMap((id) => pluginHome(id, shelf, checkup).root ?? []),
		// One that is installed for other folders only, and not switched on here, is no matter of this place.
		plugins: plugins.filter(({ root, switched }) => {
			return root !== undefined || (switched !== undefined && switched.value !== false);
		}),
		wired: settings.flatMap((file) => wiredIn(file, start, checkup)),
		clientState: checkup.json(checkup.surroundings.clientState),
		own: { ...own, ...filesOf(own.root, checkup) },
		isUnknown: isIgnored,
		hasProgram: checkup.hasProgram,
	};
}

/** What the client's own books say about plugins: nothing where they cannot be read. */
export function booksOf({ checkup, host }: AllPorts): PluginBooks {
	const bookOf = (name: string) => checkup.json(`${host.configDir}/plugins/${name}.json`).json;
	return {
		installed: member(bookOf('installed_plugins'), 'plugins'),
		marketplaces: bookOf('known_marketplaces'),
	};
}

/** Where the client takes a marketplace from; `undefined` where it knows none of that name. */
export function marketplaceSource(marketplace: string, { marketplaces }: PluginBooks): unknown {
	return member(member(marketplaces, marketplace), 'source');
}

/** Folders in which a plugin keeps its skills and commands. */
export function skillFolders(root: string, checkup: Checkup): string[] {
	const { json } = checkup.json(manifestIn(root));
	const named = ['skills', 'commands'].flatMap((key) => {
		const value = member(json, key);
		return [...(typeof value === 'string' ? [value] : elements(value).map(String)), `./${key}`];
	});
	return named.map((path) => absolutePath(path.replace(/^\.\//, '').replace(/\/$/, ''), root));
}

function settingsFiles(folder: string, { checkup, host }: AllPorts): SettingsFile[] {
	const { managed } = checkup.surroundings;
	const dropIns = checkup
		.names(`${managed}/managed-settings.d`)
		.filter((name) => name.endsWith('.json'))
		.map((name) => `${managed}/managed-settings.d/${name}`);
	const paths = [
		['user', `${host.configDir}/settings.json`],
		['project', `${folder}/.claude/settings.json`],
		['local', `${folder}/.claude/settings.local.json`],
		['managed', `${managed}/managed-settings.json`],
		...dropIns.map((path) => ['managed', path] as const),
	] as const;
	const distinct = paths.filter(
		([, path], at) => paths.findIndex(([, one]) => one === path) === at,
	);
	return distinct.map(([layer, path]) => ({ layer, ...checkup.json(path) }));
}

function wiredIn(by: SettingsFile, folder: string, checkup: Checkup): WiredHook[] {
	return hookCommands(member(by.json, 'hooks'))
		.filter(isReqHook)
		.map((hook) => {
			const scripts = scriptsOf(hook, { CLAUDE_PROJECT_DIR: folder });
			const known = scripts.filter((path) => path.startsWith('/') && !path.includes('$'));
			return { by, hook, missing: known.filter((path) => !checkup.exists(path)) };
		});
}

/** Where plugins are looked up. */
interface Shelf extends Pick<InstallationFacts, 'folders' | 'settings'> {
	readonly books: PluginBooks;
}

/** One plugin as the client would load it. */
function pluginFacts(id: string, shelf: Shelf, checkup: Checkup): PluginFacts {
	const { root, copy } = pluginHome(id, shelf, checkup);
	const known = {
		id,
		switched: pluginSwitch(shelf.settings, id),
	};
	if (root === undefined) {
		const files = { manifest: NOWHERE, hooks: NOWHERE, commands: [], missing: [] };
		return { ...known, ...files, root, origin: 'copy', isBuilt: false };
	}
	const files = filesOf(root, checkup);
	const isClone = checkup.exists(`${cloneOf(root)}/scripts`);
	const installed = root === copy ? 'copy' : 'npm';
	return {
		...{ ...known, ...files, root },
		// Only a clone has what its build is made with.
		origin: isClone ? 'clone' : installed,
		isBuilt: checkup.exists(`${root}/dist`),
		missing: missingFiles({ ...files, root }, checkup),
	};
}

/**
 * Where the client reads a plugin from: the folder of its marketplace itself where that is on this machine, else the
 * copy that was installed for this user, or for one of these folders.
 */
function pluginHome(
	id: string,
	{ books, folders }: Shelf,
	checkup: Checkup,
): { readonly root: string | undefined; readonly copy: string | undefined } {
	const entry = elements(member(books.installed, id)).find((one) => {
		const project = textIn(one, 'projectPath');
		return project === undefined || folders.includes(project);
	});
	const copy = textIn(entry, 'installPath');
	const marketplace = member(books.marketplaces, marketplaceOf(id));
	const isLocal = LOCAL.has(textIn(member(marketplace, 'source'), 'source') ?? '');
	const location = textIn(marketplace, 'installLocation');
	if (copy === undefined || location === undefined || !isLocal) return { root: copy, copy };
	const folder = location.replace(/\/\.claude-plugin\/marketplace\.json$/, '');
	const { json } = checkup.json(`${folder}/.claude-plugin/marketplace.json`);
	const name = id.slice(0, id.lastIndexOf('@'));
	const plugin = elements(member(json, 'plugins')).find((one) => textIn(one, 'name') === name);
	const source = textIn(plugin, 'source');
	// Taken from elsewhere, or not named.
	if (source === undefined) return { root: copy, copy };
	const inside = source.replace(/^\.\/+/, '').replace(/\/+$/, '');
	return { root: inside === '' ? folder : absolutePath(inside, folder), copy };
}

function manifestIn(root: string): string {
	return `${root}/.claude-plugin/plugin.json`;
}

/** What a plugin is, the file that wires its hooks, and the commands in it. */
function filesOf(
	root: string,
	checkup: Checkup,
): Pick<PluginFacts, 'manifest' | 'hooks' | 'commands'> {
	const manifest = checkup.json(manifestIn(root));
	const named = textIn(manifest.json, 'hooks') ?? './hooks/hooks.json';
	const hooks = checkup.json(absolutePath(named.replace(/^\.\//, ''), root));
	return { manifest, hooks, commands: hookCommands(member(hooks.json, 'hooks')) };
}

/** Scripts that its hooks name, the session start that the launcher runs, and the two files of its server. */
function missingFiles(
	{ root, manifest, commands }: Pick<PluginFacts, 'manifest' | 'commands'> & { root: string },
	checkup: Checkup,
): string[] {
	const scripts = commands.flatMap((hook) => scriptsOf(hook, { CLAUDE_PLUGIN_ROOT: root }));
	const hasServer = serverCommand({ manifest, root }) !== undefined;
	const ofServer = hasServer ? ['server', 'answer-hook-call'] : [];
	const built = ['hooks/session-start', ...ofServer].map((name) => `${root}/dist/${name}.cjs`);
	const files = [...new Set([...scripts, ...built])];
	return files.filter((path) => !checkup.exists(path));
}
