import type { Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import type { Place } from '../git/place.ts';
import { lookAtBranchState } from '../state/branch-state-files.ts';
import { livePorts } from './live-ports.ts';

/**
 * The real world for those who only look: nothing is written, moved to quarantine, noted as a fault or
 * measured, and nobody waits for a lock.
 *
 * @param projectDir where the session started; `undefined`: what the environment says
 */
export function readingPorts(context: Context, projectDir: string | undefined): Ports {
	const { now } = context;
	const ports = livePorts(context, 0);
	const writing = { begin: () => undefined, isReadOnly: true, leftMs: 0 };
	const { host, branchState, registry, journal, records, tasks, events, faults, sha256 } = ports;
	const look = async (place: Place) => lookAtBranchState(place, { now: now(), sha256 });
	const refuse = () => Promise.reject(new Error('these ports write nothing'));
	return {
		...ports,
		context: { ...context, writing },
		// The steady clock leaves a mark at each look.
		now,
		host: { ...host, projectDir: projectDir ?? host.projectDir },
		branchState: {
			...branchState,
			read: look,
			update: refuse,
		},
		registry: { ...registry, update: refuse },
		journal: { ...journal, append: async () => false },
		records: { ...records, fold: refuse, archive: refuse },
		tasks: { ...tasks, update: refuse },
		events: { ...events, append: async () => false, leave: async () => false },
		bundles: { ...ports.bundles, write: async () => 'unwritable' },
		faults: { ...faults, append: async () => undefined },
	};
}
