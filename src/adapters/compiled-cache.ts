import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheName } from '../core/config/cache-name.ts';

/** File of a project's compiled config, always in the user's own directory (D40). */
export function compiledCacheFile(configDir: string, root: string): string {
	return join(configDir, 'requirements', 'cache', cacheName(root));
}

/** The parsed cache file; `undefined` where there is none to use, whatever the reason. */
export function readCompiledCache(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return undefined;
	}
}

/** Replaces the cache file as a whole, not synced: a torn one only costs a compilation. Never throws. */
export function writeCompiledCache(path: string, text: string): void {
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		rmSync(temporary, { force: true });
		writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
		renameSync(temporary, path);
	} catch {
		// A config directory that cannot be written only means that YAML is parsed each time.
		rmSync(temporary, { force: true });
	}
}
