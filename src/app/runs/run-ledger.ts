import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { withItem } from '../../core/run/run-record.ts';
import type { RunItem, RunRecord } from '../../core/run/schema.ts';
import type { DeskPorts } from '../ports.ts';

/** The run file as it grows: what is not in it did not happen for the next run. */
export interface RunLedger {
	readonly run: () => RunRecord;
	readonly item: (task: string) => RunItem;
	readonly update: (task: string, change: Partial<RunItem>) => Promise<void>;
	readonly complete: () => Promise<void>;
}

/**
 * Begins a run's file.
 *
 * @throws Fault `state_unwritable` at any step that cannot be kept: a run nobody could resume does not go on
 */
export async function openLedger(
	place: Place,
	begun: RunRecord,
	ports: DeskPorts,
): Promise<RunLedger> {
	let run = begun;
	const save = async (next: RunRecord) => {
		run = next;
		if (await ports.runs.save(place, run)) return;
		throw new Fault('state_unwritable', `the run cannot be kept in ${place.stateDir}/runs`, {
			hint: 'free the disk or make the folder writable',
		});
	};
	await save(begun);
	return {
		run: () => run,
		item: (task) => run.items[task] as RunItem,
		update: async (task, change) => save(withItem(run, task, change)),
		complete: async () => save({ ...run, completed_at: new Date(ports.now()).toISOString() }),
	};
}
