import { existsSync } from 'node:fs';
import type { Checkup, ClientSurroundings } from '../app/doctor-ports.ts';
import { textIn } from '../core/document/foreign-json.ts';
import { askProgram, programPath } from './programs.ts';
import { readJson } from './read-json.ts';
import { type StoredWorld, storedAt } from './stored.ts';
import { namesIn } from './stray-scan.ts';

/** What the checkup works with beyond the disk. */
export interface CheckupOptions extends StoredWorld {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly surroundings: ClientSurroundings;
	/** The folder of this package. */
	readonly root: string;
}

const MAX_NAMES = 1_000;

/** The machine as `req doctor` looks at it. */
export function liveCheckup(options: CheckupOptions): Checkup {
	const { env, surroundings, root } = options;
	return {
		own: () => ({ root, version: ownVersion(root) }),
		surroundings,
		json: readJson,
		names: (directory) => namesIn(directory).slice(0, MAX_NAMES),
		exists: (path) => existsSync(path),
		program: (name) => askProgram(name, env),
		hasProgram: (name) => programPath(name, env) !== undefined,
		stored: (place) => storedAt(place, options),
	};
}

function ownVersion(root: string): string {
	return textIn(readJson(`${root}/.claude-plugin/plugin.json`).json, 'version') ?? 'unknown';
}
