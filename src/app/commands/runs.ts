import { Fault } from '../../core/fault/fault.ts';
import { inOrder } from '../../core/run/run-record.ts';
import type { FoundRun } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import type { RunListing } from '../run-ports.ts';
import { isAtWork } from '../runs/run-ledger.ts';
import type { Caller } from './caller.ts';
import { homeOfCaller } from './memory-of.ts';

/** A run as lists show it. */
export interface ListedRun extends FoundRun {
	/** Its process is there still; a run without an end whose process is gone was killed. */
	readonly isAtWork: boolean;
}

/** The runs of this repository, of every branch, newest first. */
export async function runsList(
	caller: Caller,
	ports: DeskPorts,
): Promise<{
	readonly runs: readonly ListedRun[];
	readonly unreadable: RunListing['unreadable'];
}> {
	const place = await homeOfCaller(caller, ports);
	const { runs, unreadable } = await ports.runs.list(place);
	const listed = inOrder(runs).map((run) => ({ ...run, isAtWork: isAtWork(run.record, ports) }));
	return { runs: listed, unreadable };
}

/** Fewer characters mean too many runs. */
const SHORTEST = 4;

/**
 * The run that a reference means: its id, the start of it, or its last 8 digits; without one the newest.
 *
 * @throws Fault `unknown_name`
 */
export async function runAsked(
	reference: string | undefined,
	caller: Caller,
	ports: DeskPorts,
): Promise<ListedRun> {
	const { runs } = await runsList(caller, ports);
	const [newest] = runs;
	if (reference === undefined && newest !== undefined) return newest;
	const wanted = (reference ?? '').trim().toLowerCase();
	const found = runs.filter(({ record: { run_id: id } }) => isMeant(id.toLowerCase(), wanted));
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	let message = 'there is no run yet';
	if (reference !== undefined) {
		const many = `${named(reference)} means ${found.length} runs`;
		message = found.length === 0 ? `there is no run ${named(reference)}` : many;
	}
	throw new Fault('unknown_name', message, { hint: 'req run list' });
}

function isMeant(id: string, wanted: string): boolean {
	return wanted.length >= SHORTEST && (id.startsWith(wanted) || id.endsWith(`_${wanted}`));
}
