import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { HostFacts } from '../app/ports.ts';
import { readOrNothing } from './processes.ts';
import { readJson } from './read-json.ts';
import { readRegular, textOrNothing } from './read-regular.ts';
import { realPath } from './real-path.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** It speaks of commands, or calls what it does not name. */
const RUNS_COMMANDS = /command|\$\s*(?:\?\.)?\s*\[|\beval\b|\bFunction\b|\bimport\s*\(\s*[^"'`\s]/;
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'`](\.[^"'`\n]*)/g;
const MAX_FILES = 64;
const MAX_BYTES = 4 * 1024 * 1024;

type Env = Readonly<Record<string, string | undefined>>;

/** Whose client it is. */
type Host = Pick<HostFacts, 'configDir' | 'clientPid' | 'pluginRoot'>;

/**
 * Folders of plugins of others whose modules run inside the client and may run commands there
 * (docs/notes/claude-code/typed-commands.md says where they come from).
 */
export function foreignMods(root: string, host: Host, env: Env): readonly string[] {
	const own = host.pluginRoot === undefined ? undefined : realPath(host.pluginRoot);
	const folders = new Set(foldersOf(root, host, env).map(realPath));
	return [...folders].filter((folder) => folder !== own && mayRunCommands(folder));
}

function foldersOf(root: string, { configDir, clientPid }: Host, env: Env): string[] {
	const inEnvironment = env['CLAUDE_CODE_PLUGIN_DIRS'] ?? '';
	const named = [
		...inEnvironment.split(delimiter).filter((dir) => dir !== ''),
		...pluginDirsIn(readOrNothing(`/proc/${clientPid}/cmdline`).split('\0')),
	];
	const inConfigDir = ['skills', 'dev-mods'].map((name) => join(configDir, name));
	const parents = [...inConfigDir, join(root, '.claude/skills'), ...named];
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
	const text = textOrNothing(join(configDir, 'plugins', 'installed_plugins.json'), MAX_BYTES);
	return [...text.matchAll(/"installPath"\s*:\s*"([^"\\]+)"/g)].flatMap(([, path]) => path ?? []);
}

function mayRunCommands(folder: string): boolean {
	const { modules } = (readJson(join(folder, 'hooks', 'hooks.json')).json ?? {}) as {
		modules?: unknown;
	};
	if (!Array.isArray(modules) || modules.length === 0) return false;
	const named = modules.map((name) => join(folder, 'hooks', String(name)));
	const beside = below(join(folder, 'hooks')).filter((path) => SOURCE.test(path));
	return mayAnyRun(new Set([...named, ...beside]));
}

/** `files` grows by what they import. */
function mayAnyRun(files: Set<string>): boolean {
	const imported = new Set<string>();
	for (const path of files) {
		const text = sourceAt(path);
		if (files.size > MAX_FILES || RUNS_COMMANDS.test(text ?? '')) return true;
		if (text === undefined && imported.has(path)) return true;
		for (const one of importsIn(text ?? '', path)) {
			if (SPELLINGS.some((end) => files.has(one + end))) continue;
			imported.add(one);
			files.add(one);
		}
	}
	return false;
}

const SPELLINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];

/** The files of a module's own that it names, as paths. */
function importsIn(text: string, path: string): string[] {
	return [...text.matchAll(IMPORT)].map(([, name = '']) => join(dirname(path), name));
}

/** `undefined`: there is none. What is too large to be read may say anything. */
function sourceAt(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind === 'refused') return 'command';
		return read.kind === 'text' ? read.text : undefined;
	} catch {
		return undefined;
	}
}
