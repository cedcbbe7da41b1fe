import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { SERVER } from '../host/hook-tool.ts';
import { IS_PUBLISHED, isThisPlugin } from '../host/marketplace.ts';
import { shellWord } from '../shell/call.ts';
import { elements, member, members, textIn } from '../store/foreign-json.ts';
import { fileNamesIn, type JsonFile, readJson } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';

/** A settings file of Claude Code. */
export interface SettingsFile extends JsonFile {
	readonly layer: 'user' | 'project' | 'local' | 'managed';
}

/** A value in settings, and the strongest file that has it, which decides. */
export interface Decided {
	readonly value: unknown;
	readonly by: SettingsFile;
}

/** This plugin, as Claude Code would load it. */
export interface Plugin {
	/** `req@<marketplace>` */
	readonly id: string;
	/** The setting that switches it on or off; `undefined` if no file names it. */
	readonly switched: Decided | undefined;
	/** Claude Code runs its hooks if it is `on`. `missing`: there is no plugin in its folder. `unbuilt`: files are missing. */
	readonly status: 'on' | 'off' | 'missing' | 'unbuilt';
	/** Its folder; `undefined` if it is not installed here. */
	readonly root: string | undefined;
	readonly missing: readonly string[];
	readonly manifest: JsonFile;
	/** `hooks` of its `hooks.json`. */
	readonly hooks: unknown;
}

/** How Claude Code is set up for sessions that start in a folder. */
export interface Installation {
	/** That folder, then the root of its repository. */
	readonly folders: readonly string[];
	/** The settings files that Claude Code obeys, the weakest first. */
	readonly settings: readonly SettingsFile[];
	/** Those that it ignores as a whole, and why. */
	readonly ignored: readonly (SettingsFile & { readonly why: string })[];
	readonly plugins: readonly Plugin[];
	/** Hooks of req that settings wire. The path is absolute, unless there is an unknown variable in it. */
	readonly wired: readonly {
		readonly by: SettingsFile;
		readonly event: string;
		readonly script: string;
	}[];
	/** The folders of all plugins that settings name and do not switch off. */
	readonly enabledRoots: readonly string[];
	/** Claude Code's own `.claude.json`. */
	readonly clientState: JsonFile;
	/** Whether the user told Claude Code to trust one of the folders; `undefined`: it has not asked yet. */
	readonly isTrusted: boolean | undefined;
}

/** Where an administrator's settings are (docs/notes/claude-code/installation.md). */
const MANAGED: Readonly<Record<string, string>> = {
	darwin: '/Library/Application Support/ClaudeCode',
	win32: 'C:\\Program Files\\ClaudeCode',
};

/**
 * Reads the settings of Claude Code and its lists of plugins (docs/notes/claude-code/installation.md).
 *
 * @param folders where sessions start, then the root of its repository; of the first the project settings count
 */
export function readInstallation(
	folders: readonly string[],
	context: Pick<Context, 'configDir' | 'env' | 'home' | 'platform'>,
	managed = MANAGED[context.platform] ?? '/etc/claude-code',
): Installation {
	const { configDir, env, home } = context;
	const [folder = ''] = folders;
	const files = settingsFiles(folder, configDir, managed);
	const ignored = files.flatMap((file) => {
		const why = whyIgnored(file);
		return why === undefined ? [] : [{ ...file, why }];
	});
	const settings = files.filter((file) => file.json !== undefined && whyIgnored(file) === undefined);
	const installed = member(pluginListOf('installed_plugins', configDir), 'plugins');
	const lists = [installed, pluginListOf('known_marketplaces', configDir)];
	const named = new Set(settings.flatMap(({ json }) => members(member(json, 'enabledPlugins')).map(([id]) => id)));
	const ids = new Set([...members(installed).map(([id]) => id), ...named].filter(isThisPlugin));
	const homeOf = (id: string) => pluginHome(id, lists, folders);
	const isOff = (id: string) => decided(settings, 'enabledPlugins', id)?.value === false;
	const clientState = readJson(join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'));
	const projects = member(clientState.json, 'projects');
	const answers = folders.map((one) => member(member(projects, one), 'hasTrustDialogAccepted'));
	return {
		folders,
		settings,
		ignored,
		clientState,
		isTrusted: answers.includes(true) || (answers.includes(false) ? false : undefined),
		plugins: [...ids]
			.map((id) => pluginAt(id, homeOf(id), decided(settings, 'enabledPlugins', id)))
			// A plugin that is installed for other folders only, and not switched on here, is ignored here.
			.filter(({ root, switched }) => root !== undefined || (switched?.value ?? false) !== false),
		wired: settings.flatMap((by) =>
			hookScripts(member(by.json, 'hooks'), { CLAUDE_PROJECT_DIR: folder }).map((hook) => {
				return { ...hook, by };
			}),
		),
		enabledRoots: [...named].filter((id) => !isOff(id)).flatMap((id) => homeOf(id) ?? []),
	};
}

/** What the strongest file says that has the key; `undefined` if none has it. */
export function decided(settings: readonly SettingsFile[], ...path: string[]): Decided | undefined {
	const valueIn = ({ json }: SettingsFile) => path.reduce(member, json);
	const by = settings.findLast((file) => valueIn(file) !== undefined);
	return by && { value: valueIn(by), by };
}

function settingsFiles(folder: string, configDir: string, managed: string): SettingsFile[] {
	const dropIns = fileNamesIn(join(managed, 'managed-settings.d'))
		.filter((name) => name.endsWith('.json'))
		.map((name) => [join(managed, 'managed-settings.d', name), 'managed'] as const);
	// The folder may be that of the user's settings.
	const layers = new Map<string, SettingsFile['layer']>([
		[join(configDir, 'settings.json'), 'user'],
		[join(folder, '.claude/settings.json'), 'project'],
		[join(folder, '.claude/settings.local.json'), 'local'],
		[join(managed, 'managed-settings.json'), 'managed'],
		...dropIns,
	]);
	return [...layers].map(([path, layer]) => ({ ...readJson(path), layer }));
}

function whyIgnored({ trouble, json }: JsonFile): string | undefined {
	return trouble ?? (json === undefined || isRecord(json) ? undefined : 'holds no object');
}

/** The folder of this package: the nearest one above this file that holds a plugin. */
export function ownFolder(): string {
	const isOwn = (folder: string) => existsSync(join(folder, '.claude-plugin/plugin.json'));
	let folder = dirname(import.meta.filename);
	while (!isOwn(folder) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}

/** The commands that install the plugin and put `req` on the PATH. Only a clone has the script that does all of it. */
export function installCommands(): readonly string[] {
	const own = cloneOf(ownFolder());
	const folder = shellWord(own);
	if (existsSync(join(own, 'scripts/setup.ts'))) return [`npm --prefix ${folder} run setup`];
	const onPath = `npm install -g ${IS_PUBLISHED ? 'claude-req' : folder}`;
	const install = 'claude plugin install req@claude-req';
	return [`claude plugin marketplace add ${folder}`, install, onPath];
}

/** A list of Claude Code about plugins: foreign JSON. */
function pluginListOf(name: 'installed_plugins' | 'known_marketplaces', configDir: string): unknown {
	return readJson(join(configDir, 'plugins', `${name}.json`)).json;
}

/** Whether this plugin is installed, for whatever folder. */
export function isInstalled(configDir: string): boolean {
	const installed = member(pluginListOf('installed_plugins', configDir), 'plugins');
	return members(installed).some(([id]) => isThisPlugin(id));
}

/**
 * The folder that Claude Code reads a plugin from: of a marketplace that is a folder of this machine that folder itself,
 * else the copy that was installed for this user, or for one of these folders.
 */
function pluginHome(
	id: string,
	[installed, marketplaces]: readonly unknown[],
	folders: readonly string[],
): string | undefined {
	const entry = elements(member(installed, id)).find((one) => {
		return folders.includes(textIn(one, 'projectPath') ?? folders[0] ?? '');
	});
	const copy = textIn(entry, 'installPath');
	const [name, marketplace = ''] = id.split('@');
	const known = member(marketplaces, marketplace);
	const location = textIn(known, 'installLocation');
	const isLocal = ['directory', 'file'].includes(textIn(member(known, 'source'), 'source') ?? '');
	if (copy === undefined || location === undefined || !isLocal) return copy;
	const folder = location.replace(/\/\.claude-plugin\/marketplace\.json$/, '');
	const { json } = readJson(join(folder, '.claude-plugin/marketplace.json'));
	// The folder was moved or deleted.
	if (json === undefined) return folder;
	const plugin = elements(member(json, 'plugins')).find((one) => textIn(one, 'name') === name);
	const source = textIn(plugin, 'source');
	return source === undefined ? copy : resolve(folder, source);
}

/** The clone that a plugin's folder was built in: `<clone>/dist/plugin` is what its marketplace names. */
export function cloneOf(root: string): string {
	return root.replace(/\/dist\/plugin(?:-processes)?$/, '');
}

/** The plugin in a folder. */
export function pluginAt(id: string, root: string | undefined, switched: Decided | undefined): Plugin {
	const manifest = readJson(join(root ?? '/dev/null', '.claude-plugin/plugin.json'));
	const file = resolve(root ?? '/dev/null', textIn(manifest.json, 'hooks') ?? 'hooks/hooks.json');
	const hooks = member(readJson(file).json, 'hooks');
	const plugin = { id, switched, root, manifest, hooks, missing: [] };
	if (switched === undefined || switched.value === false) return { ...plugin, status: 'off' };
	if (root === undefined) return { ...plugin, status: 'missing' };
	if (manifest.json === undefined || hooks === undefined) {
		const isClone = existsSync(join(cloneOf(root), 'scripts'));
		return { ...plugin, status: isClone ? 'unbuilt' : 'missing' };
	}
	const missing = missingFiles(root, manifest, hooks);
	return { ...plugin, missing, status: missing.length > 0 ? 'unbuilt' : 'on' };
}

/** The scripts that hooks name, the session start that the launcher runs, and the two files of the server. */
function missingFiles(root: string, manifest: JsonFile, hooks: unknown): readonly string[] {
	const scripts = hookScripts(hooks, { CLAUDE_PLUGIN_ROOT: root }).map(({ script }) => script);
	const hasServer = member(manifest.json, 'mcpServers') !== undefined;
	const built = ['hooks/session-start', ...(hasServer ? ['server', 'answer-hook-call'] : [])];
	const files = [...scripts, ...built.map((name) => join(root, 'dist', `${name}.cjs`))];
	return [...new Set(files)].filter((path) => !existsSync(path));
}

const OUR_SCRIPT = /(?:^|\/)(?:dist\/hooks\/[a-z-]+\.cjs|hooks\/(?:launch\.cjs|no-server\.sh|session-start\.sh))$/;

/** The scripts of req that a `hooks` object starts, with variables put in. */
function hookScripts(
	hooks: unknown,
	values: Readonly<Record<string, string>>,
): { readonly event: string; readonly script: string }[] {
	return members(hooks).flatMap(([event, groups]) =>
		JSON.stringify(groups)
			.split(/[\s"'\\]+/)
			.filter((word) => OUR_SCRIPT.test(word))
			.map((word) => ({ event, script: substituted(word, values) })),
	);
}

/** A text with `${NAME}` and `$NAME` put in. */
export function substituted(text: string, values: Readonly<Record<string, string | undefined>>): string {
	return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (whole, braced, bare) => values[braced ?? bare] ?? whole);
}

/** The command line of a plugin's server; `undefined` if it has none. */
export function serverCommand({
	manifest: { json },
	root = '',
}: Pick<Plugin, 'manifest' | 'root'>): readonly string[] | undefined {
	const server = member(member(json, 'mcpServers'), SERVER.name);
	const command = textIn(server, 'command');
	if (command === undefined) return undefined;
	const words = [command, ...elements(member(server, 'args')).map(String)];
	return words.map((word) => substituted(word, { CLAUDE_PLUGIN_ROOT: root }));
}
