import type { CommandPorts } from '../app/ports.ts';
import type { CommandContext } from '../core/context.ts';
import { livePorts } from './live-ports.ts';

/** The real world as every command sees it. */
export function commandPorts(context: CommandContext): CommandPorts {
	const ports = livePorts(context);
	return { ...ports, context: { ...context, now: ports.now } };
}
