import type { Journals } from '../app/ports.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { SessionKey } from '../core/session/session-id.ts';
import { isUnwritable } from './failures.ts';
import { appendLines, valuesIn } from './log.ts';
import { isObstructed, readTail, statOf } from './read-regular.ts';
import { filesIn, sessionsDir } from './session-files.ts';

/** A long session writes some 200 kB; what is older than this is folded by then. */
const MAX_READ = 1_048_576;

/** Journals as `<stateDir>/sessions/<key>.jsonl` (D9). */
export function liveJournals(): Journals {
	return {
		append: async (place, key, lines) => append(fileOf(place, key), lines),
		read: async (place, key) => valuesIn(readTail(fileOf(place, key), MAX_READ) ?? ''),
		recent: async (place, since) => recent(place, since),
	};
}

function append(path: string, lines: readonly JournalLine[]): boolean {
	if (isObstructed(path)) return false;
	try {
		// The time first: by it a reader finds where the line after a torn one starts.
		const written = lines.map(({ at, ...rest }) => ({ at, ...rest }));
		appendLines(path, written);
		return true;
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return false;
	}
}

function fileOf(place: Place, key: string): string {
	return `${sessionsDir(place)}/${key}.jsonl`;
}

function recent(place: Place, since: number): SessionKey[] {
	const journals = filesIn(sessionsDir(place)).journals.flatMap((key) => {
		const stats = statOf(fileOf(place, key));
		return stats?.isFile() === true ? [{ key, written: stats.mtimeMs }] : [];
	});
	return journals
		.filter(({ written }) => written >= since)
		.sort((one, other) => other.written - one.written)
		.map(({ key }) => key as SessionKey);
}
