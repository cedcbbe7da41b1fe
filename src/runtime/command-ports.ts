import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ports } from '../app/ports.ts';
import { livePorts } from './live-ports.ts';

/** Patience for a lock (ms): somebody waits, but no tool call does (D8). */
export const LOCK_WAIT_MS = 2_000;

/** The real world as every command sees it. What only some ask is in `desk-ports.ts`. */
export function commandPorts(): Ports {
	const ports = livePorts(LOCK_WAIT_MS);
	return {
		...ports,
		foreignMods: async (project) => {
			const { foreignMods } = await import('../adapters/foreign-mods.ts');
			const { pluginRoot = packageRoot(fileURLToPath(import.meta.url)) } = ports.host;
			return foreignMods(project, { ...ports.host, pluginRoot }, process.env);
		},
	};
}

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
