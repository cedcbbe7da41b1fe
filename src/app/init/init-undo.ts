import { isInside, parentOf } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import type { RecordedChange, RecordedInit } from '../../core/setup/record.ts';
import { type SetupFile, setupPath, staysWithin } from '../../core/setup/setup-file.ts';
import { type Undone, type UndoTools, undoChange } from '../../core/setup/undo-change.ts';
import type { Caller } from '../commands/caller.ts';
import type { DeskPorts } from '../ports.ts';
import { refuseModel } from './init-plan.ts';
import { readRecord, recordPath, type StoredRecord, storing } from './init-record.ts';

export interface UndoRequest {
	readonly caller: Caller;
	/** What `req init --global` did, not what it did in this project. */
	readonly isGlobal: boolean;
	/** Every recorded init, not the newest one only. */
	readonly isAll: boolean;
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
	const { caller, isGlobal, isAll } = request;
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, { ports, what: 'req init --undo' });
	const readJson = await ports.jsonReader();
	const stored = readRecord(recordPath(isGlobal, place, ports), readJson, ports);
	const here = stored.record.inits.filter(({ root }) => isGlobal || root === place.root);
	const first = isAll ? 0 : Math.max(0, here.length - 1);
	const inits = here.slice(first);
	const files = new Map<string, FileUndo>();
	for (const change of inits.flatMap(({ changes }) => changes).reverse()) {
		const undo = fileUndo(change, files.get(change.path), { place, ports });
		files.set(change.path, taken(change, undo, { sha256: ports.sha256, readJson }));
	}
	return { place, files: [...files.values()], inits, older: here.slice(0, first), stored };
}

/** Carries it out, and forgets what was recorded. */
export function undoInit({ files, inits, stored }: UndoPlan, ports: DeskPorts): void {
	const rest = stored.record.inits.filter((one) => !inits.includes(one));
	ports.setupFiles.apply([
		...files.map(({ path, before, after }) => ({ path, before, after, isPrivate: false })),
		storing(stored, { ...stored.record, inits: rest }),
	]);
	const emptied = [stored.path, ...files.map(({ path }) => path)];
	const created = inits
		.flatMap((init) => init.created_directories)
		.filter((dir) => emptied.some((path) => isInside(path, dir)));
	ports.setupFiles.removeEmpty([...new Set(created)].sort());
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
