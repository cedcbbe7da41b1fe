import { Fault } from '../../core/fault/fault.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { withItem } from '../../core/run/run-record.ts';
import type { RunItem, RunRecord } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import { endLeftBehind } from './left-behind.ts';
import { isAtWork } from './process-of.ts';

/** The run file as it grows: what is not in it did not happen for the next run. */
export interface RunLedger {
	readonly run: () => RunRecord;
	readonly item: (key: string) => RunItem;
	readonly update: (key: string, change: Partial<RunItem>) => Promise<void>;
	/** Changes what is not of one item alone. */
	readonly record: (change: Partial<RunRecord>) => Promise<void>;
	readonly complete: () => Promise<void>;
}

/**
 * Begins a run's file, and ends what killed ones left. Two runs on one branch would take each other's tasks.
 *
 * @throws Fault `refused` where another run is at work on the branch; `state_unwritable` at any step that cannot be
 * kept: a run nobody could resume does not go on
 */
export async function openLedger(
	place: Place,
	begun: RunRecord,
	ports: DeskPorts,
): Promise<RunLedger> {
	let run = begun;
	const save = async (next: RunRecord) => {
		run = next;
		if (!(await ports.runs.save(place, run))) throw unwritable(place);
	};
	const isRival = (other: RunRecord) => other.branch === begun.branch && isAtWork(other, ports);
	const begin = await ports.runs.begin(place, begun, isRival);
	if (begin.kind === 'unwritable') throw unwritable(place);
	if (begin.kind === 'rival') throw refused(begin.rival, place, ports);
	await endLeftBehind(place, ports);
	return {
		run: () => run,
		item: (key) => run.items[key] as RunItem,
		update: async (key, change) => save(withItem(run, key, change)),
		record: async (change) => save({ ...run, ...change }),
		complete: async () => save({ ...run, completed_at: new Date(ports.now()).toISOString() }),
	};
}

/** A run nobody could resume does not go on. */
export function unwritable({ stateDir }: Place): Fault {
	return new Fault('state_unwritable', `the run cannot be kept in ${stateDir}/runs`, {
		hint: 'free the disk or make the folder writable',
	});
}

function refused(
	{ run_id: id, branch, pid, host }: RunRecord,
	{ stateDir }: Place,
	ports: DeskPorts,
): Fault {
	const what = `run ${id} is at work ${onBranchText(branch)}`;
	if (host === ports.host.hostname) {
		return new Fault('refused', `${what} (pid ${pid})`, {
			hint: `wait for it, or end it with Ctrl-C where it runs; \`req run show ${id}\` tells how far it is`,
		});
	}
	return new Fault('refused', `${what}, on the machine ${named(host)}`, {
		hint: `wait for it; where that machine is gone, it counts no more after a day, or once ${stateDir}/runs/${id}.json is removed`,
	});
}
