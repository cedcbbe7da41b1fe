import type { Place } from '../../core/place/place.ts';
import type { RunClient, RunRecord } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';
import { isAtWork } from './process-of.ts';

/**
 * Ends the clients of killed runs, whichever branch they were on: some never see a run again. A client whose reader is gone neither goes on nor ends (notes on
 * headless clients), and its session would count as at work for ever.
 */
export async function endLeftBehind(place: Place, ports: DeskPorts): Promise<void> {
	const runs = await ports.runs.unfinished(place);
	const killed = runs.filter((run) => isKilled(run, ports));
	for (const { pid, pid_started: started } of killed.flatMap(clientsOf)) {
		if (ports.processes.startedAt(pid) === started) await ports.clients.end(pid);
	}
}

function isKilled(run: RunRecord, ports: DeskPorts): boolean {
	const isHere = run.host === ports.host.hostname;
	return isHere && run.completed_at === null && !isAtWork(run, ports);
}

function clientsOf({ items }: RunRecord): RunClient[] {
	return Object.values(items).flatMap(({ client }) => client ?? []);
}
