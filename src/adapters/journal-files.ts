import { join } from 'node:path';
import type { Journals } from '../app/ports.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { SessionKey } from '../core/session/session-id.ts';
import { appendLines } from './append-lines.ts';
import { parseJournal } from './journal-lines.ts';
import { isObstructed, statOf } from './read-regular.ts';
import { readTail } from './read-tail.ts';
import { namesIn, sessionFileOf } from './session-file-names.ts';
import { isUnwritable } from './unwritable.ts';

/** A long session writes some 200 kB; what is older than this is folded by then. */
const MAX_READ = 1_048_576;

/** Journals as `<stateDir>/sessions/<key>.jsonl` (D9). */
export function liveJournals(): Journals {
	return {
		append: async (place, key, lines) => append(fileOf(place, key), lines),
		read: async (place, key) => parseJournal(readTail(fileOf(place, key), MAX_READ) ?? ''),
		recent: async (place, since) => recent(place, since),
	};
}

function append(path: string, lines: readonly JournalLine[]): boolean {
	if (isObstructed(path)) return false;
	try {
		appendLines(path, lines.map(timeFirst));
		return true;
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return false;
	}
}

function directory(place: Place): string {
	return join(place.stateDir, 'sessions');
}

function fileOf(place: Place, key: SessionKey): string {
	return join(directory(place), `${key}.jsonl`);
}

function timeFirst(line: JournalLine): JournalLine {
	const { at, ...rest } = line;
	return { at, ...rest } as JournalLine;
}

function recent(place: Place, since: number): SessionKey[] {
	const dir = directory(place);
	const journals = namesIn(dir).flatMap((name) => {
		const { key, kind } = sessionFileOf(name) ?? {};
		const stats = kind === 'jsonl' ? statOf(join(dir, name)) : undefined;
		return stats?.isFile() === true ? [{ key, written: stats.mtimeMs }] : [];
	});
	return journals
		.filter(({ written }) => written >= since)
		.sort((one, other) => other.written - one.written)
		.map(({ key }) => key as SessionKey);
}
