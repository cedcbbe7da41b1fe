import { delimiter } from 'node:path';
import { readOrNothing } from './processes.ts';

/** Folders of plugins that the running client was told to load, by its environment and its command line. */
export function namedPlugins(
	clientPid: number,
	env: Readonly<Record<string, string | undefined>>,
): string[] {
	const inEnvironment = env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '';
	return [
		...inEnvironment.split(delimiter).filter((dir) => dir !== ''),
		...optionOf(clientPid, '--plugin-dir'),
	];
}

/** Addresses it was told to load plugins from. */
export function namedUrls(clientPid: number): string[] {
	return optionOf(clientPid, '--plugin-url');
}

function optionOf(pid: number, name: string): string[] {
	const words = readOrNothing(`/proc/${pid}/cmdline`).split('\0');
	return words.flatMap((word, at) => {
		if (word === name) return words[at + 1] ?? [];
		return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
	});
}
