import { rmSync } from 'node:fs';
import type { Lessons } from '../app/record-ports.ts';
import { LESSONS_HEADER } from '../core/lesson/lesson.ts';
import type { Place } from '../git/place.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { appendText } from '../store/log.ts';
import { parseJson, statOf, textOrNothing } from '../store/read-file.ts';
import { buildLessons } from './build-lessons.ts';
import { lessonsPath } from './session-files.ts';

/** Some 8,000 lessons, which a prompt waits for some 20 ms. A longer file is made anew, of the newest. */
const MAX_READ = 4 * 1024 * 1024;

/**
 * What all sessions learned, as one file: `<stateDir>/sessions/lessons.cache.jsonl` (ADR 23). A cache of the records: folds
 * add to it, and it is made anew where it is missing. Nothing is locked: of two lines of one lesson the later one holds.
 */
export const lessonCache: Lessons = {
	parse: parseJson,
	read: (place) => {
		const path = lessonsPath(place);
		const text = textOrNothing(path, MAX_READ);
		return text.startsWith(LESSONS_HEADER) ? text : undefined;
	},
	add: (place, lines) => {
		const path = lessonsPath(place);
		if (statOf(path) === undefined) return false;
		const more = without(textOrNothing(path, MAX_READ), lines);
		const isAdded = unlessUnwritable(() => {
			appendText(path, more);
			return true;
		});
		return isAdded ?? false;
	},
	build: buildLessons,
};

/** The lines that a file does not say already: of those about a lesson its last one holds. */
function without(file: string, lines: string): string {
	const isSaid = (line: string) => {
		const at = file.lastIndexOf(line);
		const [id] = /,"id":"[^"]*",/.exec(line) ?? [];
		return at >= 0 && id !== undefined && file.indexOf(id, at + line.length) < 0;
	};
	return lines
		.split(/(?<=\n)/)
		.filter((line) => !isSaid(line))
		.join('');
}

/** Whoever forgets a session takes away the cache, in which its words stand, too. */
export function forgetLessons(place: Place): void {
	rmSync(lessonsPath(place), { force: true });
}
