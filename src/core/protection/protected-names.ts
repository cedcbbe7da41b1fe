import { withJoinedLiterals } from '../command/prefilter.ts';
import type { ProtectedGrounds } from './protected-files.ts';

const FILES = ['requirements', 'sessions.json', 'settings', 'plugins', 'dev-mods'];
/** How a directory ends that is spoken of as a whole. */
const ENDS = ["'", '"', '\\"', '/*', ')'];
/** How a text brings a folder along that holds more than its name says. */
const BRINGS =
	/copytree|cpsync|\bcp\(|cp_r|symlink|rename|shutil\.move|unpack|extractall|fileutils/;
const SKILL = /skills(?:\/[\w.-]+)?\/?["'`](?=\s*[,)])(?!\s*,\s*["'`])/g;
/** Names that say enough only where the line also speaks of their directory, or is in it. */
const BARE = [
	'requirements.yaml',
	'requirements.local.yaml',
	'settings.json',
	'settings.local.json',
];

/**
 * The names by which a line speaks of what is protected: those of the protected places, by their last two
 * segments, which an absolute and a relative path share.
 *
 * @param cwd where the line starts: in a protected directory bare names are enough
 */
export function protectedNames(source: string, cwd: string, grounds: ProtectedGrounds): string[] {
	const letters = withJoinedLiterals(source.toLowerCase());
	const dirs = ['.claude', ...grounds.configDirs.map(lastNames)];
	const isNear = dirs.some((dir) =>
		[letters, cwd.toLowerCase()].some((text) => text.includes(dir)),
	);
	const names = [
		...dirs.flatMap((dir) => FILES.map((file) => `${dir}/${file}`)),
		...dirs.flatMap((dir) => ENDS.map((end) => `${dir}${end}`)),
		...[...grounds.stateDirs, ...grounds.configs, ...grounds.pluginRoots].map(lastNames),
		...['git/requirements', 'managed-settings', 'disableAllHooks', ...(isNear ? BARE : [])],
		...(letters.includes('skills') ? ['.claude-plugin', 'hooks/', 'hooks.json'] : []),
	];
	// A skill that a text copies, links or renames as a whole, or all of them, as the end of a string.
	const skills = BRINGS.test(letters) ? [...letters.matchAll(SKILL)].map(([path]) => path) : [];
	return [...new Set([...names, ...skills])].filter((name) => letters.includes(name.toLowerCase()));
}

function lastNames(path: string): string {
	return path.split('/').slice(-2).join('/');
}
