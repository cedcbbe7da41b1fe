import { Fault } from '../../core/fault/fault.ts';
import { runIdOf } from '../../core/run/run-record.ts';
import type { RunItem, RunRecord } from '../../core/run/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { onBranchText, type Place } from '../../git/place.ts';
import { redactFields } from '../../secrets/redact.ts';
import { machineOf } from '../../state/registry.ts';
import { isAlive } from '../../state/registry-kind.ts';
import { startedAt } from '../../store/processes.ts';
import type { Caller } from '../commands/caller.ts';
import type { AllPorts, Ports } from '../ports.ts';

/** The run file as it grows: what is not in it did not happen for the next run. */
export interface RunLedger {
	readonly run: () => RunRecord;
	readonly item: (key: string) => RunItem;
	/** Changes one item; writes nothing of one that is not there. */
	readonly update: (key: string, change: Partial<RunItem>) => Promise<void>;
	readonly record: (change: Partial<RunRecord>) => Promise<void>;
}

interface Begun extends Pick<RunRecord, 'kind' | 'config' | 'items'> {
	readonly place: Place;
	readonly caller: Caller;
}

/** The run's file as it is written first. */
export function newRun({ place, caller, ...what }: Begun, ports: Ports): RunRecord {
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
		...ownProcess(ports),
		...what,
	};
}

/** This process, so that others can tell whether the run is still at work. */
export function ownProcess({ host: { pid, hostname: host } }: Ports) {
	const started = startedAt(pid);
	return { pid, ...(started === undefined ? {} : { pid_started: started }), host };
}

/** Whether the process of a run is still there: a run that was killed has no end either. */
export function isAtWork(run: RunRecord, ports: Ports): boolean {
	const { completed_at: completed, pid, pid_started: started, host, started_at: at } = run;
	if (completed !== null) return false;
	return isAlive({ pid, pid_started: started, host, last_activity: at }, machineOf(ports.context));
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
	ports: AllPorts,
): Promise<RunLedger> {
	let run = withoutSecrets(begun);
	const isRival = (other: RunRecord) => other.branch === begun.branch && isAtWork(other, ports);
	const begin = await ports.runs.begin(place, run, isRival);
	if (begin.kind === 'unwritable') throw unwritable(place);
	if (begin.kind === 'busy')
		throw new Fault('refused', 'another run is starting in this repository', { hint: 'try again' });
	if (begin.kind === 'rival') throw refused(begin.rival, place, ports);
	await endOrphans(place, ports);
	const record = async (change: Partial<RunRecord>) => {
		run = withoutSecrets({ ...run, ...change });
		if (!(await ports.runs.save(place, run))) throw unwritable(place);
	};
	return {
		run: () => run,
		item: (key) => run.items[key] as RunItem,
		record,
		update: async (key, change) => {
			const item = run.items[key];
			if (item !== undefined)
				await record({ items: { ...run.items, [key]: { ...item, ...change } } });
		},
	};
}

/** The one place where what a run's file says is redacted (D30). */
function withoutSecrets(run: RunRecord): RunRecord {
	return redactFields(run, ['config', 'items', 'pipeline']);
}

/**
 * Ends the clients of killed runs, whichever branch they were on: some never see a run again. A client whose reader is
 * gone neither goes on nor ends (notes on headless clients), and its session would count as at work for ever.
 */
async function endOrphans(place: Place, ports: AllPorts): Promise<void> {
	for (const run of await ports.runs.unfinished(place)) {
		if (run.host !== ports.host.hostname || isAtWork(run, ports)) continue;
		const clients = Object.values(run.items).flatMap(({ client }) => client ?? []);
		for (const { pid, pid_started: started } of clients) {
			if (startedAt(pid) === started) await ports.clients.end(pid);
		}
	}
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
	ports: AllPorts,
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
