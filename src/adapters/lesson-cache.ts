import { rmSync } from 'node:fs';
import type { Lessons } from '../app/record-ports.ts';
import type { Place } from '../git/place.ts';
import { type KnownLesson, knownLessons, LESSONS_HEADER } from '../memory/lesson.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { appendText } from '../store/log.ts';
import { parseJson, statOf, textOrNothing } from '../store/read-file.ts';
import { buildLessons } from './build-lessons.ts';
import { lessonsPath } from './session-files.ts';

/** A longer file is built again, of the newest lessons. */
const MAX_READ = 4 * 1024 * 1024;

/** What was read last of each file: parsing 3,000 lessons takes 20 ms. */
const READ = new Map<
	string,
	{ readonly stamp: string; readonly lessons: readonly KnownLesson[] }
>();

/**
 * What all sessions learned: `<stateDir>/sessions/lessons.cache.jsonl` (ADR 23). A cache of the
 * records: folds add to it, and it is built if it is missing. It needs no lock, since the later of
 * two lines of one lesson counts.
 */
export const lessonCache: Lessons = {
	read: (place, user) => {
		const path = lessonsPath(place);
		const { mtimeMs = 0, size = 0, ino = 0 } = statOf(path) ?? {};
		const stamp = JSON.stringify([user, mtimeMs, size, ino]);
		const kept = READ.get(path);
		if (kept?.stamp === stamp) return kept.lessons;
		const text = textOrNothing(path, MAX_READ);
		if (!text.startsWith(LESSONS_HEADER)) return undefined;
		const lessons = knownLessons(text.split('\n').map(parseJson), user);
		READ.set(path, { stamp, lessons });
		return lessons;
	},
	add: (place, lines) => {
		const path = lessonsPath(place);
		if (statOf(path) === undefined) return false;
		const said = latestLines(textOrNothing(path, MAX_READ));
		const more = lines.filter((line) => said.get(idIn(line)) !== line.trimEnd());
		const isAdded = unlessUnwritable(() => {
			appendText(path, more.join(''));
			return true;
		});
		return isAdded ?? false;
	},
	build: buildLessons,
};

/** The last line of each lesson, by its id. */
function latestLines(text: string): ReadonlyMap<string, string> {
	return new Map(text.split('\n').map((line) => [idIn(line), line]));
}

function idIn(line: string): string {
	return /^\{"id":"([^"]*)"/.exec(line)?.[1] ?? '';
}

/** Deletes the cache, which has the words of a session that is forgotten. */
export function forgetLessons(place: Place): void {
	rmSync(lessonsPath(place), { force: true });
}
