import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover } from '../../app/leftover-ports.ts';
import { seenConfigFile } from '../../config/seen-configs.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Place } from '../../git/place.ts';
import { callsDir } from '../../state/call-marks.ts';
import type { Writer } from '../../store/lock.ts';
import { locateBundle } from '../bundle-store.ts';
import { journalSessions } from '../journal-rest.ts';
import { forgetLessons } from '../lesson-cache.ts';
import { locateRecord } from '../record-store.ts';
import { archiveDir, indexPath, sessionsDir } from '../session-files.ts';
import { underLock } from './engine.ts';

/**
 * All that is stored of one session: its journal, its record, the configs it saw, the record's mirror and what it
 * inherited. The journal goes first: from it the record could be folded again.
 */
export function sessionFiles(
	place: Place,
	session: Session,
	context: Writer & { readonly configDir: string },
): Leftover[] {
	const { uuid, key } = session;
	const { configDir } = context;
	const { live, archived } = locateRecord(place, session);
	const mirror = join(configDir, 'requirements', 'sessions', `${uuid}.json`);
	// A file of that name may be another session's.
	const bundle = locateBundle(place, session);
	const inherited = bundle.loaded.kind === 'absent' ? [] : [bundle.path];
	const removeJournal = (path: string) => removeOwnJournal(path, session);
	const removeLocked = (path: string) => removeRecord(path, place, context);
	type Row = readonly [Leftover['kind'], string, (path: string) => ReturnType<Leftover['remove']>];
	const files: readonly Row[] = [
		['calls', join(callsDir(configDir), uuid), removeFile],
		['journal', join(sessionsDir(place), `${key}.jsonl`), removeJournal],
		['journal', join(archiveDir(place), `${key}.jsonl`), removeJournal],
		['record', live, removeLocked],
		['record', archived, removeLocked],
		['seen_config', seenConfigFile(configDir, uuid), removeFile],
		['record', mirror, removeFile],
		...inherited.map((path): Row => ['bundle', path, removeFile]),
	];
	return files
		.filter(([, path]) => existsSync(path))
		.map(([kind, path, remove]) => {
			const bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
			return { kind, path, bytes, of: undefined, remove: () => remove(path) };
		});
}

/** Removes a record under its lock; the index, which may name it, is built anew by whoever needs it. */
export async function removeRecord(
	path: string,
	place: Place,
	terms: Writer,
): Promise<string | undefined> {
	const remove = () => {
		for (const one of [path, indexPath(place)]) rmSync(one, { recursive: true, force: true });
		forgetLessons(place);
		return undefined;
	};
	return underLock(path, terms, remove, 'somebody writes to it');
}

/** Two sessions with one key share a journal (D5). */
async function removeOwnJournal(path: string, { uuid, key }: Session): Promise<string | undefined> {
	const all = journalSessions(path);
	// By its key alone, the session is whoever has it: then there may be one only.
	const isShared = uuid === key ? all.length > 1 : all.some((id) => id !== uuid);
	return isShared ? 'another session with the same key writes there' : removeFile(path);
}

async function removeFile(path: string): Promise<undefined> {
	rmSync(path, { recursive: true, force: true });
}
