import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheName } from '../core/config/cache-name.ts';
import { makeDirectory } from './make-directory.ts';

/** File of a project's compiled config, always in the user's own directory (D40). */
export function compiledCacheFile(configDir: string, root: string): string {
	return join(configDir, 'requirements', 'cache', cacheName(root));
}

/** A JSON file that is ours alone, as a cache is; `undefined` where there is none to use, whatever the reason. */
export function readOwnJson(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return undefined;
	}
}

/** Replaces the cache file as a whole. Never throws: without it, YAML is parsed each time. */
export function writeCompiledCache(path: string, text: string): void {
	try {
		makeDirectory(dirname(path));
		replaceFile(path, text);
	} catch {
		// The config directory cannot be written.
	}
}

/** Not synced to disk: a torn cache file only costs a compilation. */
function replaceFile(path: string, text: string): void {
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		writeFileSync(temporary, text, { mode: 0o600 });
		renameSync(temporary, path);
	} finally {
		rmSync(temporary, { force: true });
	}
}
