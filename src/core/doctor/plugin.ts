import { textIn } from '../document/foreign-json.ts';
import { installReq } from '../setup/marketplace.ts';
import { named, oneLine } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import { type JsonFile, lineOfKey } from './json-file.ts';
import type { Decided } from './settings.ts';

/** One plugin of our name, as the client would load it. */
export interface PluginFacts {
	/** `req@<marketplace>` */
	readonly id: string;
	/** Which settings decide, and how; `undefined` where none names it. */
	readonly switched: Decided | undefined;
	/** Where the client reads it from; `undefined` where it is not installed here. */
	readonly root: string | undefined;
	/** `.claude-plugin/plugin.json` of that folder. */
	readonly manifest: JsonFile;
	/** The file that wires its hooks. */
	readonly hooks: JsonFile;
	/** How its folder came there: as a clone or what was built in one, as npm's global folder, or as a copy the client made. */
	readonly origin: 'clone' | 'npm' | 'copy';
	/** The build is there, whole or not. */
	readonly isBuilt: boolean;
	/** Files its hooks need and that are not there. */
	readonly missing: readonly string[];
}

/** Whether the client runs this plugin's hooks, as far as settings say. */
export function isOn({ switched, root }: PluginFacts): boolean {
	return root !== undefined && switched !== undefined && switched.value !== false;
}

/** Whether an installed plugin is on and whole (host facts 24, 26). `own`: the version of this `req`. */
export function examinePlugin(plugin: PluginFacts, own: string): Examined {
	const { id, switched, root } = plugin;
	if (switched?.value === false || switched === undefined) {
		return { checks: [], findings: [disabled(plugin)] };
	}
	if (root === undefined) {
		const where = { file: switched.by.path, line: lineOfKey(switched.by, id), key: id };
		const what = `${switched.by.layer} settings switch ${named(id)} on; it is not installed here`;
		return {
			checks: [],
			findings: [finding('plugin_not_fetched', what, { ...where, words: { id } })],
		};
	}
	const findings = wholeness({ ...plugin, root }, own);
	const version = textIn(plugin.manifest.json, 'version') ?? 'of unknown version';
	const check = `plugin ${named(id)} ${oneLine(version)}, on by ${switched.by.layer} settings: ${oneLine(root)}`;
	return { checks: [check], findings };
}

function disabled({ id, switched }: PluginFacts): Finding {
	const words = { id };
	if (switched === undefined) {
		const what = `no settings file switches the plugin ${named(id)} on`;
		return finding('plugin_disabled', what, { words: { ...words, file: 'your settings' } });
	}
	const { by } = switched;
	const where = { file: by.path, line: lineOfKey(by, id), key: id, words };
	return finding('plugin_disabled', `${by.layer} settings switch the plugin off`, where);
}

/** The clone that a plugin's folder was built in: `<clone>/dist/plugin` is what its marketplace names. */
export function cloneOf(root: string): string {
	return root.replace(/\/dist\/plugin$/, '');
}

/** Whether its hooks can start. */
export function isWhole({ manifest, hooks, isBuilt, missing }: PluginFacts): boolean {
	return (
		[manifest, hooks].every(({ json }) => json !== undefined) && isBuilt && missing.length === 0
	);
}

/** The gravest lack only: one without its build lacks every file. */
function wholeness(plugin: PluginFacts & { readonly root: string }, own: string): Finding[] {
	const { root, manifest, hooks, isBuilt, origin } = plugin;
	const isUnbuilt = !isBuilt && (manifest.json !== undefined || origin === 'clone');
	if (isUnbuilt) {
		const fix = mending(plugin, '`npm ci && npm run build`');
		return [finding('plugin_build_missing', `${oneLine(root)} has no build`, { file: root, fix })];
	}
	if (manifest.json === undefined) {
		return [
			finding('plugin_missing', manifest.trouble ?? 'there is no plugin here', { file: root }),
		];
	}
	if (hooks.json === undefined) {
		const what = hooks.trouble ?? 'the plugin has no file of hooks';
		return [finding('plugin_hooks_unreadable', what, { file: hooks.path })];
	}
	const version = textIn(manifest.json, 'version') ?? '';
	const differs = version !== own;
	return [
		...incomplete(plugin),
		...(differs
			? [
					finding('plugin_version', `the plugin is ${named(version)}, this req is ${own}`, {
						file: manifest.path,
						line: lineOfKey(manifest, 'version'),
						key: 'version',
					}),
				]
			: []),
	];
}

/** One lost folder loses many files. */
function incomplete(plugin: PluginFacts & { readonly root: string }): Finding[] {
	const [file, ...more] = plugin.missing;
	if (file === undefined) return [];
	const rest = more.length === 0 ? '' : `, nor ${more.length} more`;
	const what = `${oneLine(file)} is not there${rest}; hooks need it`;
	return [finding('plugin_incomplete', what, { file, fix: mending(plugin, '`npm run build`') })];
}

function mending(
	{ id, root, origin }: PluginFacts & { readonly root: string },
	build: string,
): string {
	if (origin === 'clone') return `${build} in ${cloneOf(root)}`;
	if (origin === 'npm') return `install it again: \`${installReq('<a built clone>/dist/plugin')}\``;
	return `install it again: \`claude plugin uninstall ${id}\`, then \`claude plugin install ${id}\``;
}
