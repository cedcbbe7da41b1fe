import type { Place } from '../git/place.ts';
import { LESSONS_HEADER, lessonsOf, lineOf } from '../memory/lesson.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { statOf } from '../store/read-file.ts';
import { archiveDir, filesIn, lessonsPath, recordPath, sessionsDir } from './session-files.ts';
import { readRecord } from './session-rows.ts';

/** Bytes, less than is read of it: folds add to what is built. */
const MAX_BUILT = 3 * 1024 * 1024;
/** The newest ones: a second, once. */
const MAX_RECORDS = 2_000;

/** Builds the cache of lessons of the records, unless it cannot be written. */
export function buildLessons(place: Place): void {
	const path = lessonsPath(place);
	const records = newestRecords(place);
	// Nothing was learned here yet, and a file would say no more.
	if (records.length === 0) return;
	const lines: string[] = [];
	let room = MAX_BUILT;
	for (const { path: file } of records) {
		const record = readRecord(file);
		const lessons = record === undefined ? [] : lessonsOf(record);
		for (const lesson of lessons) {
			const line = lineOf(lesson);
			room -= Buffer.byteLength(line);
			if (room > 0) lines.push(line);
		}
		if (room <= 0) break;
	}
	const text = `${LESSONS_HEADER}${lines.reverse().join('')}`;
	// Where nothing can be written, each prompt would read all records again.
	// A session that learned more meanwhile, or was forgotten, makes it wrong: it is built again.
	const isCurrent = () => JSON.stringify(newestRecords(place)) === JSON.stringify(records);
	unlessUnwritable(() => writeCache(path, text, isCurrent));
}

function newestRecords(place: Place): readonly { readonly path: string; readonly at: number }[] {
	const inDir = (isArchived: boolean) =>
		filesIn(isArchived ? archiveDir(place) : sessionsDir(place)).records.map((file) =>
			recordPath(place, { file, isArchived }),
		);
	return [...inDir(false), ...inDir(true)]
		.map((path) => ({ path, at: statOf(path)?.mtimeMs ?? 0 }))
		.sort((one, other) => other.at - one.at)
		.slice(0, MAX_RECORDS);
}
