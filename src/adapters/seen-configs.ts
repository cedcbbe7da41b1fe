import { join } from 'node:path';
import type { SeenConfigs } from '../app/ports.ts';
import { COMPILED_FORMAT } from '../core/config/config.ts';
import type { SeenConfig } from '../core/config/config-change.ts';
import { writeCache } from './atomic-write.ts';
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
		read: (session) => {
			const json = readOwnJson(seenConfigFile(configDir, session)) as
				| { readonly format?: unknown; readonly seen?: readonly SeenConfig[] }
				| undefined;
			return json?.format === COMPILED_FORMAT ? (json.seen ?? []) : [];
		},
		// Not synced to disk: a session that outlives a power cut begins anew.
		write: (session, seen) => {
			const text = JSON.stringify({ format: COMPILED_FORMAT, seen });
			writeCache(seenConfigFile(configDir, session), text);
		},
	};
}
