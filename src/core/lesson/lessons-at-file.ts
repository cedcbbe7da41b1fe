import {
	type Asking,
	currentLesson,
	type FoundLesson,
	KIND_BONUS,
	ranked,
} from './choose-lessons.ts';
import type { Lesson } from './lesson.ts';
import { foldersOf, isFileName, linesAboutFile } from './lines-about-file.ts';

/** How surely a lesson is about a file: it names it, names a folder it lies in, or was learned while it was worked on. */
const NAMED = 3;
const FOLDER = 1.5;
const NEAR = 1;
const MOST_LESSONS = 3;
/** A file that many lessons name is told of the first of these that still hold. */
const MOST_PARSED = 60;

/** What somebody should know before they edit. What was merely learned is told of the file that it names, and of no folder. */
const BEFORE_EDITS: ReadonlySet<Lesson['kind']> = new Set(['warning', 'decision']);

/**
 * The lessons about a file, the surest first, at most three. Reads the cache as one text, as `chooseLessons` does.
 *
 * @param cache text of the cache of lessons
 * @param path relative to the project's root, with `/`
 */
export function lessonsAtFile(cache: string, path: string, asking: Asking): readonly FoundLesson[] {
	const found = linesAboutFile(cache, path)
		.sort((one, other) => other - one)
		.slice(0, MOST_PARSED)
		.flatMap((start) => {
			const lesson = currentLesson(cache, start, asking);
			if (lesson === undefined) return [];
			const sureness = surenessOf(lesson, path);
			if (sureness < NAMED && !BEFORE_EDITS.has(lesson.kind)) return [];
			const score = sureness * KIND_BONUS[lesson.kind];
			return sureness === 0 ? [] : [{ lesson, score, terms: [], isEnough: true }];
		});
	return ranked(found)
		.filter(({ missed }) => missed === undefined)
		.slice(0, MOST_LESSONS);
}

function surenessOf({ text, why, files, near }: Lesson, path: string): number {
	if (files.includes(path)) return NAMED;
	const said = `${text} ${why ?? ''}`.toLowerCase().replaceAll('\\', '/');
	const parts = path.toLowerCase().split('/');
	const base = parts.at(-1) ?? '';
	if (holdsName(said, parts.join('/'))) return NAMED;
	// Other files of this name are what it means where it worked on one of them.
	if (isFileName(base) && files.length === 0 && holdsName(said, base)) return NAMED;
	if (foldersOf(parts).some((folder) => holdsName(said, folder, '/'))) return FOLDER;
	return near.includes(path) ? NEAR : 0;
}

/** Whether a text has the name by itself: not `src/other/login.ts` for `login.ts`, not `src/authors` for `src/auth`. */
function holdsName(said: string, name: string, mayFollow = ''): boolean {
	for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
		const [before, after] = [said[at - 1] ?? ' ', said[at + name.length] ?? ' '];
		const next = said[at + name.length + 1] ?? ' ';
		const isEnd = mayFollow.includes(after) || !PART_OF_NAME.test(after);
		const isSentence = after === '.' && !PART_OF_NAME.test(next);
		if (!PART_OF_NAME.test(before) && (isEnd || isSentence)) return true;
	}
	return false;
}

const PART_OF_NAME = /[\p{L}\p{N}_$./-]/u;
