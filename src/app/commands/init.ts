import { Fault } from '../../core/fault/fault.ts';
import { recorded } from '../../core/setup/file-change.ts';
import type { RecordedInit } from '../../core/setup/record.ts';
import type { InitPlan } from '../init/init-plan.ts';
import { readRecord, recordPath, storing } from '../init/init-record.ts';
import type { DeskPorts } from '../ports.ts';
import type { Replacement } from '../setup-ports.ts';

/**
 * Carries a plan out: all of its files or none, and a record from which `req init --undo` takes
 * exactly these changes back.
 *
 * @throws Fault `state_unwritable`, `state_unreadable`, `refused` where a file has changed meanwhile
 */
export async function init(plan: InitPlan, ports: DeskPorts): Promise<void> {
	if (plan.changes.length === 0) return;
	const { place, changes } = plan;
	const path = recordPath(plan.layer === 'global', place, ports);
	const stored = readRecord(path, await ports.jsonReader(), ports);
	const done: RecordedInit = {
		at: new Date(ports.now()).toISOString(),
		root: place.root,
		changes: changes.map((change) => recorded(change, ports.sha256)),
		created_directories: missingAbove([path, ...changes.map((change) => change.path)], ports),
	};
	const { record } = stored;
	// The record first: a process that dies in between leaves nothing that cannot be taken back.
	ports.setupFiles.apply([
		storing(stored, { ...record, inits: [...record.inits, done] }),
		...changes.map(({ path: file, before, after }): Replacement => {
			return { path: file, before, after, isPrivate: false };
		}),
	]);
}

/**
 * Why a plan cannot be all that was asked for: the config is another one, and nothing else was wanted.
 *
 * @throws Fault `refused`
 */
export function refuseOtherConfig({ config, configPath }: InitPlan): void {
	if (config !== 'differs') return;
	throw new Fault('refused', `${configPath} exists and stays as it is`, {
		hint: 'req config show, and edit the file',
	});
}

function missingAbove(paths: readonly string[], ports: DeskPorts): string[] {
	const missing = paths.flatMap((path) => ports.setupFiles.missingAbove(path));
	return [...new Set(missing)].sort();
}
