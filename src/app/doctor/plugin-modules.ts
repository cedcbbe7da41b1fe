import type { PluginModule } from '../../core/doctor/installation.ts';
import { absolutePath, parentOf, plainPath } from '../../core/text/paths.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import type { AllPorts } from '../ports.ts';

const EVENT = /\bon\s*\(\s*["'`]([\w.*!]{1,100})["'`]/g;
const MAX_EVENTS = 100;

/**
 * The modules that plugins load into Claude Code (docs/notes/claude-code/mods.md), and the events that their text names.
 *
 * @param enabledRoots folders of the plugins that settings name
 */
export function pluginModules(
	{ enabledRoots, root }: { readonly enabledRoots: readonly string[]; readonly root: string },
	{ checkup, host, namedPlugins }: AllPorts,
): PluginModule[] {
	const parents = [
		`${host.configDir}/skills`,
		`${host.configDir}/dev-mods`,
		`${root}/.claude/skills`,
	];
	const below = parents.flatMap((parent) =>
		checkup.names(parent).map((name) => `${parent}/${name}`),
	);
	const folders = new Set([...enabledRoots, ...namedPlugins(), ...below]);
	const textOf = (path: string) => checkup.json(path).text;
	return [...folders].flatMap((folder) => {
		const manifest = checkup.json(`${folder}/.claude-plugin/plugin.json`).json;
		const hooks = [member(manifest, 'hooks')].flat().filter((path) => typeof path === 'string');
		return ['hooks/hooks.json', ...hooks].flatMap((path) => {
			const file = plainPath(absolutePath(path, folder));
			return elements(member(checkup.json(file).json, 'modules')).map((name) => {
				const module = plainPath(absolutePath(String(name), parentOf(file)));
				const events = [...textOf(module).matchAll(EVENT)].map(([, event = '']) => event);
				return {
					plugin: textIn(manifest, 'name') ?? folder,
					file: module,
					events: [...new Set(events)].sort().slice(0, MAX_EVENTS),
				};
			});
		});
	});
}
