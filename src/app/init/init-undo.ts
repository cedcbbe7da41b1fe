import { isInside } from '../../core/place/paths.ts';
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
}

/** One file and what becomes of it, all recorded changes to it taken together. */
export interface FileUndo {
	readonly file: SetupFile;
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
	/** What each change comes to, the newest first. */
	readonly outcomes: readonly Undone[];
}

/** Everything `req init --undo` would do, and nothing done yet. */
export interface UndoPlan {
	readonly place: Place;
	readonly files: readonly FileUndo[];
	readonly inits: readonly RecordedInit[];
	readonly stored: StoredRecord;
}

/**
 * Works out what taking back all that `req init` did here comes to, the newest change first.
 *
 * @throws Fault `refused`, `state_unreadable`, `state_newer`
 */
export async function planUndo(request: UndoRequest, ports: DeskPorts): Promise<UndoPlan> {
	const { caller, isGlobal } = request;
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, { ports, what: 'req init --undo' });
	const readJson = await ports.jsonReader();
	const stored = readRecord(recordPath(isGlobal, place, ports), readJson, ports);
	const inits = stored.record.inits.filter(({ root }) => isGlobal || root === place.root);
	const files = new Map<string, FileUndo>();
	for (const change of inits.flatMap(({ changes }) => changes).reverse()) {
		const undo = fileUndo(change, files.get(change.path), { place, ports });
		files.set(change.path, taken(change, undo, { sha256: ports.sha256, readJson }));
	}
	return { place, files: [...files.values()], inits, stored };
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
	const found = isOwn(change, place, ports) ? ports.setupFiles.read(change.path) : undefined;
	const text = found?.kind === 'text' ? found.text : undefined;
	const outcomes: Undone[] =
		found === undefined || found.kind === 'refused' ? [{ kind: 'stays' }] : [];
	return { file: change.file, path: change.path, before: text, after: text, outcomes };
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
