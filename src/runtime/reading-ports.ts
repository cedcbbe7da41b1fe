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
	const writing = { begin: () => undefined, isReadOnly: true, leftMs: 0 };
	const ports = livePorts({ ...context, writing });
	const { host, journal, records, tasks, events, faults } = ports;
	const refuse = () => Promise.reject(new Error('these ports write nothing'));
	return {
		...ports,
		host: { ...host, projectDir: projectDir ?? host.projectDir },
		journal: { ...journal, append: async () => false },
		records: { ...records, fold: refuse, archive: refuse },
		tasks: { ...tasks, update: refuse },
		events: { ...events, append: refuse },
		bundles: { ...ports.bundles, write: async () => 'unwritable' },
		faults: { ...faults, append: async () => undefined },
	};
}
