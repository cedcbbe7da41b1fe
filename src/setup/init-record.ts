import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { type DocumentKind, parserOf } from '../store/document.ts';
import {
	type DocumentFile,
	readOrSetAside,
	storeChange,
	underLock,
	updateDocument,
} from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { linkObstacle, newerObstacle, obstacleFault } from '../store/obstacle.ts';
import * as s from '../store/shape.ts';
import {
	checkUnchanged,
	type FileChange,
	readSetupFile,
	SETUP_FILES,
	type Target,
	writeChange,
} from './user-files.ts';

const RecordedChange = s.looseObject({
	file: s.enum(SETUP_FILES),
	/** `null`: there was no such file. */
	before: s.nullable(s.string()),
	after: s.string(),
});
type RecordedChange = s.output<typeof RecordedChange>;

const RecordedInit = s.looseObject({
	at: s.string(),
	/** Worktrees share one record: the root of the one that init ran in. */
	root: s.string(),
	changes: s.array(RecordedChange),
});
type RecordedInit = s.output<typeof RecordedInit>;

const InitRecord = s.looseObject({
	schema_version: s.literal(1),
	inits: s.array(RecordedInit),
});
type InitRecord = s.output<typeof InitRecord>;

/** `init.json`: what `req init` changed, oldest first. Both texts of a file are kept, to put it back and to show edits. */
export const initRecordKind: DocumentKind<InitRecord> = {
	parse: parserOf({ version: 1, shape: InitRecord }, undefined),
	empty: () => ({ schema_version: 1, inits: [] }),
};

/** @throws Fault `state_unwritable` if the folder of the record is a link */
function recordFile({ place, isGlobal }: Target, context: Context): DocumentFile<InitRecord> {
	if (!isGlobal && place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
	const folder = isGlobal ? join(context.configDir, 'requirements') : place.stateDir;
	const path = join(folder, 'init.json');
	return { path, kind: initRecordKind, quarantineDir: join(folder, 'quarantine') };
}

/**
 * Writes all of these changes, or none. The record comes first: `req init --undo` puts back what a killed init wrote.
 *
 * @returns where a record that could not be read was moved; `undefined` if none was
 * @throws Fault `refused` if a file is no longer as it was, `state_unwritable`, `state_newer`
 */
export async function applyInit(
	target: Target,
	changes: readonly (FileChange & { readonly after: string })[],
	context: Context,
): Promise<string | undefined> {
	const { place } = target;
	for (const change of changes) checkUnchanged(change);
	const init: RecordedInit = {
		at: new Date(context.now()).toISOString(),
		root: place.root,
		changes: changes.map(({ file, before = null, after }) => ({ file, before, after })),
	};
	const stored = await updateDocument(
		recordFile(target, context),
		(record) => ({ doc: { ...record, inits: [...record.inits, init] }, retired: [] }),
		context,
	);
	if (stored.kind === 'refused') throw obstacleFault(stored.obstacle);
	try {
		for (const change of changes) writeChange(change, place, context);
	} catch (error) {
		await undoInit(await planUndo(target, { isAll: false, isDryRun: false }, context), context);
		throw error;
	}
	return stored.quarantined;
}

/** One file, and what undo makes of it: all recorded changes to it, the newest first. */
export interface FileUndo extends FileChange {
	/** What init wrote, if the file was edited since: it stays as it is. */
	readonly wrote: string | undefined;
}

/** What `req init --undo` would do. */
export interface UndoPlan extends Target {
	readonly files: readonly FileUndo[];
	readonly inits: readonly RecordedInit[];
	/** Recorded earlier, and not part of this undo. */
	readonly older: readonly RecordedInit[];
}

/**
 * Plans the undo of the newest init here, or of all. A record that cannot be read is moved to quarantine, unless it is a
 * dry run.
 *
 * @throws Fault `state_unreadable`, `state_newer`, `refused` if a file could not be put back
 */
export async function planUndo(
	target: Target,
	{ isAll, isDryRun }: { readonly isAll: boolean; readonly isDryRun: boolean },
	context: Context,
): Promise<UndoPlan> {
	const { place, isGlobal } = target;
	const file = recordFile(target, context);
	const writing = { ...context.writing, isReadOnly: isDryRun };
	const loaded = await readOrSetAside(file, { ...context, writing });
	if (loaded.kind === 'newer') throw obstacleFault(newerObstacle(file.path));
	if (loaded.kind === 'corrupt') {
		throw new Fault('state_unreadable', `${file.path} cannot be read: ${loaded.reason}`, {
			hint: 'nothing was undone; `git status` and `req config show` name the files to remove',
		});
	}
	const recorded = loaded.kind === 'present' ? loaded.doc.inits : [];
	const here = recorded.filter(({ root }) => isGlobal || root === place.root);
	const inits = isAll ? here : here.slice(-1);
	const files = new Map<string, FileUndo>();
	for (const change of inits.flatMap(({ changes }) => changes).reverse()) {
		const { file: name, path, text } = readSetupFile(change.file, place, context);
		const asItIs = { file: name, path, before: text, after: text, wrote: undefined };
		const undo = files.get(name) ?? asItIs;
		if (undo.wrote === undefined) files.set(name, undone(undo, change));
	}
	const older = here.filter((init) => !inits.includes(init));
	return { place, isGlobal, files: [...files.values()], inits, older };
}

/** The undo of a file with one more change taken back, unless the file was edited after that change. */
function undone(undo: FileUndo, { before, after }: RecordedChange): FileUndo {
	if (undo.after === after) return { ...undo, after: before ?? undefined };
	const isGone = undo.after === undefined || undo.after === before;
	return isGone ? undo : { ...undo, wrote: after };
}

/**
 * Puts the files back that nobody edited. The changes of the others stay recorded, until they are undone as well.
 *
 * @throws Fault `refused` if a file is no longer as it was, `state_unwritable`
 */
export async function undoInit(plan: UndoPlan, context: Context): Promise<void> {
	const { place, files, inits } = plan;
	for (const change of files.filter(({ before, after }) => before !== after)) {
		writeChange(change, place, context);
	}
	const edited = new Set(files.filter(({ wrote }) => wrote !== undefined).map(({ file }) => file));
	const isUndone = (init: RecordedInit) =>
		inits.some(({ at, root }) => at === init.at && root === init.root);
	const file = recordFile(plan, context);
	const change = (record: InitRecord) => {
		const kept = record.inits.map((init) => {
			if (!isUndone(init)) return init;
			return { ...init, changes: init.changes.filter((one) => edited.has(one.file)) };
		});
		const left = kept.filter(({ changes }) => changes.length > 0);
		return { doc: { ...record, inits: left }, retired: [] };
	};
	const stored = await underLock(
		file.path,
		(holdsLock) => {
			const updated = storeChange(file, change, { context, holdsLock });
			if (updated.kind === 'written' && updated.doc.inits.length === 0) rmSync(file.path);
			return updated;
		},
		context,
	);
	if (stored.kind === 'refused') throw obstacleFault(stored.obstacle);
	unlessError(() => rmdirSync(dirname(file.path)));
}
