import { member, members } from '../document/foreign-json.ts';
import { type Finding, finding } from './finding.ts';
import { type JsonFile, lineOfKey } from './json-file.ts';

/** Settings files of the client by their strength, the weakest first. */
export const LAYERS = ['user', 'project', 'local', 'managed'] as const;
export type Layer = (typeof LAYERS)[number];

/** One settings file a session obeys. Of one layer there may be several; the later one is stronger. */
export interface SettingsFile extends JsonFile {
	readonly layer: Layer;
}

/** A value and the file that decides it. */
export interface Decided {
	readonly value: unknown;
	readonly by: SettingsFile;
}

/** What the strongest file says that has the key, or `undefined` (docs/notes/claude-code/installation.md). */
export function decided(settings: readonly SettingsFile[], key: string): Decided | undefined {
	return strongest(settings, (file) => member(file.json, key));
}

/** Whether a plugin is switched on, and by which file; `undefined` where none names it. */
export function pluginSwitch(settings: readonly SettingsFile[], id: string): Decided | undefined {
	return strongest(settings, (file) => member(member(file.json, 'enabledPlugins'), id));
}

/** Every plugin that any file names, by its id `<name>@<marketplace>`. */
export function namedPlugins(settings: readonly SettingsFile[]): string[] {
	const ids = settings.flatMap(({ json }) =>
		members(member(json, 'enabledPlugins')).map(([id]) => id),
	);
	return [...new Set(ids)];
}

/** Settings files the client ignores: no JSON, or a switch that is no switch. */
export function unreadableSettings(settings: readonly SettingsFile[]): Finding[] {
	return settings.flatMap((file) => {
		const why = file.trouble ?? misfitOf(file);
		if (why === undefined) return [];
		return [finding('settings_unreadable', `${file.layer} settings: ${why}`, { file: file.path })];
	});
}

/** Settings that count: those the client can read. */
export function readableSettings(settings: readonly SettingsFile[]): SettingsFile[] {
	return settings.filter(
		(file) => file.trouble === undefined && file.json !== undefined && misfitOf(file) === undefined,
	);
}

/** What switches hooks off as a whole (host fact 26). `ids`: the plugins that bring our hooks. */
export function switchedOff(settings: readonly SettingsFile[], ids: readonly string[]): Finding[] {
	const disabled = decided(settings, 'disableAllHooks');
	return [
		...(disabled?.value === true ? [hooksDisabled(disabled.by)] : []),
		...managedOnly(settings, ids),
	];
}

function strongest(
	settings: readonly SettingsFile[],
	look: (file: SettingsFile) => unknown,
): Decided | undefined {
	const by = settings.findLast((file) => look(file) !== undefined);
	return by === undefined ? undefined : { value: look(by), by };
}

function misfitOf({ json }: SettingsFile): string | undefined {
	if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) {
		return 'it holds no object';
	}
	const value = member(json, 'disableAllHooks');
	return value === undefined || typeof value === 'boolean'
		? undefined
		: '`disableAllHooks` is neither true nor false';
}

function hooksDisabled(by: SettingsFile): Finding {
	const key = 'disableAllHooks';
	const where = { file: by.path, line: lineOfKey(by, key), key };
	return finding('hooks_disabled', `every hook is switched off by ${by.layer} settings`, where);
}

function managedOnly(settings: readonly SettingsFile[], ids: readonly string[]): Finding[] {
	const key = 'allowManagedHooksOnly';
	const managed = settings.filter(({ layer }) => layer === 'managed');
	const only = decided(managed, key);
	if (only?.value !== true) return [];
	if (ids.some((id) => pluginSwitch(managed, id)?.value === true)) return [];
	const where = { file: only.by.path, line: lineOfKey(only.by, key), key };
	return [finding('managed_hooks_only', 'only managed hooks run on this machine', where)];
}
