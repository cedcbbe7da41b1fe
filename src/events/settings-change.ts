import { isThisPlugin } from '../core/setup/marketplace.ts';

/** Claude Code's settings as an object of unknown values. */
type Settings = Readonly<Record<string, unknown>>;

/** The keys by which a change of Claude Code's settings switches hooks or this plugin off (D36). */
export function switchedOff(before: Settings, after: Settings): string[] {
	const hooks = isOn(after['disableAllHooks']) && !isOn(before['disableAllHooks']);
	const [old, next] = [pluginsIn(before), pluginsIn(after)];
	const isOff = (name: string) =>
		next[name] === undefined ? isOn(old[name]) : !isOn(next[name]) && old[name] !== next[name];
	const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
	const plugins = names.some((name) => isThisPlugin(name) && isOff(name));
	return [...(hooks ? ['disableAllHooks'] : []), ...(plugins ? ['enabledPlugins'] : [])];
}

/** The same keys where only the text that would be written is known. */
export function switchesIn(text: string): string[] {
	return ['disableAllHooks', 'enabledPlugins'].filter((key) => text.includes(key));
}

function isOn(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false;
}

function pluginsIn({ enabledPlugins: plugins }: Settings): Settings {
	return typeof plugins === 'object' && plugins !== null ? (plugins as Settings) : {};
}
