import { installReq } from '../setup/marketplace.ts';
import { named, oneLine } from '../text/one-line.ts';
import type { CodedCase } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import { caseAt, type Decided, type JsonFile } from './settings.ts';

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
	readonly commands: readonly HookCommand[];
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

/** `req@acme` comes from `acme`. */
export function marketplaceOf(id: string): string {
	return id.slice(id.lastIndexOf('@') + 1);
}

/** The clone that a plugin's folder was built in: `<clone>/dist/plugin` is what its marketplace names. */
export function cloneOf(root: string): string {
	return root.replace(/\/dist\/plugin(?:-processes)?$/, '');
}

/** What keeps a plugin's hooks from running, the gravest only: one without its build lacks every file. */
type PluginLack = CodedCase<'plugin_disabled' | 'plugin_missing' | 'plugin_build_missing'>;

/** `undefined`: the plugin is on and whole. */
export function lackOf(plugin: PluginFacts): PluginLack | undefined {
	const { id, switched, root, manifest, hooks, isBuilt } = plugin;
	const words = { id };
	if (switched === undefined) {
		const what = `no settings file switches the plugin ${named(id)} on`;
		return { code: 'plugin_disabled', what, words: { ...words, file: 'your settings' } };
	}
	const { layer } = switched.by;
	if (switched.value === false) {
		const where = caseAt(switched.by, id, `${layer} settings switch the plugin off`);
		return { code: 'plugin_disabled', ...where, words };
	}
	if (root === undefined) {
		const what = `${layer} settings switch ${named(id)} on; it is not installed here`;
		return { code: 'plugin_missing', ...caseAt(switched.by, id, what), words };
	}
	if (!isBuilt && (manifest.json !== undefined || plugin.origin === 'clone')) {
		const what = `${oneLine(root)} has no build`;
		const fix = mending(plugin, root, '`npm ci && npm run build`');
		return { code: 'plugin_build_missing', what, file: root, fix };
	}
	if (manifest.json === undefined || hooks.json === undefined) {
		const what = manifest.trouble ?? hooks.trouble ?? `there is no plugin in ${oneLine(root)}`;
		return { code: 'plugin_missing', what, file: root, words };
	}
	const [file, ...more] = plugin.missing;
	if (file === undefined) return undefined;
	const rest = more.length === 0 ? '' : `, nor ${more.length} more`;
	const what = `${oneLine(file)} is not there${rest}; hooks need it`;
	return {
		code: 'plugin_build_missing',
		what,
		file,
		fix: mending(plugin, root, '`npm run build`'),
	};
}

function mending({ id, origin }: PluginFacts, root: string, build: string): string {
	if (origin === 'clone') return `${build} in ${cloneOf(root)}`;
	if (origin === 'npm') return `install it again: \`${installReq('<a built clone>/dist/plugin')}\``;
	return `install it again: \`claude plugin uninstall ${id}\`, then \`claude plugin install ${id}\``;
}
