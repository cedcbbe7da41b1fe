import { type Examined, together } from '../../core/doctor/finding.ts';
import { hookCommands, isOurs, scriptsOf } from '../../core/doctor/hook-commands.ts';
import { replacedMarketplace } from '../../core/doctor/marketplace-sources.ts';
import { examinePlugin, isOn, type PluginFacts } from '../../core/doctor/plugin.ts';
import { installedPlugins, type PluginBooks, sourceOf } from '../../core/doctor/plugin-home.ts';
import { blockedSource } from '../../core/doctor/policy.ts';
import {
	namedPlugins,
	pluginSwitch,
	readableSettings,
	type SettingsFile,
	switchedOff,
	unreadableSettings,
} from '../../core/doctor/settings.ts';
import { statusLineFindings } from '../../core/doctor/status-line.ts';
import { examineTrust, isTrusted } from '../../core/doctor/trust.ts';
import { examineWiring, type WiredHook } from '../../core/doctor/wiring.ts';
import { member } from '../../core/document/foreign-json.ts';
import type { Checkup } from '../doctor-ports.ts';
import type { DeskPorts } from '../ports.ts';
import { commandsIn, hooksFile, type PluginShelf, pluginFacts } from './plugin-facts.ts';

/** How the client is set up for sessions that start in one folder. */
export interface Installation {
	/** Where sessions start, and the top of its repository. */
	readonly folders: readonly string[];
	/** Every settings file there may be, the weakest first. */
	readonly files: readonly SettingsFile[];
	readonly shelf: PluginShelf;
	/** The plugins of our name. */
	readonly plugins: readonly PluginFacts[];
	/** Our hooks that settings wire. */
	readonly wired: readonly WiredHook[];
	/** Whether the client may run what the project's own settings say (host fact 26). */
	readonly isTrusted: boolean;
}

const PLUGIN = /^req@/;

/** Reads the client's settings and its books about plugins (docs/notes/claude-code/installation.md). */
export function installationAt(folders: readonly string[], ports: DeskPorts): Installation {
	const { checkup, host } = ports;
	const files = settingsFiles(folders[0] ?? '', ports);
	const books: PluginBooks = {
		installed: checkup.json(`${host.configDir}/plugins/installed_plugins.json`).json,
		marketplaces: checkup.json(`${host.configDir}/plugins/known_marketplaces.json`).json,
	};
	const settings = readableSettings(files);
	const shelf = { books, folders, settings };
	const all = [...installedPlugins(books), ...namedPlugins(settings)];
	const ids = [...new Set(all)].filter((id) => PLUGIN.test(id));
	const plugins = ids.map((id) => pluginFacts(id, shelf, checkup)).filter(isAbout);
	const wired = settings.flatMap((file) => wiredIn(file, folders[0] ?? '', checkup));
	const trusted = isTrusted(checkup.json(checkup.surroundings.clientState), folders);
	return { folders, files, shelf, plugins, wired, isTrusted: trusted };
}

/** Whether the client runs our hooks here. `isAtWork`: a hook was seen in a session that lives here. */
export function examineInstallation(
	installation: Installation,
	isAtWork: boolean,
	ports: DeskPorts,
): Examined {
	const { checkup } = ports;
	const { folders, files, shelf, plugins, wired } = installation;
	const { settings, books } = shelf;
	const unreadable = unreadableSettings(files);
	const on = plugins.filter(isOn);
	const isUnknown = unreadable.length > 0 || checkup.surroundings.missingConfigDir !== undefined;
	const told = plugins.filter(({ switched }) => !isUnknown || switched !== undefined);
	const reached = on.length > 0 || wired.length > 0 ? on : told;
	const events = commandsIn(hooksFile(checkup.own().root, checkup)).map(({ event }) => event);
	return together([
		{ checks: [], findings: unreadable },
		{
			checks: [],
			findings: switchedOff(
				settings,
				on.map(({ id }) => id),
			),
		},
		{ checks: [], findings: statusLineFindings(settings, checkup.hasProgram, checkup.own().root) },
		...reached.map((plugin) => examinePlugin(plugin, checkup.own().version)),
		...on.map(({ id }) => ({
			checks: [],
			findings: [
				...blockedSource(settings, { id, source: sourceOf(id, books) }),
				...replacedMarketplace(id, settings, books),
			],
		})),
		examineWiring({ plugins, wired, events, isAtWork, isUnknown, own: checkup.own().root }),
		examineTrust(checkup.json(checkup.surroundings.clientState), folders),
	]);
}

/** Installed for this place, or switched on here: one that is installed for other folders only is neither. */
function isAbout({ root, switched }: PluginFacts): boolean {
	return root !== undefined || (switched !== undefined && switched.value !== false);
}

function settingsFiles(folder: string, { checkup, host }: DeskPorts): SettingsFile[] {
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
		.filter(isOurs)
		.map((hook) => {
			const scripts = scriptsOf(hook, { CLAUDE_PROJECT_DIR: folder });
			const known = scripts.filter((path) => path.startsWith('/') && !path.includes('$'));
			return { by, hook, missing: known.filter((path) => !checkup.exists(path)) };
		});
}

/** Every plugin that settings name and do not switch off, ours among them: the skills of each count. */
export function enabledPlugins({ shelf }: Installation): string[] {
	const { settings } = shelf;
	return namedPlugins(settings).filter((id) => pluginSwitch(settings, id)?.value !== false);
}
