import type { Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { livePorts } from './live-ports.ts';

/**
 * The real world for those who only look: nothing is written, moved to quarantine, noted as a fault or
 * measured, and nobody waits for a lock.
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
