import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenConfigs } from '../app/ports.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/read-regular.ts';
import { COMPILED_FORMAT } from './config.ts';
import type { SeenConfig } from './config-change.ts';
import { readOwnJson } from './config-files.ts';

/** The folder of the configs that a user's sessions last saw: outside every repository. */
export function seenConfigsDir(configDir: string): string {
	return join(configDir, 'requirements', 'configs');
}

export function seenConfigFile(configDir: string, session: string): string {
	return join(seenConfigsDir(configDir), `${session}.json`);
}

/** The configs a session last saw, as `~/.claude/requirements/configs/<session>.json`. */
export function liveSeenConfigs(configDir: string): SeenConfigs {
	return {
		read: (session) => seenIn(seenConfigFile(configDir, session)),
		newest: (root) => {
			for (const file of newestFirst(seenConfigsDir(configDir))) {
				const seen = seenIn(file).find((one) => one.root === root);
				if (seen !== undefined) return seen;
			}
			return undefined;
		},
		// Not synced to disk: a session that outlives a power cut begins anew.
		write: (session, seen) => {
			const text = JSON.stringify({ format: COMPILED_FORMAT, seen });
			writeCache(seenConfigFile(configDir, session), text);
		},
	};
}

function seenIn(file: string): readonly SeenConfig[] {
	const json = readOwnJson(file) as
		| { readonly format?: unknown; readonly seen?: readonly SeenConfig[] }
		| undefined;
	return json?.format === COMPILED_FORMAT ? (json.seen ?? []) : [];
}

function newestFirst(folder: string): string[] {
	const names = unlessError(() => readdirSync(folder)) ?? [];
	const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
	const timed = files.map((file) => ({ file, at: unlessError(() => statSync(file).mtimeMs) ?? 0 }));
	return timed.sort((one, other) => other.at - one.at).map(({ file }) => file);
}
