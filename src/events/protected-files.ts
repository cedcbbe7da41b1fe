import type { Ports } from '../app/ports.ts';
import { isThisPlugin } from '../core/setup/marketplace.ts';
import { isInside, plainPath } from '../core/text/paths.ts';
import type { Place } from '../git/place.ts';
import { touches, type WrittenFile } from '../shell/writes.ts';
import { member, members, textIn } from '../store/foreign-json.ts';
import { pathExists, realPath } from '../store/paths.ts';

/** A kind of file that only the user changes (D36). */
interface Kind {
	/** Its path in lower case; `<config>` and `<plugin>` stand for Claude Code's directory and this plugin's. */
	readonly where: RegExp;
	readonly does: string;
	/** It counts only if the call switches hooks or this plugin off. */
	readonly isSettings?: true;
}

const KINDS: readonly Kind[] = [
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
 * project protects nothing.
 */
export function protectedFiles({ files, input, places }: Change, ports: Ports): ProtectedFile[] {
	const found = new Map<string, ProtectedFile>();
	const isWhole = ({ path }: WrittenFile) =>
		places.some(({ root }) => `${root}/`.startsWith(`${path}/`));
	for (const file of files.filter((one) => !isWhole(one))) {
		const near = filesNear(places, ports);
		const within = near.filter((path) => touches(file, path) && pathExists(path));
		const named = [plainPath(file.path), realPath(file.path)];
		const own = file.pattern ? [knownStart(file.path)] : named;
		for (const path of [...within, ...own]) {
			const kind = kindOf(path, places, ports);
			const isFree = kind?.isSettings === true && !switchesOff({ path, file, input }, ports);
			const real = realPath(path);
			if (kind !== undefined && !isFree && !found.has(real))
				found.set(real, { path, does: kind.does });
		}
	}
	return [...found.values()];
}

/** Whoever develops the plugin, in its own project, edits it. */
function kindOf(path: string, [start]: readonly Place[], { host }: Ports): Kind | undefined {
	const { configDir, pluginRoot } = host;
	const root = start?.root ?? '/';
	const plugin = pluginRoot === undefined ? root : realPath(pluginRoot);
	const isDeveloped = plugin === root || isInside(plugin, root) || isInside(root, plugin);
	const marks = [
		...[configDir, realPath(configDir)].map((directory) => [directory, '<config>'] as const),
		...(isDeveloped ? [] : [[plugin, '<plugin>'] as const]),
	];
	const [directory = '', mark = ''] = marks.find(([one]) => isInside(path, one)) ?? [];
	// Some disks ignore case.
	const marked = (mark + path.slice(directory.length)).toLowerCase();
	return KINDS.find(({ where }) => where.test(marked));
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
	const text = client.text(path) ?? '';
	const after = file.how === 'gone' ? '' : editedText(text, input);
	const next = after === undefined ? undefined : client.parse(after);
	if (next === undefined) return /disableAllHooks|enabledPlugins/.test(JSON.stringify(input));
	const [old, now] = [client.parse(text), next].map((one) => member(one, 'enabledPlugins'));
	const names = [...members(old), ...members(now)].map(([name]) => name).filter(isThisPlugin);
	return next['disableAllHooks'] === true || names.some((name) => member(now, name) !== true);
}

/** The text of a file after Write, Edit or MultiEdit; `undefined` if the input does not tell. */
function editedText(before: string, input: Change['input']): string | undefined {
	const { content, edits } = input;
	if (typeof content === 'string') return content;
	let text = before;
	for (const step of Array.isArray(edits) ? edits : [input]) {
		const [from, to] = ['old_string', 'new_string'].map((key) => textIn(step, key));
		if (from === undefined || to === undefined) return undefined;
		// An empty text to look for makes a new file.
		if (from === '') text = to;
		else if (member(step, 'replace_all') === true) text = text.replaceAll(from, () => to);
		else text = text.replace(from, () => to);
	}
	return text;
}
