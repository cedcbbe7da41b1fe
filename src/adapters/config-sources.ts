import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceKey } from '../core/config/compiled.ts';
import type { Source } from '../core/config/source.ts';
import type { Place } from '../core/place/place.ts';

/** Key of a file that is not there. */
export const ABSENT = 'absent';

/** A place where a config file may be, and what tells its versions apart. */
export interface ConfigSource extends SourceKey {
	readonly layer: Source['layer'];
	/** Directory the file may not lead out of: a repository's, but not the user's own (behaviour 51). */
	readonly within: string | undefined;
}

/** The config files of a place, in the order of the cascade (D34). One `stat` each, two where a worktree has none. */
export function configSources(configDir: string, place: Place): readonly ConfigSource[] {
	const path = join(configDir, 'requirements.yaml');
	const global: ConfigSource = { layer: 'global', path, key: keyOf(path), within: undefined };
	const project = ownSource(place, 'project', 'requirements.yaml');
	const local = ownSource(place, 'local', 'requirements.local.yaml');
	// Where the home directory is the project, its `.claude` is the config directory.
	const same = global.key !== ABSENT && project.key === global.key;
	return same ? [global, local] : [global, project, local];
}

function ownSource(place: Place, layer: 'project' | 'local', name: string): ConfigSource {
	const own = ownFile(place.root, layer, name);
	if (own.key !== ABSENT || place.mainRoot === undefined) return own;
	const main = ownFile(place.mainRoot, layer, name);
	return main.key === ABSENT ? own : main;
}

function ownFile(root: string, layer: 'project' | 'local', name: string): ConfigSource {
	const path = join(root, '.claude', name);
	return { layer, path, key: keyOf(path), within: root };
}

function keyOf(path: string): string {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return ABSENT;
		// Who changes a file can set its time back, but not the time of that.
		return `${stats.mtimeMs}:${stats.size}:${stats.ino}:${stats.ctimeMs}`;
	} catch (error) {
		return `unreadable:${(error as NodeJS.ErrnoException).code}`;
	}
}
