import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { type ReadJson, recorded } from '../../core/setup/file-change.ts';
import {
	emptyRecord,
	type InitRecord,
	parseRecord,
	type RecordedInit,
	recordText,
} from '../../core/setup/record.ts';
import type { DeskPorts } from '../ports.ts';
import type { Replacement } from '../setup-ports.ts';
import type { InitPlan } from './init-plan.ts';

/** The record of what init did, as it is stored. */
export interface StoredRecord {
	readonly path: string;
	/** `undefined`: there is none, or none that can be read. */
	readonly text: string | undefined;
	readonly record: InitRecord;
	/** Why it cannot be read. */
	readonly unreadable: string | undefined;
}

/** Where init writes down what it did: beside the state of the project, or of all projects. */
export function recordPath(isGlobal: boolean, place: Place, ports: DeskPorts): string {
	const dir = isGlobal ? `${ports.host.configDir}/requirements` : place.stateDir;
	return `${dir}/init.json`;
}

/**
 * Looks at the record.
 *
 * @throws Fault `state_newer`
 */
export function findRecord(path: string, readJson: ReadJson, ports: DeskPorts): StoredRecord {
	const none = { path, text: undefined, record: emptyRecord(), unreadable: undefined };
	const found = ports.setupFiles.read(path);
	if (found.kind === 'absent') return none;
	if (found.kind === 'refused') return { ...none, unreadable: found.why };
	const read = readJson(found.text);
	if (read.kind === 'broken') return { ...none, unreadable: `line ${read.line}: ${read.why}` };
	const parsed = parseRecord(read.layout.root.value);
	if (parsed.kind === 'present') return { ...none, text: found.text, record: parsed.doc };
	if (parsed.kind === 'corrupt') return { ...none, unreadable: parsed.reason };
	throw new Fault('state_newer', `${path} has schema version ${parsed.version}`, {
		hint: 'update req, and run this again',
	});
}

/**
 * The same under its lock, for somebody who changes it: one that cannot be read is set aside.
 *
 * @returns with what the user is told of that
 */
export function recordToChange(
	path: string,
	readJson: ReadJson,
	ports: DeskPorts,
): { readonly stored: StoredRecord; readonly setAside: string | undefined } {
	const stored = findRecord(path, readJson, ports);
	if (stored.unreadable === undefined) return { stored, setAside: undefined };
	const where = ports.setupFiles.setAside(path);
	const setAside = `${path} could not be read and is set aside: ${where}; what it recorded is yours to remove`;
	return { stored, setAside };
}

/**
 * The change that stores a record; an empty one goes. Changes of files have it around them: first what is about to
 * happen and who does it, last how the record stands then. Whoever is killed in between is found by that, and what
 * was done so far is taken back (`init-undo.ts`).
 *
 * @param before what is stored so far
 */
export function storing(path: string, before: string | undefined, record: InitRecord): Replacement {
	const after = record.inits.length === 0 ? undefined : recordText(record);
	return { path, before, after, isPrivate: true };
}

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
	const missing = [path, ...changes.map((change) => change.path)].flatMap(
		ports.setupFiles.missingAbove,
	);
	const done: RecordedInit = {
		at: new Date(ports.now()).toISOString(),
		root: place.root,
		changes: changes.map((change) => recorded(change, ports.sha256)),
		created_directories: [...new Set(missing)].sort(),
	};
	return ports.setupFiles.locked(path, () => {
		const { stored, setAside } = recordToChange(path, readJson, ports);
		const adding = (one: RecordedInit) => ({
			...stored.record,
			inits: [...stored.record.inits, one],
		});
		const begin = storing(path, stored.text, adding({ ...done, pid: ports.host.pid }));
		const files = changes.map((change) => ({ ...change, isPrivate: false }));
		ports.setupFiles.apply([begin, ...files, storing(path, begin.after, adding(done))]);
		return setAside === undefined ? [] : [setAside];
	});
}
