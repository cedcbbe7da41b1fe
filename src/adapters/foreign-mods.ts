import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostFacts } from '../app/ports.ts';
import { namedPlugins } from './named-plugins.ts';
import { readJson } from './read-json.ts';
import { readRegular } from './read-regular.ts';
import { realPath } from './real-path.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** It speaks of commands, or calls what it does not name. */
const RUNS_COMMANDS = /command|\$\s*(?:\?\.)?\s*\[|\beval\b|\bFunction\b/;
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
	const named = namedPlugins(clientPid, env);
	const inConfigDir = ['skills', 'dev-mods'].map((name) => join(configDir, name));
	const parents = [...inConfigDir, join(root, '.claude/skills'), ...named];
	return [...named, ...parents.flatMap(below), ...installedIn(configDir)];
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
	return [...named, ...beside].slice(0, MAX_FILES).some((path) => RUNS_COMMANDS.test(textIn(path)));
}

function textIn(path: string): string {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : '';
	} catch {
		return '';
	}
}
