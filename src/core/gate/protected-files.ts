import { isInside } from '../place/paths.ts';

/** What a protected file is to the gates (D36). */
export type ProtectedThing = 'config' | 'state' | 'registry' | 'plugin' | 'settings';

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
}

const KINDS: readonly ProtectedThing[] = ['config', 'state', 'registry', 'plugin', 'settings'];

const NONE = /(?!)/;
/** How such files are called wherever they lie. */
const shapes: Readonly<Record<ProtectedThing, RegExp>> = {
	config: /\/\.claude\/requirements(?:\.local)?\.yaml$/,
	state: /\/\.git\/requirements(?:\/|$)/,
	registry: NONE,
	plugin: NONE,
	settings: /\/\.claude\/settings(?:\.local)?\.json$/,
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
	return KINDS.find((thing) => shapes[thing].test(file) || placesOf(thing, grounds).some(at(file)));
}

/** Where the files of a kind lie: each place with everything below it. */
function placesOf(thing: ProtectedThing, grounds: ProtectedGrounds): readonly string[] {
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
			return inConfigDir('settings.json');
	}
}

function at(file: string): (place: string) => boolean {
	return (place) => file === place.toLowerCase() || isBelow(file, place.toLowerCase());
}

/** `sessions.json.pending.jsonl` belongs to `sessions.json`. */
function isBelow(file: string, place: string): boolean {
	return isInside(file, place) || (place.endsWith('.json') && file.startsWith(`${place}.`));
}
