import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Env } from '../core/context.ts';
import { unlessError } from '../store/errors.ts';

const OPTION = '--plugin-dir';

/** Folders of plugins that the running Claude Code was told to load, by its environment and its command line. */
export function pluginFoldersGiven(clientPid: number, env: Env): string[] {
	const given = (env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '').split(delimiter).filter((dir) => dir !== '');
	const line = unlessError(() => readFileSync(`/proc/${clientPid}/cmdline`, 'utf8')) ?? '';
	const words = line.split('\0');
	const options = words.flatMap((word, at) => {
		if (word === OPTION) return words[at + 1] ?? [];
		return word.startsWith(`${OPTION}=`) ? word.slice(OPTION.length + 1) : [];
	});
	return [...given, ...options];
}
