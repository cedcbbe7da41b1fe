import { isInside, parentOf } from '../place/place.ts';

/** What a protected file is to the gates (D36). */
export type ProtectedThing =
	| 'config'
	| 'state'
	| 'registry'
	| 'plugin'
	| 'settings'
	| 'program'
	| 'extension';

/** Where protected files lie. Absolute paths. */
export interface ProtectedGrounds {
	/** `<claude config dir>`, as it is spelled and as it really is. */
	readonly configDirs: readonly string[];
	/** State directories of the projects concerned. */
	readonly stateDirs: readonly string[];
	/** Where the config files of the projects concerned really lie: they may be links. */
	readonly configs: readonly string[];
	/** This plugin's own folder; none for those who develop it. */
	readonly pluginRoots: readonly string[];
	/** Where the client looks for programs: the directories of its PATH. */
	readonly programDirs: readonly string[];
	/** Folders of plugins that the running client was told to load. */
	readonly namedPlugins: readonly string[];
}

/** Those that are known by where they lie or how they are called. */
type PlacedThing = Exclude<ProtectedThing, 'program'>;

const KINDS: readonly PlacedThing[] = [
	...(['config', 'state', 'registry', 'plugin', 'settings', 'extension'] as const),
];

const NONE = /(?!)/;
/** How such files are called wherever they lie. */
const shapes: Readonly<Record<PlacedThing, RegExp>> = {
	config: /\/\.claude\/requirements(?:\.local)?\.yaml$/,
	state: /\/\.git\/requirements(?:\/|$)/,
	registry: NONE,
	plugin: NONE,
	// A skill's folder is a plugin's, too, as soon as it holds one of these.
	extension: /\/\.claude\/skills\/[^/]+\/(?:\.claude-plugin|hooks)(?:\/|$)/,
	settings:
		/\/\.claude\/(?:remote-)?settings(?:\.local)?\.json$|\/(?:claude-code|claudecode)\/managed-(?:settings|mcp)(?:\.json|\.d\/[^/]+)$/,
};

/**
 * What a file is that the model may not change, or `undefined` (D36). Case does not count: to some
 * disks it does not.
 *
 * @param path absolute, without `..`
 */
export function protectedThing(
	path: string,
	grounds: ProtectedGrounds,
): ProtectedThing | undefined {
	const file = path.toLowerCase();
	const thing = KINDS.find(
		(kind) => shapes[kind].test(file) || placesOf(kind, grounds).some(at(file)),
	);
	if (thing !== undefined) return thing;
	if (isProgram(file, grounds)) return 'program';
	return isOfPlugin(file, grounds) ? 'extension' : undefined;
}

/** What makes a folder a plugin, or its modules, in a folder whose plugins load, or in one that is a plugin. */
function isOfPlugin(file: string, { configDirs, namedPlugins }: ProtectedGrounds): boolean {
	const skills = configDirs.map((dir) => `${dir}/skills`);
	return [...skills, ...namedPlugins].some((root) => {
		const dir = root.toLowerCase();
		if (!isInside(file, dir)) return false;
		return /^(?:[^/]+\/)?(?:\.claude-plugin|hooks)(?:\/|$)/.test(file.slice(dir.length + 1));
	});
}

/**
 * The folder of a skill, by its path: whatever is put there as a whole may be a plugin. One with a dot in its name
 * may as well be a file.
 */
export function isSkillFolder(path: string, grounds: ProtectedGrounds): boolean {
	return isSkills(parentOf(path), grounds) && !/\.\w+$/.test(path);
}

/** Where the client looks for skills: each folder in it may be a plugin. */
export function isSkills(path: string, { configDirs }: ProtectedGrounds): boolean {
	const dir = path.toLowerCase();
	return (
		dir.endsWith('/.claude/skills') ||
		configDirs.some((one) => dir === `${one.toLowerCase()}/skills`)
	);
}

/**
 * What starts hooks, or what they start, by its name in a directory of the PATH: another one there answers
 * in its place, and every gate is open.
 */
function isProgram(file: string, { programDirs }: ProtectedGrounds): boolean {
	const [, dir, name] = /^(.*)\/([^/]+)$/.exec(file) ?? [];
	if (name === undefined || !['node', 'req', 'git', 'claude', 'sh', 'bash'].includes(name))
		return false;
	return programDirs.some((one) => one.toLowerCase() === dir);
}

/** A file or directory that is protected with everything below it. */
export interface ProtectedPlace {
	readonly thing: ProtectedThing;
	readonly path: string;
}

/**
 * Every protected place that is known by its path: what a pattern or the removal of a directory is held
 * against.
 *
 * @param roots of the projects concerned
 */
export function protectedPlaces(
	grounds: ProtectedGrounds,
	roots: readonly string[],
): ProtectedPlace[] {
	const own = (thing: ProtectedThing, names: readonly string[]) =>
		roots.flatMap((root) => names.map((name) => ({ thing, path: `${root}/${name}` })));
	return [
		...KINDS.flatMap((thing) => placesOf(thing, grounds).map((path) => ({ thing, path }))),
		...own('config', ['.claude/requirements.yaml', '.claude/requirements.local.yaml']),
		...own('settings', ['.claude/settings.json', '.claude/settings.local.json']),
		...own('state', ['.git/requirements']),
		...own(
			'extension',
			WHAT_MAKES_A_PLUGIN.map((name) => `.claude/${name}`),
		),
		...grounds.configDirs.flatMap((dir) =>
			WHAT_MAKES_A_PLUGIN.map((name) => ({ thing: 'extension' as const, path: `${dir}/${name}` })),
		),
	];
}

/** In the folder of any skill: for patterns and archives that may bring it along. */
const WHAT_MAKES_A_PLUGIN = [
	'skills/any/hooks/hooks.json',
	'skills/any/.claude-plugin/plugin.json',
];

function placesOf(thing: PlacedThing, grounds: ProtectedGrounds): readonly string[] {
	const inConfigDir = (name: string) => grounds.configDirs.map((dir) => `${dir}/${name}`);
	switch (thing) {
		case 'config':
			return [...inConfigDir('requirements.yaml'), ...grounds.configs];
		case 'state':
			return grounds.stateDirs;
		case 'registry':
			return ['requirements', 'sessions.json'].flatMap(inConfigDir);
		case 'plugin':
			return [...inConfigDir('plugins'), ...grounds.pluginRoots];
		case 'settings':
			return ['settings.json', 'settings.local.json', 'remote-settings.json'].flatMap(inConfigDir);
		case 'extension':
			return inConfigDir('dev-mods');
	}
}

function at(file: string): (place: string) => boolean {
	return (place) => file === place.toLowerCase() || isBelow(file, place.toLowerCase());
}

/** `sessions.json.pending.jsonl` belongs to `sessions.json`. */
function isBelow(file: string, place: string): boolean {
	return isInside(file, place) || (place.endsWith('.json') && file.startsWith(`${place}.`));
}
