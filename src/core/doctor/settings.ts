import { member, members } from '../../store/foreign-json.ts';
import { isRecord } from '../../store/shape.ts';
import type { Case } from './finding.ts';

/** Settings files of the client by their strength, the weakest first. */
export const LAYERS = ['user', 'project', 'local', 'managed'] as const;
export type SettingsLayer = (typeof LAYERS)[number];

/** One settings file a session obeys. Of one layer there may be several; the later one is stronger. */
export interface SettingsFile extends JsonFile {
	readonly layer: SettingsLayer;
}

/** A value and the file that decides it. */
export interface Decided {
	readonly value: unknown;
	readonly by: SettingsFile;
}

/** What the strongest file says that has the key, or `undefined` (docs/notes/claude-code/installation.md). */
export function decided(settings: readonly SettingsFile[], ...path: string[]): Decided | undefined {
	const look = ({ json }: SettingsFile) => path.reduce(member, json);
	const by = settings.findLast((file) => look(file) !== undefined);
	return by === undefined ? undefined : { value: look(by), by };
}

/** Whether a plugin is switched on, and by which file; `undefined` where none names it. */
export function pluginSwitch(settings: readonly SettingsFile[], id: string): Decided | undefined {
	return decided(settings, 'enabledPlugins', id);
}

/** Every plugin that any file names, by its id `<name>@<marketplace>`. */
export function namedPlugins(settings: readonly SettingsFile[]): string[] {
	const ids = settings.flatMap(({ json }) =>
		members(member(json, 'enabledPlugins')).map(([id]) => id),
	);
	return [...new Set(ids)];
}

/** Why the client ignores a whole settings file: no JSON, or a switch that is no switch; `undefined` where it does not. */
export function whyIgnored({ trouble, json }: SettingsFile): string | undefined {
	if (trouble !== undefined || json === undefined) return trouble;
	if (!isRecord(json)) return 'it holds no object';
	const value = member(json, 'disableAllHooks');
	return value === undefined || typeof value === 'boolean'
		? undefined
		: '`disableAllHooks` is neither true nor false';
}

/** A JSON file of the client's, as far as it can be read. */
export interface JsonFile {
	readonly path: string;
	/** Why it cannot be read; `undefined` where it can, or is absent. */
	readonly trouble: string | undefined;
	/** The parsed content; `undefined` where there is none. */
	readonly json: unknown;
	/** The text; empty where there is none. */
	readonly text: string;
}

/** A case in a file, at the first line that names the key. */
export function caseAt({ path, text }: JsonFile, key: string, what: string): Case {
	const at = text.indexOf(JSON.stringify(key));
	const line = at === -1 ? undefined : text.slice(0, at).split('\n').length;
	return { what, file: path, line, key };
}
