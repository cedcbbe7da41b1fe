import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readOrNothing } from './processes.ts';
import { readJson } from './read-json.ts';
import { readRegular } from './read-regular.ts';
import { realPath } from './real-path.ts';

/** Where extensions inside the client come from (docs/notes/claude-code/typed-commands.md). */
export interface ModGrounds {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly configDir: string;
	/** The project's root. */
	readonly root: string;
	/** The client's process, whose command line may name plugins. */
	readonly clientPid: number;
	/** This plugin's own folder. */
	readonly own: string | undefined;
}

const SOURCE = /\.[cm]?[jt]sx?$/;
/** It speaks of commands, or calls what it does not name. */
const RUNS_COMMANDS = /command|\$\s*(?:\?\.)?\s*\[|\beval\b|\bFunction\b/;
const MAX_FILES = 64;
const MAX_BYTES = 4 * 1024 * 1024;

/** Folders of plugins of others whose modules run inside the client and may run commands there. */
export function modsThatRunCommands(grounds: ModGrounds): readonly string[] {
	const own = grounds.own === undefined ? undefined : realPath(grounds.own);
	const folders = new Set(foldersOf(grounds).map(realPath));
	return [...folders].filter((folder) => folder !== own && mayRunCommands(folder));
}

function foldersOf({ env, configDir, root, clientPid }: ModGrounds): string[] {
	const named = [
		...(env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '').split(delimiter).filter((dir) => dir !== ''),
		...pluginDirsIn(readOrNothing(`/proc/${clientPid}/cmdline`).split('\0')),
	];
	const parents = [
		join(configDir, 'skills'),
		join(configDir, 'dev-mods'),
		join(root, '.claude/skills'),
		...named,
	];
	return [...named, ...parents.flatMap(below), ...installedIn(configDir)];
}

function pluginDirsIn(words: readonly string[]): string[] {
	return words.flatMap((word, at) => {
		if (word === '--plugin-dir') return words[at + 1] ?? [];
		return word.startsWith('--plugin-dir=') ? word.slice('--plugin-dir='.length) : [];
	});
}

function below(dir: string): string[] {
	try {
		return readdirSync(dir).map((name) => join(dir, name));
	} catch {
		return [];
	}
}

/** Wherever the client's book of plugins names a folder. */
function installedIn(configDir: string): string[] {
	const text = textIn(join(configDir, 'plugins', 'installed_plugins.json'));
	return [...text.matchAll(/"installPath"\s*:\s*"([^"\\]+)"/g)].flatMap(([, path]) => path ?? []);
}

function mayRunCommands(folder: string): boolean {
	const { modules } = (readJson(join(folder, 'hooks', 'hooks.json')).json ?? {}) as {
		modules?: unknown;
	};
	if (!Array.isArray(modules) || modules.length === 0) return false;
	const named = modules.map((name) => join(folder, 'hooks', String(name)));
	const beside = below(join(folder, 'hooks')).filter((path) => SOURCE.test(path));
	return [...named, ...beside]
		.slice(0, MAX_FILES)
		.some((path) => RUNS_COMMANDS.test(textIn(path)));
}

function textIn(path: string): string {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : '';
	} catch {
		return '';
	}
}
