import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover } from '../../app/leftover-ports.ts';
import { seenConfigFile } from '../../config/seen-configs.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Place } from '../../git/place.ts';
import { journalPath, recordPath } from '../../journal/files.ts';
import { callsDir } from '../../state/call-marks.ts';
import { bundlePath } from '../bundle-store.ts';

/**
 * The files of one session: its journal, its record, the configs it saw, the record's mirror and what it
 * inherited. The journal goes first: from it the record could be folded again.
 */
export function sessionFiles(place: Place, session: Session, configDir: string): Leftover[] {
	const { uuid } = session;
	const files: readonly (readonly [Leftover['kind'], string])[] = [
		['calls', join(callsDir(configDir), uuid)],
		['journal', journalPath(place, uuid)],
		['journal', journalPath(place, uuid, true)],
		['record', recordPath(place, uuid)],
		['record', recordPath(place, uuid, true)],
		['seen_config', seenConfigFile(configDir, uuid)],
		['record', join(configDir, 'requirements', 'sessions', `${uuid}.json`)],
		['bundle', bundlePath(place, session)],
	];
	return files
		.filter(([, path]) => existsSync(path))
		.map(([kind, path]) => {
			const bytes = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
			const remove = async () => {
				rmSync(path, { recursive: true, force: true });
				return undefined;
			};
			return { kind, path, bytes, of: undefined, remove };
		});
}
