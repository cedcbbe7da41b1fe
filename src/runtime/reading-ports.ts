import type { Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { livePorts } from './live-ports.ts';

/**
 * What a reader has, such as the status line: nothing is written, moved to quarantine or stored as a fault, and no lock is
 * waited for.
 *
 * @param projectDir where the session started; `undefined`: what the environment says
 */
export function readingPorts(context: Context, projectDir: string | undefined): Ports {
	const begin = () => {
		throw new Error('a reader changes nothing');
	};
	const ports = livePorts({ ...context, writing: { begin, isReadOnly: true, leftMs: 0 } });
	const { host } = ports;
	return { ...ports, host: { ...host, projectDir: projectDir ?? host.projectDir } };
}
