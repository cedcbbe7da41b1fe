import type { Place } from '../../core/place/place.ts';
import { runIdOf } from '../../core/run/run-order.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import type { Caller } from '../commands/caller.ts';
import type { DeskPorts } from '../ports.ts';
import { processOf } from './process-of.ts';

/** A run that begins now, and where. */
interface Begun extends Pick<RunRecord, 'kind' | 'config' | 'items'> {
	readonly place: Place;
	readonly caller: Caller;
}

/** Its file, as it is written first. */
export function runBegun({ place, caller, ...what }: Begun, ports: DeskPorts): RunRecord {
	const at = new Date(ports.now()).toISOString();
	const { pid, hostname: host } = ports.host;
	return {
		schema_version: 1,
		run_id: runIdOf(at, ports.sha256(`${at} ${pid} ${host}`)),
		started_at: at,
		completed_at: null,
		repo_path: place.root,
		cwd: caller.cwd,
		branch: place.branch,
		...processOf(ports),
		host,
		...what,
	};
}
