import type { Ports } from '../app/ports.ts';
import { isThisPlugin } from '../core/setup/marketplace.ts';
import { isInside, plainPath } from '../core/text/paths.ts';
import type { Place } from '../git/place.ts';
import { touches, type WrittenFile } from '../shell/written-files.ts';
import { member, members } from '../store/foreign-json.ts';
import { pathExists, realPath } from '../store/paths.ts';

/** Marks in place of directories that differ from one machine to another. */
const CONFIG_DIR = '<config>';
const PLUGIN = '<plugin>';

/** The files that only the user changes (D36): where they are, in lower case, and what they do. */
const PROTECTED: readonly {
	readonly where: RegExp;
	readonly does: string;
	readonly isSettings?: true;
}[] = [
	{
		where: /^(?:.*\/\.claude|<config>)\/requirements(?:\.local)?\.yaml$/,
		does: 'says which requirements apply',
	},
	{
		where: /^(?:.*\/\.git|.*\/\.git\/modules\/.*|<config>)\/requirements(?:\/|$)/,
		does: 'stores what is satisfied',
	},
	{ where: /^<plugin>/, does: 'belongs to this plugin' },
	{
		where: /^(?:.*\/\.claude|<config>)\/settings(?:\.local)?\.json$/,
		does: 'would switch req off (disableAllHooks, enabledPlugins)',
		isSettings: true,
	},
];

/** A protected file that a call would change. */
export interface ProtectedFile {
	/** Absolute, as it is written. */
	readonly path: string;
	readonly does: string;
}

/** What a call would do to protected files. */
interface Change {
	readonly files: readonly WrittenFile[];
	readonly input: Readonly<Record<string, unknown>>;
	/** Where the session started, and where the call runs. */
	readonly places: readonly Place[];
}

/**
 * The protected files that a call changes: those it names, by the path that is written (a link may itself be replaced)
 * and by the one it leads to, and those in a directory that it removes or means by a pattern. A directory that is a whole
 * project protects nothing. Settings count only if the call switches hooks or this plugin off.
 */
export function protectedFiles({ files, input, places }: Change, ports: Ports): ProtectedFile[] {
	const marks = marksFor(places, ports);
	const nearby = files.length === 0 ? [] : filesNear(places, ports);
	const found = new Map<string, ProtectedFile>();
	const note = (path: string, file: WrittenFile) => {
		const mark = marks.find(({ directory }) => isInside(path, directory));
		const marked = mark === undefined ? path : mark.name + path.slice(mark.directory.length);
		// Some disks ignore case.
		const row = PROTECTED.find(({ where }) => where.test(marked.toLowerCase()));
		const isFree = row?.isSettings === true && !switchesOff({ path, file, input }, ports);
		const real = realPath(path);
		if (row !== undefined && !isFree && !found.has(real)) found.set(real, { path, does: row.does });
	};
	const isWhole = ({ path }: WrittenFile) =>
		places.some(({ root }) => `${root}/`.startsWith(`${path}/`));
	for (const file of files.filter((one) => !isWhole(one))) {
		const within = nearby.filter((path) => touches(file, path) && pathExists(path));
		const own = file.pattern
			? [knownStart(file.path)]
			: [plainPath(file.path), realPath(file.path)];
		for (const path of [...within, ...own]) note(path, file);
	}
	return [...found.values()];
}

/** The directory of a pattern, as far as its names are known: of `.git/requirements/*.json` the first two. */
function knownStart(pattern: string): string {
	const names = pattern.split('/');
	const at = names.findIndex((name) => /[*?[\\\0]/.test(name));
	return names.slice(0, at < 0 ? names.length : at).join('/');
}

/** The protected files that apply at these places, whether or not they exist. */
function filesNear(places: readonly Place[], { host }: Ports): string[] {
	const names = ['requirements.yaml', 'requirements.local.yaml', 'settings.json'];
	const roots = places.flatMap(({ root, mainRoot }) => [root, mainRoot ?? root]);
	const folders = [...roots.map((root) => `${root}/.claude`), host.configDir];
	const files = folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
	return [...new Set([...files, ...places.map(({ stateDir }) => stateDir)])];
}

/** The directories that have marks. Whoever develops the plugin, in its own project, edits it. */
function marksFor([start]: readonly Place[], { host }: Ports) {
	const { configDir, pluginRoot = '' } = host;
	const root = start?.root ?? '';
	const plugin = realPath(pluginRoot);
	const isDeveloped = plugin === root || isInside(plugin, root) || isInside(root, plugin);
	const config = [configDir, realPath(configDir)].map((directory) => ({
		directory,
		name: CONFIG_DIR,
	}));
	if (pluginRoot === '' || isDeveloped) return config;
	return [...config, { directory: pluginRoot, name: PLUGIN }, { directory: plugin, name: PLUGIN }];
}

/** The change of one settings file. */
interface SettingsChange extends Pick<Change, 'input'> {
	readonly path: string;
	readonly file: WrittenFile;
}

/**
 * Whether a change of Claude Code's settings switches hooks or this plugin off: by the text that an edit makes of them, or
 * that nothing is left. Any other call, and what cannot be read, is judged by its words.
 */
function switchesOff({ path, file, input }: SettingsChange, { client }: Ports): boolean {
	const text = client.text(path);
	const after = file.how === 'gone' ? '{}' : editedText(text, input);
	const next = after === undefined ? undefined : client.parse(after);
	if (next === undefined) return /disableAllHooks|enabledPlugins/.test(JSON.stringify(input));
	const before = client.parse(text ?? '') ?? {};
	const isOff = next['disableAllHooks'] === true && before['disableAllHooks'] !== true;
	const [old, now] = [before, next].map((one) => member(one, 'enabledPlugins'));
	const names = [...members(old), ...members(now)].map(([name]) => name).filter(isThisPlugin);
	return isOff || names.some((name) => member(old, name) !== false && member(now, name) !== true);
}

/** One replacement of an edit tool, as a stranger may have written it. */
interface Replacement {
	readonly old_string?: unknown;
	readonly new_string?: unknown;
	readonly replace_all?: unknown;
}

/** The text of a file after Write, Edit or MultiEdit; `undefined` if the input does not tell. */
function editedText(before: string | undefined, input: Change['input']): string | undefined {
	const { content, edits } = input;
	if (typeof content === 'string') return content;
	const steps: readonly Replacement[] = Array.isArray(edits) ? edits : [input];
	return steps.reduce<string | undefined>((text, step) => {
		const { old_string: from, new_string: to, replace_all: all } = step ?? {};
		if (typeof from !== 'string' || typeof to !== 'string') return undefined;
		// An empty text to look for makes a new file.
		if (from === '') return to;
		return all === true ? text?.replaceAll(from, () => to) : text?.replace(from, () => to);
	}, before);
}
