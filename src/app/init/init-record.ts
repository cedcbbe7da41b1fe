import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { emptyRecord, type InitRecord, parseRecord, recordText } from '../../core/setup/record.ts';
import type { ReadJson } from '../../core/setup/settings-edits.ts';
import type { DeskPorts } from '../ports.ts';
import type { Replacement } from '../setup-ports.ts';

/** The record of what init did, as it is stored. */
export interface StoredRecord {
	readonly path: string;
	/** `undefined`: there is none. */
	readonly text: string | undefined;
	readonly record: InitRecord;
}

/** Where init writes down what it did: beside the state of the project, or of all projects. */
export function recordPath(isGlobal: boolean, place: Place, ports: DeskPorts): string {
	const dir = isGlobal ? `${ports.host.configDir}/requirements` : place.stateDir;
	return `${dir}/init.json`;
}

/**
 * Reads the record.
 *
 * @throws Fault `state_unreadable`, `state_newer`: what cannot be read cannot be taken back or added to
 */
export function readRecord(path: string, readJson: ReadJson, ports: DeskPorts): StoredRecord {
	const found = ports.setupFiles.read(path);
	if (found.kind === 'absent') return { path, text: undefined, record: emptyRecord() };
	if (found.kind === 'refused') throw unreadable(path, found.why);
	const read = readJson(found.text);
	if (read.kind === 'broken') throw unreadable(path, `line ${read.line}: ${read.why}`);
	const parsed = parseRecord(read.layout.root.value);
	if (parsed.kind === 'present') return { path, text: found.text, record: parsed.doc };
	if (parsed.kind === 'corrupt') throw unreadable(path, parsed.reason);
	throw new Fault('state_newer', `${path} has schema version ${parsed.version}`, {
		hint: 'update req, and run this again',
	});
}

/** The change that stores a record; an empty one goes. */
export function storing(stored: StoredRecord, record: InitRecord): Replacement {
	const after = record.inits.length === 0 ? undefined : recordText(record);
	return { path: stored.path, before: stored.text, after, isPrivate: true };
}

function unreadable(path: string, why: string): Fault {
	return new Fault('state_unreadable', `${path} cannot be read: ${why}`, {
		hint: 'move it away; what earlier calls of `req init` wrote is then yours to remove',
	});
}
