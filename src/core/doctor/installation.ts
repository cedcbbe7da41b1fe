import { elements, member, members, textIn } from '../document/foreign-json.ts';
import { INSTALL_COMMAND, installReq } from '../setup/marketplace.ts';
import { shellWord } from '../setup/shell-word.ts';
import { statusLineProgram } from '../setup/status-line.ts';
import { named, oneLine } from '../text/one-line.ts';
import { broken, type Case, type Table, warning, when } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import { isOn, lackOf, marketplaceOf, type PluginFacts } from './plugin.ts';
import {
	caseAt,
	decided,
	type JsonFile,
	pluginSwitch,
	type SettingsFile,
	whyIgnored,
} from './settings.ts';

/** A hook of this package that settings wire. */
export interface WiredHook {
	readonly by: SettingsFile;
	readonly hook: HookCommand;
	/** Files it names and that are not there. */
	readonly missing: readonly string[];
}

/** How the client is set up for sessions that start in one folder. */
export interface InstallationFacts {
	/** Where sessions start, and the top of its repository. */
	readonly folders: readonly string[];
	/** Every settings file there may be, the weakest first. */
	readonly files: readonly SettingsFile[];
	/** Those of them that the client reads. */
	readonly settings: readonly SettingsFile[];
	/** The plugins of our name. */
	readonly plugins: readonly PluginFacts[];
	/** Our hooks that settings wire. */
	readonly wired: readonly WiredHook[];
	/** The client's own `.claude.json`. */
	readonly clientState: JsonFile;
	/** The package this `req` runs from: a marketplace by itself. */
	readonly own: Pick<PluginFacts, 'commands'> & { readonly root: string; readonly version: string };
	/** Settings that might say more cannot be read. */
	readonly isUnknown: boolean;
	/** Whether a program of this name, or at this absolute path, can be started. */
	readonly hasProgram: (name: string) => boolean;
}

/** What shows of the client's sessions here. */
interface InsideClient {
	/** A hook of ours was at work in a session that lives here: `--plugin-dir`, or an installation since then. */
	readonly isAtWork: boolean;
	readonly modules: readonly PluginModule[];
}

/** A module that a plugin loads into Claude Code. */
export interface PluginModule {
	/** Its name, or its folder. */
	readonly plugin: string;
	readonly file: string;
	/** The events that its text names. */
	readonly events: readonly string[];
}

/** Both together. */
export interface PluginAreaFacts extends InstallationFacts, InsideClient {}

/** Whether our hooks reach the client, whole and only once. */
export const PLUGIN = {
	title: 'Plugin and settings',
	checks: (facts) => [
		...facts.plugins.filter(isOn).map(({ id, manifest, switched, root }) => {
			const version = textIn(manifest.json, 'version') ?? 'of unknown version';
			return `plugin ${named(id)} ${oneLine(version)}, on by ${switched?.by.layer} settings: ${oneLine(root ?? '')}`;
		}),
		...wiringFiles(facts).map(({ layer, path }) => `hooks wired by ${layer} settings: ${path}`),
		...(!isReached(facts) && facts.isAtWork
			? ['a hook was seen at work in a live session here; how it was loaded leaves no trace']
			: []),
		...(isTrusted(facts) ? ['the folder is trusted'] : []),
	],
	notes: (facts) =>
		isTrusted(facts) || refusal(facts) !== undefined
			? []
			: ['the folder is not trusted yet: claude asks at its first interactive start here'],
	rows: {
		settings_unreadable: broken(
			'If the client cannot read a settings file, it ignores the whole file. In print mode it does so silently.',
			'correct <file>',
			({ files }) =>
				files.flatMap((file) => {
					const why = whyIgnored(file);
					const what = `${file.layer} settings: ${why}`;
					return when(why !== undefined, { what, file: file.path });
				}),
		),
		hooks_disabled: broken(
			'`disableAllHooks` switches off every hook. The strongest settings file that has the key decides.',
			'remove `disableAllHooks` from <file>',
			({ settings }) => {
				const disabled = decided(settings, 'disableAllHooks');
				if (disabled?.value !== true) return [];
				const what = `every hook is switched off by ${disabled.by.layer} settings`;
				return [caseAt(disabled.by, 'disableAllHooks', what)];
			},
		),
		managed_hooks_only: broken(
			'Managed settings allow only managed hooks. Hooks of a plugin that managed settings enable count as managed.',
			'ask whoever manages <file> to enable the plugin there (`enabledPlugins`)',
			({ settings, plugins }) => {
				const managed = settings.filter(({ layer }) => layer === 'managed');
				const only = decided(managed, 'allowManagedHooksOnly');
				if (only?.value !== true) return [];
				const what = 'only managed hooks run on this machine';
				const isManaged = plugins
					.filter(isOn)
					.some(({ id }) => pluginSwitch(managed, id)?.value === true);
				return when(!isManaged, caseAt(only.by, 'allowManagedHooksOnly', what));
			},
		),
		status_line_missing: warning(
			'Settings name `req statusline`, but the program is not where they say, so the line stays empty.',
			`\`${installReq('<own>')}\`, or remove \`statusLine\` from <file>`,
			({ settings, hasProgram, own }) => {
				const line = decided(settings, 'statusLine');
				const program = statusLineProgram(textIn(line?.value, 'command') ?? '');
				if (line === undefined || program === undefined || hasProgram(program)) return [];
				const gone = program === 'req' ? 'no `req` is on the PATH' : `${oneLine(program)} is gone`;
				const what = `${line.by.layer} settings show \`req statusline\`, and ${gone}`;
				const words = { own: shellWord(own.root) };
				return [{ ...caseAt(line.by, 'statusLine', what), words }];
			},
		),
		plugin_disabled: broken(
			'The plugin is installed but switched off. The strongest settings file that names it decides: managed, then local, project and user.',
			'`claude plugin enable <id>`, or remove the line from <file>',
			lacks,
		),
		plugin_not_fetched: broken(
			'Settings switch the plugin on, but the client has not installed it on this machine.',
			'`claude plugin install <id>`',
			lacks,
		),
		plugin_missing: broken(
			'The client looks for the plugin in a folder that does not exist or holds no plugin. If the marketplace is a folder, the client reads the plugin from that folder itself.',
			'`claude plugin marketplace update`, or install the plugin again',
			lacks,
		),
		plugin_build_missing: broken(
			'The plugin has not been built. Every hook fails at its start, and the calls go through.',
			`for a clone, run \`npm ci && npm run build\` in <root>; for npm, install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
			lacks,
		),
		plugin_incomplete: broken(
			'Some hooks need files that are missing. Those hooks fail at their start, and the calls go through.',
			`for a clone, run \`npm run build\` in <root>; for npm, install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
			lacks,
		),
		plugin_hooks_unreadable: broken(
			'The client cannot read which hooks the plugin has, so it runs none.',
			'install the plugin again',
			lacks,
		),
		plugin_version: warning(
			'This `req` and the plugin have different versions, but they share files.',
			'update the older one',
			({ plugins, own }) =>
				plugins.filter(canBeRead).flatMap(({ manifest }) => {
					const version = textIn(manifest.json, 'version') ?? '';
					const what = `the plugin is ${named(version)}, this req is ${own.version}`;
					return when(version !== own.version, caseAt(manifest, 'version', what));
				}),
		),
		marketplace_blocked: broken(
			"Managed settings do not allow the plugin's marketplace (`strictKnownMarketplaces`, `blockedMarketplaces`).",
			'ask whoever manages <file> to allow it',
			({ plugins, settings }) => plugins.filter(isOn).flatMap((one) => blocked(one, settings)),
		),
		marketplace_replaced: warning(
			"The settings of this project give your plugin's marketplace another source. If you trust the folder, a session start here makes that the source of your plugin everywhere, until a session start in another project restores yours.",
			'name the same source in <file> and in your own settings',
			({ plugins, settings }) => plugins.filter(isOn).flatMap((one) => replaced(one, settings)),
		),
		not_installed: broken(
			'Neither a plugin nor any settings give the client the hooks. (`claude --plugin-dir` would, but it leaves no trace until a session runs.)',
			`\`claude plugin marketplace add <own>\`, then \`${INSTALL_COMMAND}\``,
			(facts) =>
				when(!isReached(facts) && !facts.isAtWork && !facts.isUnknown, {
					what: 'no session here runs a hook of req',
					words: { own: shellWord(facts.own.root) },
				}),
		),
		wiring_file_missing: broken(
			'Settings name a hook file that does not exist. The hook fails at its start, and the calls go through.',
			'correct the path in <file>',
			({ wired }) =>
				wired.flatMap(({ by, hook: { event }, missing }) =>
					missing.map((path) => {
						const what = `${named(event)} names ${path}, which is not there`;
						return { ...caseAt(by, event, what), key: `hooks.${event}` };
					}),
				),
		),
		wiring_incomplete: broken(
			"Settings wire only some of req's hooks. The gates need all of them.",
			'wire the missing events in <file> as hooks/hooks.json does, or use the plugin',
			({ wired, plugins, own }) => {
				const [first] = wired;
				if (first === undefined || plugins.some(isOn)) return [];
				const events = own.commands.map(({ event }) => event);
				const unwired = events.filter((event) => wired.every(({ hook }) => hook.event !== event));
				const what = `settings wire no hook of req for ${unwired.join(', ')}`;
				return when(unwired.length > 0, caseAt(first.by, 'hooks', what));
			},
		),
		double_run: broken(
			'The client gets the same hooks from two places and runs both, so every call is judged and every message appears twice.',
			"remove req's hooks from <file>, or remove the second plugin",
			(facts) => {
				const on = facts.plugins.filter(isOn);
				const files = wiringFiles(facts);
				const count = on.length + files.length;
				const what = `each hook runs ${count} times`;
				if (count < 2) return [];
				if (files[0] !== undefined) return [caseAt(files[0], 'hooks', what)];
				const [, second] = on;
				return second?.switched ? [caseAt(second.switched.by, second.id, what)] : [];
			},
		),
		folder_untrusted: warning(
			'Interactive sessions run no hooks until you trust the folder; `claude -p` runs them.',
			'start claude here and answer its question about trust',
			(facts) => {
				const folder = refusal(facts);
				if (folder === undefined || isTrusted(facts)) return [];
				const where = caseAt(facts.clientState, folder, `${oneLine(folder)} is not trusted`);
				return [{ ...where, key: 'hasTrustDialogAccepted' }];
			},
		),
		plugin_module: warning(
			'A plugin loads a module into Claude Code. A module can change or answer a call before a hook sees it, and `req` does not look at what it does.',
			'if you do not know the plugin, remove it: `claude plugin list`, or its folder',
			({ modules }) =>
				modules.map(({ plugin, file, events }) => {
					const named = events.length === 0 ? 'it names no event' : `events: ${events.join(', ')}`;
					return { what: `plugin ${oneLine(plugin)} loads a module; ${named}`, file };
				}),
		),
	},
} as const satisfies Table<PluginAreaFacts>;

/** Whether the user has told the client to trust the folder. A folder trusts as its repository does. */
export function isTrusted(facts: Pick<InstallationFacts, 'folders' | 'clientState'>): boolean {
	return facts.folders.some((folder) => answerFor(folder, facts) === true);
}

/** The folder that the user has told the client not to trust. */
function refusal(facts: InstallationFacts): string | undefined {
	return facts.folders.find((folder) => answerFor(folder, facts) === false);
}

function answerFor(folder: string, { clientState }: Pick<InstallationFacts, 'clientState'>) {
	const projects = member(clientState.json, 'projects');
	return member(member(projects, folder), 'hasTrustDialogAccepted');
}

/** Whether anything says how our hooks come to the client. */
function isReached({ plugins, wired }: InstallationFacts): boolean {
	return plugins.length > 0 || wired.length > 0;
}

/** The settings files that wire our hooks, each once. */
function wiringFiles({ wired }: InstallationFacts): SettingsFile[] {
	return [...new Set(wired.map(({ by }) => by))];
}

/** Of plugins that are off nothing is said where other hooks run, or settings that nobody can read may switch them on. */
function lacks(facts: PluginAreaFacts, code: string): readonly Case[] {
	const { plugins, wired, isUnknown } = facts;
	const hasHooks = plugins.some(isOn) || wired.length > 0;
	const told = plugins.filter((plugin) =>
		hasHooks ? isOn(plugin) : !isUnknown || plugin.switched !== undefined,
	);
	return told.flatMap((plugin) => lackOf(plugin) ?? []).filter((lack) => lack.code === code);
}

function canBeRead(plugin: PluginFacts): boolean {
	const lack = lackOf(plugin);
	return lack === undefined || lack.code === 'plugin_incomplete';
}

/** Entries of a policy that name sources by a pattern; which they mean is the client's matter. */
const PATTERNS = /pattern$/i;

/** What managed settings say against a plugin's marketplace (docs/notes/claude-code/installation.md). */
function blocked({ id, source }: PluginFacts, settings: readonly SettingsFile[]): readonly Case[] {
	const managed = settings.filter(({ layer }) => layer === 'managed');
	/** `otherwise`: the answer where an entry is a pattern. Everything else an entry says must be true of the source. */
	const names = (list: unknown, otherwise: boolean) =>
		elements(list).some((entry) => {
			if (PATTERNS.test(textIn(entry, 'source') ?? '')) return otherwise;
			const said = members(entry);
			return said.length > 0 && said.every(([key, value]) => textIn(source, key) === value);
		});
	const what = `the marketplace of ${id} is not allowed`;
	const allowed = decided(managed, 'strictKnownMarketplaces');
	if (allowed !== undefined && !names(allowed.value, true)) {
		return [caseAt(allowed.by, 'strictKnownMarketplaces', what)];
	}
	const against = decided(managed, 'blockedMarketplaces');
	if (against === undefined || !names(against.value, false)) return [];
	return [caseAt(against.by, 'blockedMarketplaces', what)];
}

/**
 * Where a project names the marketplace of a user's plugin with another source, a session start there
 * makes it the plugin's source in every project (docs/notes/claude-code/marketplace.md). The user's own
 * settings still say which source the user took.
 */
function replaced({ id, source }: PluginFacts, settings: readonly SettingsFile[]): Case[] {
	const marketplace = marketplaceOf(id);
	const sourceIn = ({ json }: SettingsFile) =>
		member(member(member(json, 'extraKnownMarketplaces'), marketplace), 'source');
	const own = settings.filter(({ layer }) => layer === 'user').map(sourceIn);
	const taken = own.find((one) => one !== undefined) ?? source;
	return settings
		.filter(({ layer }) => layer === 'project' || layer === 'local')
		.filter((file) => differs(sourceIn(file), taken))
		.map((by) => {
			const from = `from ${sourceName(sourceIn(by))}, you from ${sourceName(taken)}`;
			const what = `${by.layer} settings take the marketplace ${named(marketplace)} ${from}`;
			return { ...caseAt(by, marketplace, what), key: `extraKnownMarketplaces.${marketplace}` };
		});
}

/** What both say as texts: the kind, and where it is. Lists and what only one says prove nothing. */
function differs(wanted: unknown, taken: unknown): boolean {
	return members(wanted).some(([key, value]) => {
		const other = textIn(taken, key);
		return typeof value === 'string' && other !== undefined && other !== value;
	});
}

function sourceName(source: unknown): string {
	const place = ['path', 'repo', 'url', 'package'].flatMap((key) => textIn(source, key) ?? []);
	return named([textIn(source, 'source') ?? '', ...place].join(' '));
}
