import { loadConfig } from '../../config/load-config.ts';
import { Fault } from '../../core/fault/fault.ts';
import {
	emptyInitRecord,
	type InitRecord,
	initRecordText,
	parseRecord,
	type ReadJson,
	type RecordedChange,
	type RecordedInit,
	type SetupFile,
	setupPath,
	staysWithin,
	type Undone,
	undoChange,
} from '../../core/setup/setup-file.ts';
import { isInside, parentOf } from '../../core/text/paths.ts';
import { placeAt } from '../../git/find-place.ts';
import type { Place } from '../../git/place.ts';
import { realPath } from '../../store/paths.ts';
import type { Caller } from '../commands/caller.ts';
import type { AllPorts } from '../ports.ts';
import type { Replacement } from '../setup-ports.ts';
import { type InitPlan, refuseModel } from './init-plan.ts';

/** The record of what init did, as it is stored. */
interface StoredRecord {
	readonly path: string;
	/** `undefined`: there is none, or none that can be read. */
	readonly text: string | undefined;
	readonly record: InitRecord;
	/** Why it cannot be read. */
	readonly unreadable: string | undefined;
}

/** Where init writes down what it did: beside the state of the project, or of all projects. */
function recordPath(isGlobal: boolean, place: Place, ports: AllPorts): string {
	const dir = isGlobal ? `${ports.host.configDir}/requirements` : place.stateDir;
	return `${dir}/init.json`;
}

/**
 * Looks at the record.
 *
 * @throws Fault `state_newer`
 */
function findRecord(path: string, readJson: ReadJson, ports: AllPorts): StoredRecord {
	const none = { path, text: undefined, record: emptyInitRecord(), unreadable: undefined };
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
function recordToChange(
	path: string,
	readJson: ReadJson,
	ports: AllPorts,
): { readonly stored: StoredRecord; readonly setAside: string | undefined } {
	const stored = findRecord(path, readJson, ports);
	if (stored.unreadable === undefined) return { stored, setAside: undefined };
	const where = ports.setupFiles.setAside(path);
	const setAside = `${path} could not be read and is set aside: ${where}; what it recorded is yours to remove`;
	return { stored, setAside };
}

/**
 * The change that stores a record, or removes an empty one. It is written before the files that it names: if init is
 * killed, `--undo` finds in it what was written.
 *
 * @param before what is stored so far
 */
function storing(path: string, before: string | undefined, record: InitRecord): Replacement {
	const after = record.inits.length === 0 ? undefined : initRecordText(record);
	return { path, before, after, isPrivate: true };
}

/**
 * Carries a plan out: all of its files or none, and a record by which `req init --undo` puts them back.
 *
 * @returns what the user is told of a record that could not be read
 * @throws Fault `state_unwritable`, `refused` if a file has changed meanwhile or another process is at work
 */
export async function init(plan: InitPlan, ports: AllPorts): Promise<readonly string[]> {
	const { place, changes } = plan;
	if (changes.length === 0) return [];
	const path = recordPath(plan.layer === 'global', place, ports);
	const readJson = ports.readJson;
	const missing = [path, ...changes.map((change) => change.path)].flatMap(
		ports.setupFiles.missingAbove,
	);
	const done: RecordedInit = {
		at: new Date(ports.now()).toISOString(),
		root: place.root,
		changes: changes.map(({ file, path: written, before = null, after }) => {
			return { file, path: written, before, after };
		}),
		created_directories: [...new Set(missing)].sort(),
	};
	return ports.setupFiles.locked(path, () => {
		const { stored, setAside } = recordToChange(path, readJson, ports);
		const record = { ...stored.record, inits: [...stored.record.inits, done] };
		const files = changes.map((change) => ({ ...change, isPrivate: false }));
		ports.setupFiles.apply([storing(path, stored.text, record), ...files]);
		return setAside === undefined ? [] : [setAside];
	});
}

interface UndoRequest {
	readonly caller: Caller;
	/** What `req init --global` did, not what it did in this project. */
	readonly isGlobal: boolean;
	/** Every recorded init, not the newest one only. */
	readonly isAll: boolean;
	/** Somebody only looks: a record that cannot be read stays where it is. */
	readonly isDryRun: boolean;
}

/** One file and what becomes of it, all recorded changes to it taken together. */
export interface FileUndo {
	readonly file: SetupFile;
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
	/** What becomes of each change, the newest first; one that stays is the last. */
	readonly outcomes: readonly Undone[];
	/** Git has it: taking it back is something to commit. */
	readonly isTracked: boolean;
}

/** Everything `req init --undo` would do, and nothing done yet. */
export interface UndoPlan {
	readonly place: Place;
	readonly files: readonly FileUndo[];
	readonly inits: readonly RecordedInit[];
	/** Recorded here too, older, and not touched by this plan. The newest last. */
	readonly older: readonly RecordedInit[];
	readonly stored: StoredRecord;
}

/**
 * Works out what taking back the newest `req init` here comes to, or all of them, the newest change first.
 *
 * @throws Fault `refused`, `state_unreadable`, `state_newer`
 */
export async function planUndo(request: UndoRequest, ports: AllPorts): Promise<UndoPlan> {
	const { caller, isGlobal, isAll, isDryRun } = request;
	const place = placeAt(caller.cwd, ports.context);
	await refuseModel(caller, place, { ports, what: 'req init --undo' });
	const readJson = ports.readJson;
	const path = recordPath(isGlobal, place, ports);
	const stored = await readableRecord(path, isDryRun, { ports, readJson });
	const here = stored.record.inits.filter(({ root }) => isGlobal || root === place.root);
	const inits = isAll ? here : here.slice(-1);
	const files = new Map<string, FileUndo>();
	for (const change of inits.flatMap(({ changes }) => changes).reverse()) {
		const undo = files.get(change.path) ?? (await untouched(change, place, ports));
		files.set(change.path, undo);
		if (isLeft(undo)) continue;
		const outcome = undoChange(change, undo.after);
		const after = outcome.kind === 'restored' ? outcome.text : undo.after;
		files.set(change.path, { ...undo, after, outcomes: [...undo.outcomes, outcome] });
	}
	const older = here.filter((one) => !inits.includes(one));
	return { place, files: [...files.values()], inits, older, stored };
}

/** Whether a file stays as it is, and its changes recorded. */
export function isLeft({ outcomes }: FileUndo): boolean {
	return outcomes.some(({ kind }) => kind === 'edited' || kind === 'unusable');
}

/**
 * The record; one that cannot be read is set aside, unless somebody only looks.
 *
 * @throws Fault `state_unreadable`, `state_newer`: what cannot be read cannot be taken back
 */
async function readableRecord(
	path: string,
	isDryRun: boolean,
	{ ports, readJson }: { readonly ports: AllPorts; readonly readJson: ReadJson },
): Promise<StoredRecord> {
	const found = findRecord(path, readJson, ports);
	if (found.unreadable === undefined) return found;
	if (isDryRun) {
		throw new Fault('state_unreadable', `${path} cannot be read: ${found.unreadable}`, {
			hint: 'without --dry-run it is set aside; what it recorded is then yours to remove',
		});
	}
	const change = () => recordToChange(path, readJson, ports);
	const { setAside, stored } = await ports.setupFiles.locked(path, change);
	if (setAside === undefined) return stored;
	throw new Fault('state_unreadable', setAside, {
		hint: 'nothing was taken back; req config show names the files that are there',
	});
}

/** A file as it is now, before anything of it is taken back. */
async function untouched(change: RecordedChange, place: Place, ports: AllPorts): Promise<FileUndo> {
	const { file, path } = change;
	const found = isOwn(change, place, ports) ? ports.setupFiles.read(path) : undefined;
	const text = found?.kind === 'text' ? found.text : undefined;
	const stays = found === undefined || found.kind === 'refused';
	const isTracked = found !== undefined && (await ports.projectProbe.isTracked(place, path));
	return {
		file,
		path,
		before: text,
		after: text,
		outcomes: stays ? [{ kind: 'unusable' }] : [],
		isTracked,
	};
}

/** An archive may bring a record along: only files that init writes here are touched. */
function isOwn({ file, path }: RecordedChange, place: Place, ports: AllPorts): boolean {
	const where = setupPath(file, place, ports.host.configDir);
	return realPath(where.path) === path && staysWithin(path, where);
}

/** Carries it out. What stays as it is stays recorded. Killed over it, the next call ends it. */
export async function undoInit(plan: UndoPlan, ports: AllPorts): Promise<void> {
	const { files, inits, stored } = plan;
	const { setupFiles } = ports;
	const left = new Set(files.filter(isLeft).map(({ path }) => path));
	const emptied = [stored.path, ...files.map(({ path }) => path)];
	const created = inits
		.flatMap((init) => init.created_directories)
		.filter((dir) => emptied.some((path) => isInside(path, dir)));
	const directories = [...new Set(created)].sort();
	await setupFiles.locked(stored.path, () => {
		const { path, text, record } = stored;
		setupFiles.apply(files.map((file) => ({ ...file, isPrivate: false })));
		// Before the record: if this process is killed here, the record still names what is to go.
		setupFiles.removeEmpty(directories);
		const rest = record.inits.flatMap((one) => {
			if (!inits.includes(one)) return [one];
			const changes = one.changes.filter((change) => left.has(change.path));
			return changes.length === 0 ? [] : [{ ...one, changes }];
		});
		setupFiles.apply([storing(path, text, { ...record, inits: rest })]);
	});
	setupFiles.removeEmpty(directories);
}

/**
 * Whether nothing here goes by the state any more, after an undo: no config is left that counts, no
 * other init is recorded, and no other working tree shares the directory.
 */
export async function isStateLeftOver(
	{ place, inits, stored }: UndoPlan,
	ports: AllPorts,
): Promise<boolean> {
	const exists = (path: string) => ports.setupFiles.missingAbove(`${path}/x`).length === 0;
	const isShared = place.git && exists(`${parentOf(place.stateDir)}/worktrees`);
	if (!exists(place.stateDir) || isShared) return false;
	if (stored.record.inits.length > inits.length) return false;
	return (await loadConfig(place, ports.context)).kind === 'none';
}
