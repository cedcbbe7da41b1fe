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

/** The record, or why it cannot be read. */
export type FoundRecord = StoredRecord | { readonly unreadable: string };

/**
 * Looks at the record.
 *
 * @throws Fault `state_newer`
 */
export function findRecord(path: string, readJson: ReadJson, ports: DeskPorts): FoundRecord {
	const found = ports.setupFiles.read(path);
	if (found.kind === 'absent') return { path, text: undefined, record: emptyRecord() };
	if (found.kind === 'refused') return { unreadable: found.why };
	const read = readJson(found.text);
	if (read.kind === 'broken') return { unreadable: `line ${read.line}: ${read.why}` };
	const parsed = parseRecord(read.layout.root.value);
	if (parsed.kind === 'present') return { path, text: found.text, record: parsed.doc };
	if (parsed.kind === 'corrupt') return { unreadable: parsed.reason };
	throw new Fault('state_newer', `${path} has schema version ${parsed.version}`, {
		hint: 'update req, and run this again',
	});
}

/**
 * Reads the record for somebody who only looks.
 *
 * @throws Fault `state_unreadable`, `state_newer`: what cannot be read cannot be taken back
 */
export function readRecord(path: string, readJson: ReadJson, ports: DeskPorts): StoredRecord {
	const found = findRecord(path, readJson, ports);
	if (!('unreadable' in found)) return found;
	throw new Fault('state_unreadable', `${path} cannot be read: ${found.unreadable}`, {
		hint: 'without --dry-run it is set aside; what it recorded is then yours to remove',
	});
}

/** The same under its lock, for somebody who changes it: one that cannot be read is set aside. */
export function recordToChange(
	path: string,
	readJson: ReadJson,
	ports: DeskPorts,
): StoredRecord & { readonly setAside: string | undefined } {
	const found = findRecord(path, readJson, ports);
	if (!('unreadable' in found)) return { ...found, setAside: undefined };
	const setAside = ports.setupFiles.setAside(path);
	return { path, text: undefined, record: emptyRecord(), setAside };
}

/** What the user is told of a record that was set aside. */
export function setAsideText(path: string, setAside: string): string {
	return `${path} could not be read and is set aside: ${setAside}; what it recorded is yours to remove`;
}

/** The change that stores a record; an empty one goes. */
function storing(stored: StoredRecord, record: InitRecord): Replacement {
	const after = record.inits.length === 0 ? undefined : recordText(record);
	return { path: stored.path, before: stored.text, after, isPrivate: true };
}

/**
 * Changes of files with the record around them: first what is about to happen and who does it, last how the record
 * stands then. Whoever is killed in between is found by that, and what was done so far is taken back (`init-undo.ts`).
 */
export function recordedChanges(
	stored: StoredRecord,
	{ begun, changes }: { readonly begun: InitRecord; readonly changes: readonly Replacement[] },
): { readonly work: readonly Replacement[]; readonly end: (record: InitRecord) => Replacement } {
	const begin = storing(stored, begun);
	const { after: text } = begin;
	return {
		work: [begin, ...changes],
		end: (record) => storing({ ...stored, text, record: begun }, record),
	};
}
