import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { type DocumentKind, parserOf } from '../store/document.ts';
import { type DocumentFile, readDocument, storeChange, underLock } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { linkObstacle, newerObstacle, obstacleFault } from '../store/obstacle.ts';
import * as s from '../store/shape.ts';
import { checkUnchanged, type FileChange, readSetupFile, SETUP_FILES, type Target, writeChange } from './user-files.ts';

const RecordedChange = s.looseObject({
	/** Worktrees share one record: the root of the one that init ran in. */
	root: s.string(),
	file: s.enum(SETUP_FILES),
	/** As it was before the first init; `null`: there was no such file. */
	before: s.nullable(s.string()),
	/** As the last init wrote it. */
	after: s.string(),
});
type RecordedChange = s.output<typeof RecordedChange>;

const InitRecord = s.looseObject({
	schema_version: s.literal(1),
	changes: s.array(RecordedChange),
});
type InitRecord = s.output<typeof InitRecord>;

/** `init.json`: what `req init` changed. Both texts of a file are kept, to put it back and to show edits. */
export const initRecordKind: DocumentKind<InitRecord> = {
	parse: parserOf({ version: 1, shape: InitRecord }, undefined),
	empty: () => ({ schema_version: 1, changes: [] }),
};

/** @throws Fault `state_unwritable` if the folder of the record is a link */
function recordFile({ place, isGlobal }: Target, context: Context): DocumentFile<InitRecord> {
	if (!isGlobal && place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
	const folder = isGlobal ? join(context.configDir, 'requirements') : place.stateDir;
	const path = join(folder, 'init.json');
	return { path, kind: initRecordKind, quarantineDir: join(folder, 'quarantine') };
}

function isOf({ place, isGlobal }: Target): (change: RecordedChange) => boolean {
	return ({ root }) => isGlobal || root === place.root;
}

/**
 * Writes all of these changes, or none. An edit between two inits is the user's: undo goes back to it, and not beyond.
 *
 * @throws Fault `refused` if a file is no longer as it was, `state_unwritable`, `state_newer`
 */
export async function applyInit(
	target: Target,
	changes: readonly (FileChange & { readonly after: string })[],
	context: Context,
): Promise<void> {
	const { place } = target;
	for (const change of changes) checkUnchanged(change);
	let earlier: readonly RecordedChange[] = [];
	const record = (recorded: readonly RecordedChange[]) => {
		earlier = recorded;
		const isHere = isOf(target);
		const now = changes.map(({ file, before = null, after }): RecordedChange => {
			const known = recorded.find((one) => isHere(one) && one.file === file);
			const first = known?.after === before ? known.before : before;
			return { root: place.root, file, before: first, after };
		});
		const isKept = (one: RecordedChange) => !(isHere(one) && now.some(({ file }) => file === one.file));
		return [...recorded.filter(isKept), ...now];
	};
	await changeRecord(target, record, context);
	const written: FileChange[] = [];
	try {
		for (const change of changes) {
			writeChange(change, place, context);
			written.unshift({ ...change, before: change.after, after: change.before });
		}
	} catch (error) {
		for (const change of written) writeChange(change, place, context);
		await changeRecord(target, () => earlier, context);
		throw error;
	}
}

/** One file, and what undo makes of it. */
export interface FileUndo extends FileChange {
	/** What init wrote, if the file was edited since: it stays as it is. */
	readonly wrote: string | undefined;
}

/**
 * Plans the undo of every init of a target. Writes nothing.
 *
 * @throws Fault `state_unreadable`, `state_newer`, `refused` if a file could not be put back
 */
export function planUndo(target: Target, context: Context): readonly FileUndo[] {
	const { path, kind } = recordFile(target, context);
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'newer') throw obstacleFault(newerObstacle(path));
	if (loaded.kind === 'corrupt') {
		throw new Fault('state_unreadable', `${path} cannot be read: ${loaded.reason}`, {
			hint: 'nothing was undone; `git status` and `req config show` name the files to remove',
		});
	}
	const recorded = loaded.kind === 'present' ? loaded.doc.changes.filter(isOf(target)) : [];
	return recorded.map(({ file: name, before, after }) => {
		const { file, path: at, text } = readSetupFile(name, target.place, context);
		const change = { file, path: at, before: text };
		if (text === after) return { ...change, after: before ?? undefined, wrote: undefined };
		const isGone = text === undefined || text === before;
		return { ...change, after: text, wrote: isGone ? undefined : after };
	});
}

/**
 * Puts back the files that were not edited since. The changes of the others stay recorded, until they are undone as well.
 *
 * @throws Fault `refused` if a file is no longer as it was, `state_unwritable`
 */
export async function undoInit(target: Target, files: readonly FileUndo[], context: Context): Promise<void> {
	for (const change of files.filter(({ before, after }) => before !== after)) {
		writeChange(change, target.place, context);
	}
	const edited = new Set(files.filter(({ wrote }) => wrote !== undefined).map(({ file }) => file));
	const isKept = (one: RecordedChange) => edited.has(one.file) || !isOf(target)(one);
	await changeRecord(target, (recorded) => recorded.filter(isKept), context);
}

/** Changes what is recorded. A record without changes is removed, with its folder if that is empty. */
async function changeRecord(
	target: Target,
	change: (recorded: readonly RecordedChange[]) => readonly RecordedChange[],
	context: Context,
): Promise<void> {
	const file = recordFile(target, context);
	const next = (record: InitRecord) => {
		return { doc: { ...record, changes: [...change(record.changes)] }, retired: [] };
	};
	const stored = await underLock(
		file.path,
		(holdsLock) => {
			const updated = storeChange(file, next, { context, holdsLock });
			if (updated.kind === 'written' && updated.doc.changes.length === 0) rmSync(file.path);
			return updated;
		},
		context,
	);
	if (stored.kind === 'refused') throw obstacleFault(stored.obstacle);
	unlessError(() => rmdirSync(dirname(file.path)));
}
