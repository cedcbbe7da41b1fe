import { isAlive } from '../../core/registry/liveness.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import type { Ports } from '../ports.ts';
import { machineOf } from '../registering.ts';

/** This process, so that others can tell whether the run is still at work. */
export function processOf({ host, processes }: Ports): { pid: number; pid_started?: string } {
	const started = processes.startedAt(host.pid);
	return { pid: host.pid, ...(started === undefined ? {} : { pid_started: started }) };
}

/** Whether the process of a run is still there: a run that was killed has no end either. */
export function isAtWork(run: RunRecord, ports: Ports): boolean {
	const { completed_at: completed, pid, pid_started: started, host, started_at: at } = run;
	if (completed !== null) return false;
	return isAlive({ pid, pid_started: started, host, last_activity: at }, machineOf(ports));
}
