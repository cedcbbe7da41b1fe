import { member, textIn } from '../../store/foreign-json.ts';
import { INSTALL_COMMAND, installReq } from '../setup/marketplace.ts';
import { shellWord } from '../setup/shell-word.ts';
import { statusLineProgram } from '../setup/status-line.ts';
import { named, oneLine } from '../text/one-line.ts';
import { broken, type Case, type Table, warning, when } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import { isOn, lackOf, type PluginFacts } from './plugin.ts';
import { type ServerFacts, serverNotes } from './server.ts';
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
	readonly own: Pick<PluginFacts, 'manifest' | 'hooks' | 'commands'> & {
		readonly root: string;
		readonly version: string;
	};
	/** Settings that might say more cannot be read. */
	readonly isUnknown: boolean;
	/** Whether a program of this name, or at this absolute path, can be started. */
	readonly hasProgram: (name: string) => boolean;
}

/** What shows of the client's sessions here. */
interface InsideClient {
	/** A hook of ours was at work in a session that lives here: `--plugin-dir`, or an installation since then. */
	readonly isAtWork: boolean;
	readonly hasServer: ServerFacts['hasServer'];
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
	notes: (facts) => [
		...(isTrusted(facts) || refusal(facts) !== undefined
			? []
			: ['the folder is not trusted yet: claude asks at its first interactive start here']),
		...serverNotes(facts),
	],
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
		plugin_missing: broken(
			'Settings switch the plugin on, but Claude Code finds no plugin: it is not installed on this machine, or its folder was moved or deleted.',
			'`claude plugin marketplace update`, then `claude plugin install <id>`',
			lacks,
		),
		plugin_build_missing: broken(
			'Files of the build are missing. The hooks fail at their start, and the calls are allowed.',
			`for a clone, run \`npm ci && npm run build\` in <root>; for npm, install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
			lacks,
		),
		plugin_version: warning(
			'This `req` and the plugin have different versions, but they share files.',
			'update the older one',
			({ plugins, own }) =>
				plugins
					.filter((one) => lackOf(one) === undefined)
					.flatMap(({ manifest }) => {
						const version = textIn(manifest.json, 'version') ?? '';
						const what = `the plugin is ${named(version)}, this req is ${own.version}`;
						return when(version !== own.version, caseAt(manifest, 'version', what));
					}),
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
		wiring_incomplete: broken(
			"Settings wire only some of req's hooks, or name a hook file that does not exist. The gates need all of them.",
			'wire every event in <file> as hooks/hooks.json does, or use the plugin',
			({ wired, plugins, own }) => {
				const gone = wired.flatMap(({ by, hook: { event }, missing }) =>
					missing.map((path) => {
						const what = `${named(event)} names ${path}, which is not there`;
						return { ...caseAt(by, event, what), key: `hooks.${event}` };
					}),
				);
				const [first] = wired;
				if (first === undefined || plugins.some(isOn)) return gone;
				const events = own.commands.map(({ event }) => event);
				const unwired = events.filter((event) => wired.every(({ hook }) => hook.event !== event));
				const what = `settings wire no hook of req for ${unwired.join(', ')}`;
				return [...gone, ...when(unwired.length > 0, caseAt(first.by, 'hooks', what))];
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
