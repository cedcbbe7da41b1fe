import { Fault } from '../../core/fault/fault.ts';
import { recorded } from '../../core/setup/file-change.ts';
import type { RecordedInit } from '../../core/setup/record.ts';
import type { InitPlan } from '../init/init-plan.ts';
import { recordedChanges, recordPath, recordToChange, setAsideText } from '../init/init-record.ts';
import type { DeskPorts } from '../ports.ts';
import type { Replacement } from '../setup-ports.ts';

/**
 * Carries a plan out: all of its files or none, and a record from which `req init --undo` takes
 * exactly these changes back. Killed at any moment, the next `req init` or `--undo` takes back what was done.
 *
 * @returns what the user is told of a record that could not be read
 * @throws Fault `state_unwritable`, `refused` where a file has changed meanwhile or another process is at work
 */
export async function init(plan: InitPlan, ports: DeskPorts): Promise<readonly string[]> {
	if (plan.changes.length === 0) return [];
	const { place, changes } = plan;
	const path = recordPath(plan.layer === 'global', place, ports);
	const readJson = await ports.jsonReader();
	const done: RecordedInit = {
		at: new Date(ports.now()).toISOString(),
		root: place.root,
		changes: changes.map((change) => recorded(change, ports.sha256)),
		created_directories: missingAbove([path, ...changes.map((change) => change.path)], ports),
	};
	return ports.setupFiles.locked(path, () => {
		const { setAside, ...stored } = recordToChange(path, readJson, ports);
		const { record } = stored;
		const adding = (one: RecordedInit) => ({ ...record, inits: [...record.inits, one] });
		const files = changes.map(({ path: file, before, after }): Replacement => {
			return { path: file, before, after, isPrivate: false };
		});
		const begun = adding({ ...done, pid: ports.host.pid });
		const { work, end } = recordedChanges(stored, { begun, changes: files });
		ports.setupFiles.apply([...work, end(adding(done))]);
		return setAside === undefined ? [] : [setAsideText(path, setAside)];
	});
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
