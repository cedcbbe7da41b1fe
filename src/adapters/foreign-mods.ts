import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { HostFacts } from '../app/ports.ts';
import type { Extension } from '../core/guard/extension.ts';
import { sha256 } from './hashes.ts';
import { namedPlugins, namedUrls } from './processes.ts';
import { readJson } from './read-json.ts';
import { readRegular, statOf } from './read-regular.ts';
import { realPath } from './real-path.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** It speaks of commands, or calls what it does not name. */
const RUNS_COMMANDS = /command|\$\s*(?:\?\.)?\s*\[|\beval\b|\bFunction\b|\bimport\s*\(\s*[^"'`\s]/;
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'`]([./][^"'`\n]*)/g;
const ENDS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];
/**
 * The client loads only what spells its events out, but by any name of `on`, around comments, types and brackets. So
 * each text that reads like an event counts, and a star by itself where it is not given to a method.
 */
const EVENT =
	/(["'`])(\*{1,9})\1(?<!\.\s{0,9}[\w$]{1,40}\s{0,9}\(\s{0,9}["'`]\*{1,9}["'`])|(["'`])(!?(?:[a-z]+|\*)\.[\w*]+(?:\.[\w*]+)*)\3/g;
/** `\x6f`, `\u006f`, `\u{6f}`, a line that goes on, and any other letter. */
const ESCAPED = /\\(?:(x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,8}\})|\r?\n|(.))/gis;
/** Our own module, as `hooks.json` names it from its folder. */
const GUARD = 'dist/hooks/guard.mjs';
const MAX_FILES = 256;
/** Of all folders together, whatever they hold. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

type Env = Readonly<Record<string, string | undefined>>;

/** Whose client it is. */
type Host = Pick<HostFacts, 'configDir' | 'clientPid' | 'pluginRoot'>;

/**
 * Plugins of others whose modules run inside the client (docs/notes/claude-code/mods.md says where they come from).
 */
export function foreignMods(root: string, host: Host, env: Env): readonly Extension[] {
	const own = host.pluginRoot === undefined ? undefined : realPath(host.pluginRoot);
	const ownGuard = own === undefined ? undefined : textIn(join(own, GUARD));
	const folders = new Set(foldersOf(root, host, env).map(realPath));
	const found = [...folders]
		.filter((folder) => folder !== own && modulesOf(folder).length > 0)
		.filter((folder) => !isCopyOfOurs(folder, ownGuard))
		.map(extensionIn);
	return [...found, ...namedUrls(host.clientPid).map(unseen)];
}

function foldersOf(root: string, { configDir, clientPid }: Host, env: Env): string[] {
	const named = namedPlugins(clientPid, env);
	const inConfigDir = ['skills', 'dev-mods'].map((name) => join(configDir, name));
	const parents = [...inConfigDir, join(root, '.claude/skills'), ...named];
	return [...named, ...parents.flatMap(below), ...installedIn(configDir)];
}

function below(dir: string): string[] {
	return entriesIn(dir).map(({ name }) => join(dir, name));
}

function entriesIn(dir: string): Dirent[] {
	try {
		return readdirSync(dir, { withFileTypes: true });
	} catch {
		return [];
	}
}

/** Wherever the client's book of plugins names a folder. */
function installedIn(configDir: string): string[] {
	const text = textIn(join(configDir, 'plugins', 'installed_plugins.json'));
	return [...text.matchAll(/"installPath"\s*:\s*"([^"\\]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** Paths of the modules that its `hooks.json` names, and the files that its manifest names beside it. */
function modulesOf(folder: string): string[] {
	const { hooks } = manifestOf(folder);
	const named = [hooks].flat().filter((path) => typeof path === 'string');
	return ['hooks/hooks.json', ...named].flatMap((path) => {
		const { modules } = (readJson(join(folder, path)).json ?? {}) as { modules?: unknown };
		const from = dirname(join(folder, path));
		return Array.isArray(modules) ? modules.map((name) => resolve(from, String(name))) : [];
	});
}

function manifestOf(folder: string): { readonly name?: unknown; readonly hooks?: unknown } {
	return readJson(join(folder, '.claude-plugin', 'plugin.json')).json ?? {};
}

/** This plugin again, from another place: its only module is our guard, letter by letter. */
function isCopyOfOurs(folder: string, ownGuard: string | undefined): boolean {
	const guard = textIn(join(folder, GUARD));
	const isAlone = modulesOf(folder).join() === join(folder, GUARD);
	return isAlone && guard !== '' && guard === ownGuard;
}

function extensionIn(folder: string): Extension {
	const { name } = manifestOf(folder);
	const { files, isAll } = sourcesIn(folder);
	const sources = new Map(files.map((path) => [path, sourceAt(path)]));
	// Behind a link, or outside the folder, nobody here has read what runs.
	const isRead = (path: string) =>
		ENDS.map((end) => path + end).every(
			(one) => sources.has(one) || statOf(one)?.isFile() !== true,
		);
	const texts = [...sources.values()].map((text) => text ?? '');
	const isWhole =
		isAll && ![...sources.values()].includes(undefined) && modulesOf(folder).every(isRead);
	const text = unescaped(texts.join('\n'));
	const whole = () =>
		[...sources].map(([path, source]) => `${path.slice(folder.length)}\0${source}\0`).join('');
	return {
		name: typeof name === 'string' ? name : basename(folder),
		folder,
		events: [...new Set(eventsIn(text))],
		runsCommands: !isWhole || RUNS_COMMANDS.test(text) || importsElsewhere(sources),
		sha256: isWhole ? sha256(whole()) : undefined,
	};
}

function eventsIn(text: string): string[] {
	return [...text.matchAll(EVENT)].flatMap(([, , star, , event]) => star ?? event ?? []);
}

function unescaped(text: string): string {
	return text.replaceAll(ESCAPED, (_, code: string | undefined, letter = '') =>
		code === undefined
			? letter
			: String.fromCharCode(Number.parseInt(code.replaceAll(/[xu{}]/gi, ''), 16)),
	);
}

/** What is not among the files that were read may say anything. */
function importsElsewhere(sources: ReadonlyMap<string, string | undefined>): boolean {
	return [...sources].some(([path, text = '']) =>
		[...text.matchAll(IMPORT)].some(([, name = '']) => {
			const named = resolve(dirname(path), name);
			return !name.endsWith('.json') && !ENDS.some((end) => sources.has(named + end));
		}),
	);
}

/** Loaded from the network at the client's start: nobody here can read it. */
function unseen(url: string): Extension {
	return {
		name: 'from --plugin-url',
		folder: url,
		events: ['*'],
		runsCommands: true,
		sha256: undefined,
	};
}

/** Sources below a folder, in the order of their names, as far as a session start may look. */
function sourcesIn(folder: string): { readonly files: readonly string[]; readonly isAll: boolean } {
	const files: string[] = [];
	const waiting: string[] = [];
	const open = (dir: string) => {
		const entries = entriesIn(dir).sort((a, b) => (a.name > b.name ? -1 : 1));
		for (const entry of entries) {
			const path = join(dir, entry.name);
			if (entry.isDirectory() ? entry.name !== '.git' : SOURCE.test(entry.name)) {
				waiting.push(entry.isDirectory() ? `${path}/` : path);
			}
		}
		return entries.length;
	};
	let seen = open(folder);
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (path.endsWith('/')) seen += open(path);
		else files.push(path);
		if (files.length >= MAX_FILES || seen > MAX_ENTRIES) return { files, isAll: false };
	}
	return { files, isAll: true };
}

/** `undefined`: it is too large to be read, or may not be. */
function sourceAt(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : undefined;
	} catch {
		return undefined;
	}
}

function textIn(path: string): string {
	return sourceAt(path) ?? '';
}
