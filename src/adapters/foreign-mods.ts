import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { HostFacts } from '../app/ports.ts';
import type { Extension } from '../core/guard/extension.ts';
import { sha256 } from './hashes.ts';
import { namedUrls, pluginFoldersGiven } from './processes.ts';
import {
	ifInReach,
	readRegular,
	realPath,
	statOf,
	textOrNothing,
	unlessError,
} from './read-regular.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;
// What these patterns read is a stranger's: the time each takes must grow no faster than the text.
/** It speaks of commands, or calls what it does not name. */
const RUNS_COMMANDS = /command|\$\s*(?:\?\.\s*)?\[|\beval\b|\bFunction\b|\bimport\s*\(\s*[^"'`\s]/;
const IMPORT = /\b(?:from|import|require)\s*(?:\(\s*)?["'`]([./][^"'`\n]*)/g;
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
/** Sources of one extension. */
const MAX_FILES = 256;
/** Of all extensions together, whatever they hold. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_BYTES_OF_ALL = 4 * MAX_BYTES;
/** Beside each other. */
const MAX_FOLDERS = 2_000;
/** Paths in one list, of which a client takes one or a few. */
const MAX_PATHS = 100;
/** What patterns find in all of it: events, imports, escapes. */
const MAX_FINDS = 300_000;

type Env = Readonly<Record<string, string | undefined>>;

/** Whose client it is. */
type Host = Pick<HostFacts, 'configDir' | 'clientPid' | 'pluginRoot'>;

/**
 * Plugins of others whose modules run inside the client (docs/notes/claude-code/mods.md says where they come from). What
 * cannot be read here counts as one that does everything: the client may have read it.
 */
export function foreignMods(root: string, host: Host, env: Env): readonly Extension[] {
	const { configDir, clientPid, pluginRoot } = host;
	const look = new Look();
	const own = pluginRoot === undefined ? undefined : realPath(pluginRoot);
	const ownGuard = own === undefined ? '' : textOrNothing(join(own, GUARD), MAX_BYTES);
	const seen = new Set([own]);
	const inFolder = (path: string) => {
		const folder = realPath(path);
		if (seen.has(folder)) return [];
		seen.add(folder);
		return orUnread(folder, () => extensionIn(folder, { ownGuard, look }));
	};
	const inParent = (path: string) => orUnread(path, () => below(path).flatMap(inFolder));
	const named = pluginFoldersGiven(clientPid, env);
	const book = join(configDir, 'plugins', 'installed_plugins.json');
	const parents = [join(configDir, 'skills'), join(configDir, 'dev-mods'), ...named];
	// The project comes last: what is the user's is read, however much a clone holds.
	return [
		...named.flatMap(inFolder),
		...orUnread(book, () => installedIn(look.text(book)).flatMap(inFolder)),
		...[...parents, join(root, '.claude/skills')].flatMap(inParent),
		...namedUrls(clientPid).map((url) => unread('from --plugin-url', url)),
	];
}

function orUnread(path: string, work: () => readonly Extension[]): readonly Extension[] {
	return unlessError(work) ?? [unread(basename(path), path)];
}

/** Nobody here has read it: it came from the network, is too large, or lies behind a link or outside its folder. */
function unread(name: string, folder: string): Extension {
	return { name, folder, events: ['*'], runsCommands: true, sha256: undefined };
}

/** What one session start may look at. It throws where there is more. */
class Look {
	#bytes = MAX_BYTES_OF_ALL;
	#entries = MAX_ENTRIES;
	#finds = MAX_FINDS;

	/** Empty where there is none that this user may read. */
	text(path: string): string {
		const part = { bytes: Math.min(MAX_BYTES, this.#bytes), of: 'whole' } as const;
		const read = ifInReach(() => readRegular(path, part)) ?? { kind: 'absent' };
		if (read.kind === 'absent') return '';
		if (read.kind === 'refused') throw new Error(read.why);
		this.#bytes -= Buffer.byteLength(read.text);
		return read.text;
	}

	entries(dir: string): Dirent[] {
		const entries = entriesIn(dir);
		this.#entries -= entries.length;
		return atMost(entries, entries.length + this.#entries);
	}

	/** Counts one thing that a pattern found. */
	find(): void {
		this.#finds -= 1;
		if (this.#finds < 0) throw new Error('there is too much of it');
	}
}

function atMost<Value>(values: Iterable<Value>, count: number): Value[] {
	const taken: Value[] = [];
	for (const value of values) {
		if (taken.length === count) throw new Error('there are too many');
		taken.push(value);
	}
	return taken;
}

/** Most folders below one are no extensions: they do not count as what extensions hold. */
function below(dir: string): string[] {
	return atMost(entriesIn(dir), MAX_FOLDERS).map(({ name }) => join(dir, name));
}

function entriesIn(dir: string): Dirent[] {
	return unlessError(() => readdirSync(dir, { withFileTypes: true })) ?? [];
}

/** Wherever the client's book of plugins names a folder. */
function installedIn(book: string): string[] {
	return [...book.matchAll(/"installPath"\s*:\s*"([^"\\]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** What is read of a manifest, or of a `hooks.json`. */
interface Written {
	readonly name?: unknown;
	readonly hooks?: unknown;
	readonly modules?: unknown;
}

/** None where it has no module, or is this plugin again. */
function extensionIn(
	folder: string,
	{ ownGuard, look }: { readonly ownGuard: string; readonly look: Look },
): Extension[] {
	const manifest = jsonIn(look.text(join(folder, '.claude-plugin', 'plugin.json')));
	const modules = modulesOf(folder, manifest.hooks, look);
	if (modules.length === 0) return [];
	// This plugin, from another place: its only module is our guard, letter by letter.
	const guard = join(folder, GUARD);
	const isOurs = ownGuard !== '' && modules.join() === guard && look.text(guard) === ownGuard;
	if (isOurs) return [];
	const name = typeof manifest.name === 'string' ? manifest.name : basename(folder);
	const sources = new Map(sourcesIn(folder, look).map((path) => [path, look.text(path)]));
	const isRead = (path: string) =>
		ENDS.map((end) => path + end).every(
			(one) => sources.has(one) || statOf(one)?.isFile() !== true,
		);
	if (!modules.every(isRead)) return [unread(name, folder)];
	const texts = [...sources.values()].map((text) => unescaped(text, look));
	const whole = [...sources].map(([path, text]) => `${path.slice(folder.length)}\0${text}\0`);
	const runsCommands =
		texts.some((text) => RUNS_COMMANDS.test(text)) || importsElsewhere(sources, look);
	return [
		{ name, folder, events: eventsIn(texts, look), runsCommands, sha256: sha256(whole.join('')) },
	];
}

/** Paths of the modules that its `hooks.json` names, and the files that its manifest names beside it. */
function modulesOf(folder: string, hooks: unknown, look: Look): string[] {
	const named = atMost([hooks].flat(), MAX_PATHS).filter((path) => typeof path === 'string');
	return ['hooks/hooks.json', ...named].flatMap((path) => {
		const file = join(folder, path);
		const { modules } = jsonIn(look.text(file));
		if (!Array.isArray(modules)) return [];
		return atMost(modules, MAX_PATHS).map((name) => resolve(dirname(file), String(name)));
	});
}

/** What the client has of it, however deep it is nested: nothing where it is not JSON. A manifest may begin with a byte order mark. */
function jsonIn(text: string): Written {
	return unlessError(() => JSON.parse(text.replace(/^\uFEFF/, ''))) ?? {};
}

/** The different ones. */
function eventsIn(texts: readonly string[], look: Look): string[] {
	const events = new Set<string>();
	for (const text of texts)
		for (const [, , star, , event = ''] of text.matchAll(EVENT)) {
			look.find();
			events.add(star ?? event);
		}
	return [...events];
}

/** `replaceAll` would look for all of them before one is counted. */
function unescaped(text: string, look: Look): string {
	let plain = '';
	let end = 0;
	for (const { 0: whole, 1: code, 2: letter = '', index } of text.matchAll(ESCAPED)) {
		look.find();
		const digits = code?.replaceAll(/[xu{}]/gi, '');
		const said = digits === undefined ? letter : String.fromCharCode(Number.parseInt(digits, 16));
		plain += text.slice(end, index) + said;
		end = index + whole.length;
	}
	return plain + text.slice(end);
}

/** What is not among the files that were read may say anything. */
function importsElsewhere(sources: ReadonlyMap<string, string>, look: Look): boolean {
	for (const [path, text] of sources)
		for (const [, name = ''] of text.matchAll(IMPORT)) {
			look.find();
			const named = resolve(dirname(path), name);
			if (!name.endsWith('.json') && !ENDS.some((end) => sources.has(named + end))) return true;
		}
	return false;
}

/** Sources below a folder, in the order of their names. */
function sourcesIn(folder: string, look: Look): string[] {
	const files: string[] = [];
	const waiting = [`${folder}/`];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (path.endsWith('/')) waiting.push(...lookedInto(path, look));
		else files.push(path);
	}
	return atMost(files, MAX_FILES);
}

/** Its sources, and its folders with a slash behind them, the last first. */
function lookedInto(dir: string, look: Look): string[] {
	return look
		.entries(dir)
		.filter((one) => (one.isDirectory() ? one.name !== '.git' : SOURCE.test(one.name)))
		.sort((a, b) => (a.name > b.name ? -1 : 1))
		.map((one) => join(dir, one.name) + (one.isDirectory() ? '/' : ''));
}
