import { rmSync } from 'node:fs';
import type { Lessons } from '../app/record-ports.ts';
import { LESSONS_HEADER, lessonsOf, lineOf } from '../core/lesson/lesson.ts';
import type { Place } from '../core/place/place.ts';
import { writeCache } from './atomic-write.ts';
import { forgetIdentifiers, lessonsPath, sharedLessonsPath, vanished } from './identifier-cache.ts';
import { appendText } from './log.ts';
import {
	isObstructed,
	parseJson,
	statOf,
	textOrNothing,
	unlessUnwritable,
} from './read-regular.ts';
import { archiveDir, filesIn, recordPath, sessionsDir } from './session-files.ts';
import { readRecord } from './session-rows.ts';

/** Some 8,000 lessons, which a prompt waits for some 20 ms. A longer file is made anew, of the newest. */
const MAX_READ = 4 * 1024 * 1024;
const MAX_BUILT = 3 * 1024 * 1024;
/** Records that are read to make it anew, the newest ones: a second, once. */
const MAX_RECORDS = 2_000;

/**
 * What all sessions learned, as one file: `<stateDir>/sessions/lessons.cache.jsonl` (ADR 23). A cache of the records: folds
 * add to it, and it is made anew where it is missing. Nothing is locked: of two lines of one lesson the later one holds.
 */
export const lessonCache: Lessons = {
	parse: parseJson,
	read: (place) => {
		const path = lessonsPath(place);
		if (isObstructed(path)) return undefined;
		const text = textOrNothing(path, MAX_READ);
		return text.startsWith(LESSONS_HEADER) ? besideShared(place, text) : undefined;
	},
	add: (place, lines) => {
		const path = lessonsPath(place);
		if (statOf(path) === undefined || isObstructed(path)) return false;
		return unlessUnwritable(() => appendText(path, lines)) ?? false;
	},
	build,
	vanished,
};

/** What others share stands before the own lessons, which begin anew: of two lines the later one is nearer. */
function besideShared(place: Place, own: string): string {
	const path = sharedLessonsPath(place);
	const shared = isObstructed(path) ? '' : textOrNothing(path, MAX_READ);
	return shared.startsWith(LESSONS_HEADER) ? shared + own : own;
}

/** Whoever forgets a session takes away the cache, in which its words stand, too. */
export function forgetLessons(place: Place): void {
	rmSync(lessonsPath(place), { force: true });
	forgetIdentifiers(place);
}

function build(place: Place): string | undefined {
	const path = lessonsPath(place);
	// A directory or a link in its place stays, and there are no lessons.
	if (isObstructed(path)) return undefined;
	const records = newestRecords(place);
	// Nothing was learned here yet, and a file would say no more.
	if (records.length === 0) return besideShared(place, LESSONS_HEADER);
	const lines: string[] = [];
	let room = MAX_BUILT;
	for (const file of records) {
		const record = readRecord(file);
		for (const line of record === undefined ? [] : lessonsOf(record).map(lineOf)) {
			room -= line.length;
			if (room > 0) lines.push(line);
		}
		if (room <= 0) break;
	}
	const text = `${LESSONS_HEADER}${lines.reverse().join('')}`;
	// Where nothing can be written, each prompt would read all records again.
	const isKept = unlessUnwritable(() => writeCache(path, text)) === true;
	return isKept ? besideShared(place, text) : undefined;
}

function newestRecords(place: Place): string[] {
	const inDir = (isArchived: boolean) =>
		filesIn(isArchived ? archiveDir(place) : sessionsDir(place)).records.map((file) =>
			recordPath(place, { file, isArchived }),
		);
	return [...inDir(false), ...inDir(true)]
		.map((path) => ({ path, at: statOf(path)?.mtimeMs ?? 0 }))
		.sort((one, other) => other.at - one.at)
		.slice(0, MAX_RECORDS)
		.map(({ path }) => path);
}
