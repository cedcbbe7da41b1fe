import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../app/setup-ports.ts';
import { member } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import type { ProjectFacts } from '../core/setup/test-command.ts';
import type { GitEnv } from './ask-git.ts';
import { programPath } from './programs.ts';
import { readJson } from './read-json.ts';
import { textOrNothing } from './read-regular.ts';
import { defaultBranch, isIgnored, isTracked } from './setup-git.ts';

/** Bytes; a `package.json` has a few thousand. */
const MAX_BYTES = 1024 * 1024;

export interface SurroundingsOptions {
	readonly configDir: string;
	readonly env: GitEnv;
	readonly ownFolder: string;
}

/** What stands around a project as files, git and the user's environment tell it. */
export function liveSurroundings({ configDir, env, ownFolder }: SurroundingsOptions): Surroundings {
	return {
		project,
		ownFolder,
		defaultBranch: (place) => (place.git ? defaultBranch(place, env) : undefined),
		isIgnored: (place, path) => place.git && isIgnored(place, path, env),
		isTracked: (place, path) => place.git && isTracked(place, path, env),
		hasPlugin: (plugin) =>
			textOrNothing(join(configDir, 'plugins', 'installed_plugins.json'), MAX_BYTES).includes(
				`"${plugin}"`,
			),
		marketplaceSource: (name) => {
			const books = readJson(join(configDir, 'plugins', 'known_marketplaces.json'));
			return member(member(books.json, name), 'source');
		},
		isOnPath: (program) => programPath(program, env) !== undefined,
	};
}

async function project({ root }: Place): Promise<ProjectFacts> {
	const { jsonValue } = await import('./json-layouts.ts');
	const text = (name: string) => textOrNothing(join(root, name), MAX_BYTES);
	return { names: new Set(namesIn(root)), text, json: (name) => jsonValue(text(name)) };
}

function namesIn(dir: string): string[] {
	try {
		return readdirSync(dir);
	} catch {
		return [];
	}
}
