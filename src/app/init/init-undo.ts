import { Fault } from '../../core/fault/fault.ts';
import { isInside, parentOf } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import type { RecordedChange, RecordedInit } from '../../core/setup/record.ts';
import type { ReadJson } from '../../core/setup/settings-edits.ts';
import { type SetupFile, setupPath, staysWithin } from '../../core/setup/setup-file.ts';
import { type Undone, type UndoTools, undoChange } from '../../core/setup/undo-change.ts';
import type { Caller } from '../commands/caller.ts';
import type { DeskPorts } from '../ports.ts';
import { refuseModel } from './init-plan.ts';
import {
	findRecord,
	readRecord,
	recordedChanges,
	recordPath,
	recordToChange,
	type StoredRecord,
	setAsideText,
} from './init-record.ts';

export interface UndoRequest {
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
	/** What each change comes to, the newest first. */
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
export async function planUndo(request: UndoRequest, ports: DeskPorts): Promise<UndoPlan> {
	const { caller, isGlobal, isAll, isDryRun } = request;
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, { ports, what: 'req init --undo' });
	const readJson = await ports.jsonReader();
	const path = recordPath(isGlobal, place, ports);
	const stored = isDryRun
		? readRecord(path, readJson, ports)
		: await readableRecord(path, readJson, ports);
	const here = stored.record.inits.filter(({ root }) => isGlobal || root === place.root);
	const killed = here.filter(({ pid }) => pid !== undefined);
	const newest = killed.length > 0 ? killed : here.slice(-1);
	const inits = isAll ? here : newest;
	const files = new Map<string, FileUndo>();
	for (const change of inits.flatMap(({ changes }) => changes).reverse()) {
		const undo = fileUndo(change, files.get(change.path), { place, ports });
		files.set(change.path, taken(change, undo, { sha256: ports.sha256, readJson }));
	}
	const older = here.filter((one) => !inits.includes(one));
	return { place, files: [...files.values()], inits, older, stored };
}

/** @throws Fault `state_unreadable`: it is set aside by then */
async function readableRecord(
	path: string,
	readJson: ReadJson,
	ports: DeskPorts,
): Promise<StoredRecord> {
	const found = findRecord(path, readJson, ports);
	if (!('unreadable' in found)) return found;
	const change = () => recordToChange(path, readJson, ports);
	const { setAside, ...stored } = await ports.setupFiles.locked(path, change);
	if (setAside === undefined) return stored;
	throw new Fault('state_unreadable', setAsideText(path, setAside), {
		hint: 'nothing was taken back; req config show names the files that are there',
	});
}

/** Carries it out, and forgets what was recorded. Killed over it, the next call ends it. */
export async function undoInit(plan: UndoPlan, ports: DeskPorts): Promise<void> {
	const { files, inits, stored } = plan;
	const emptied = [stored.path, ...files.map(({ path }) => path)];
	const created = inits
		.flatMap((init) => init.created_directories)
		.filter((dir) => emptied.some((path) => isInside(path, dir)));
	const directories = [...new Set(created)].sort();
	await ports.setupFiles.locked(stored.path, () => {
		if (inits.length > 0) undoRecorded(plan, directories, ports);
	});
	ports.setupFiles.removeEmpty(directories);
}

function undoRecorded(
	{ place, files, inits, stored }: UndoPlan,
	directories: readonly string[],
	ports: DeskPorts,
): void {
	for (const { pid, changes } of inits) {
		const own = pid === undefined ? [] : changes.filter((one) => isOwn(one, place, ports));
		for (const { path } of own) ports.setupFiles.removeTemporaries(path, pid ?? 0);
	}
	const all = stored.record.inits;
	const begun = all.map((one) => (inits.includes(one) ? { ...one, pid: ports.host.pid } : one));
	const changes = files.map(({ path, before, after }) => {
		return { path, before, after, isPrivate: false };
	});
	const { work, end } = recordedChanges(stored, {
		begun: { ...stored.record, inits: begun },
		changes,
	});
	ports.setupFiles.apply(work);
	// Before the record: whoever is killed here finds in it what is still to go.
	ports.setupFiles.removeEmpty(directories);
	const rest = all.filter((one) => !inits.includes(one));
	ports.setupFiles.apply([end({ ...stored.record, inits: rest })]);
}

/**
 * Before an init: takes back what one that was killed has written. Nobody else can be at work: that one had the lock.
 *
 * @returns what the user is told of it
 * @throws Fault `refused`, `state_newer`, `state_unwritable`
 */
export async function takeBackKilled(
	request: Pick<UndoRequest, 'caller' | 'isGlobal'>,
	ports: DeskPorts,
): Promise<readonly string[]> {
	const { caller, isGlobal } = request;
	const path = recordPath(isGlobal, ports.places.at(caller.cwd), ports);
	if (ports.setupFiles.isDisturbed(path)) await ports.setupFiles.locked(path, () => undefined);
	const found = findRecord(path, await ports.jsonReader(), ports);
	if ('unreadable' in found || found.record.inits.every(({ pid }) => pid === undefined)) return [];
	const plan = await planUndo({ ...request, isAll: false, isDryRun: true }, ports);
	if (plan.inits.every(({ pid }) => pid === undefined)) return [];
	await undoInit(plan, ports);
	return ['an earlier `req init` was killed half-way: what it had written is taken back'];
}

/** What the file holds before this change is taken back: what taking newer ones back has left. */
function fileUndo(
	change: RecordedChange,
	earlier: FileUndo | undefined,
	{ place, ports }: { readonly place: Place; readonly ports: DeskPorts },
): FileUndo {
	if (earlier !== undefined) return earlier;
	const isMine = isOwn(change, place, ports);
	const found = isMine ? ports.setupFiles.read(change.path) : undefined;
	const isTracked = isMine && ports.surroundings.isTracked(place, change.path);
	const text = found?.kind === 'text' ? found.text : undefined;
	const outcomes: Undone[] =
		found === undefined || found.kind === 'refused' ? [{ kind: 'stays' }] : [];
	const { file, path } = change;
	return { file, path, before: text, after: text, outcomes, isTracked };
}

/** An archive may bring a record along: only files that init writes here are touched (behaviour 51). */
function isOwn({ file, path }: RecordedChange, place: Place, ports: DeskPorts): boolean {
	const where = setupPath(file, place, ports.host.configDir);
	return ports.places.realPath(where.path) === path && staysWithin(path, where);
}

function taken(change: RecordedChange, undo: FileUndo, tools: UndoTools): FileUndo {
	if (undo.outcomes.some(({ kind }) => kind === 'stays')) return undo;
	const outcome = undoChange(change, undo.after, tools);
	const changes = outcome.kind === 'restored' || outcome.kind === 'cleaned';
	const after = changes ? outcome.text : undo.after;
	return { ...undo, after, outcomes: [...undo.outcomes, outcome] };
}

/**
 * Whether nothing here goes by the state any more, after an undo: no config is left that counts, no
 * other init is recorded, and no other working tree shares the directory.
 */
export async function isStateLeftOver(
	{ place, inits, stored }: UndoPlan,
	ports: DeskPorts,
): Promise<boolean> {
	const exists = (path: string) => ports.setupFiles.missingAbove(`${path}/x`).length === 0;
	const isShared = place.git && exists(`${parentOf(place.stateDir)}/worktrees`);
	if (!exists(place.stateDir) || isShared) return false;
	if (stored.record.inits.length > inits.length) return false;
	return (await ports.config.load(place)).kind === 'none';
}
