import type { Ports } from '../ports.ts';

/** This process, so that others can tell whether the run is still at work. */
export function processOf({ host, processes }: Ports): { pid: number; pid_started?: string } {
	const started = processes.startedAt(host.pid);
	return { pid: host.pid, ...(started === undefined ? {} : { pid_started: started }) };
}
