import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandPorts } from '../app/ports.ts';
import type { CommandContext } from '../core/context.ts';
import { livePorts } from './live-ports.ts';

/** The real world as every command sees it. What only some ask is in `all-ports.ts`. */
export function commandPorts(context: CommandContext): CommandPorts {
	const ports = livePorts(context);
	return { ...ports, context: { ...context, now: ports.now } };
}

/** The folder of this package: the nearest one above this file that holds a plugin. */
export function ownFolder(): string {
	const own = dirname(import.meta.filename);
	let directory = own;
	while (!existsSync(join(directory, '.claude-plugin', 'plugin.json'))) {
		const above = dirname(directory);
		if (above === directory) return own;
		directory = above;
	}
	return directory;
}
