import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover } from '../../app/leftover-ports.ts';
import type { Place } from '../../core/place/place.ts';
import type { Session } from '../../core/session/session-id.ts';
import { removeTemporaries } from '../atomic-write.ts';
import { baselineFile, policyFile } from '../baseline-reading.ts';
import { locateBundle } from '../bundle-store.ts';
import { callsDir } from '../call-receipts.ts';
import { journalSessions } from '../journal-rest.ts';
import { withLock } from '../lock.ts';
import { locateRecord } from '../record-store.ts';
import { archiveDir, indexPath, sessionsDir } from '../session-files.ts';
import type { PruneWorld } from './prune-search.ts';

type RemovalWorld = Pick<PruneWorld, 'waitMs' | 'hostname' | 'processes' | 'place'>;
type SessionWorld = Omit<RemovalWorld, 'place'> & Pick<PruneWorld, 'configDir'>;

/**
 * All that is stored of one session: its journal, its record, its baseline, the record's mirror and what it
 * inherited. The journal goes first: from it the record could be folded again.
 */
export function sessionFiles(place: Place, session: Session, world: SessionWorld): Leftover[] {
	const { configDir } = world;
	const { live, archived } = locateRecord(place, session);
	const removed = (path: string) => () => removeFile(path);
	const journals = [sessionsDir(place), archiveDir(place)].map((dir) =>
		join(dir, `${session.key}.jsonl`),
	);
	const baselines = [baselineFile, policyFile].map((file) => file(configDir, session.uuid));
	const mirror = join(configDir, 'requirements', 'sessions', `${session.uuid}.json`);
	// A file of that name may be another session's.
	const bundle = locateBundle(place, session);
	const inherited = bundle.loaded.kind === 'absent' ? [] : [bundle.path];
	const calls = join(callsDir(configDir), session.uuid);
	const files = [
		['receipts', calls, removed(calls)] as const,
		...journals.map((path) => ['journal', path, () => removeJournal(path, session)] as const),
		...[live, archived].map(
			(path) => ['record', path, () => removeRecord(path, { ...world, place })] as const,
		),
		...baselines.map((path) => ['baseline', path, removed(path)] as const),
		['record', mirror, removed(mirror)] as const,
		...inherited.map((path) => ['bundle', path, removed(path)] as const),
	];
	return files
		.filter(([, path]) => existsSync(path))
		.map(([kind, path, remove]) => {
			const bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
			return { kind, path, bytes, of: undefined, remove: async () => remove() };
		});
}

/** Removes a record under its lock; the index, which may name it, is built anew by whoever needs it. */
export async function removeRecord(path: string, world: RemovalWorld): Promise<string | undefined> {
	const { waitMs, hostname, processes, place } = world;
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, () => {
		removeFile(path);
		removeFile(indexPath(place));
	});
	return locked.kind === 'held' ? undefined : 'somebody writes to it';
}

/** Two sessions with one key share a journal (D5). */
function removeJournal(path: string, { uuid, key }: Session): string | undefined {
	const all = journalSessions(path);
	// By its key alone, the session is whoever has it: then there may be one only.
	const isShared = uuid === key ? all.length > 1 : all.some((id) => id !== uuid);
	return isShared ? 'another session with the same key writes there' : removeFile(path);
}

function removeFile(path: string): undefined {
	rmSync(path, { recursive: true, force: true });
}
