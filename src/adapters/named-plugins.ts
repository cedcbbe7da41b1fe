import { delimiter } from 'node:path';
import { readOrNothing } from './processes.ts';

/** Folders of plugins that the running client was told to load, by its environment and its command line. */
export function namedPlugins(
	clientPid: number,
	env: Readonly<Record<string, string | undefined>>,
): string[] {
	const inEnvironment = env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '';
	const words = readOrNothing(`/proc/${clientPid}/cmdline`).split('\0');
	const onCommandLine = words.flatMap((word, at) => {
		if (word === '--plugin-dir') return words[at + 1] ?? [];
		return word.startsWith('--plugin-dir=') ? word.slice('--plugin-dir='.length) : [];
	});
	return [...inEnvironment.split(delimiter).filter((dir) => dir !== ''), ...onCommandLine];
}
