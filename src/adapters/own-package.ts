import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package a file belongs to: the nearest one above it that holds a plugin. */
export function packageRoot(file: string): string {
	let directory = dirname(file);
	while (!existsSync(join(directory, '.claude-plugin', 'plugin.json'))) {
		const above = dirname(directory);
		if (above === directory) return dirname(file);
		directory = above;
	}
	return directory;
}
