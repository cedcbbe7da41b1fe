import { isAscii } from '../text/strings.ts';
import {
	type Asking,
	currentLesson,
	type FoundLesson,
	merged,
	type ToldLesson,
} from './found-lessons.ts';
import { identifiersIn, isProduct } from './identifiers.ts';
import { LESSON_KINDS, type Lesson } from './lesson.ts';
import { calledAfter, foldersOf, isFileName } from './lines-about-file.ts';

/** How surely a lesson is about a file: it names it, names a folder it lies in, or was learned while it was worked on. */
const NAMED = 3;
const FOLDER = 1.5;
const NEAR = 1;
/** A file that more lessons are about is told of the surest of so many. */
const MOST_WEIGHED = 60;
/** Of so many lines it is asked whether they are about the file at all. */
const MOST_READ = 200;
/** A name stands in a text so often that it is about it, if it is. */
const MOST_NAMED = 8;
/** Nothing around a name is longer. */
const MOST_AROUND = 300;

/** A file that is about to be edited. */
export interface EditedFile {
	/** Relative to the project's root, with `/`. */
	readonly path: string;
	/** Where the lines of the cache begin that may be about it (`linesAboutFile`). */
	readonly starts: readonly number[];
}

/**
 * The lessons about a file, the surest first.
 *
 * @param cache text of the cache of lessons
 */
export function lessonsAtFile(
	cache: string,
	{ path, starts }: EditedFile,
	asking: Asking,
): readonly ToldLesson[] {
	const found: Pick<FoundLesson, 'lesson' | 'score' | 'isBeside'>[] = [];
	for (const start of starts.slice(0, MOST_READ)) {
		if (found.length >= MOST_WEIGHED) break;
		const lesson = currentLesson(cache, start, asking);
		const sureness = lesson === undefined ? 0 : surenessOf(lesson, path);
		if (lesson === undefined || sureness === 0) continue;
		const { isOfFiles, bonus } = LESSON_KINDS[lesson.kind];
		if (sureness < NAMED && isOfFiles !== true) continue;
		found.push({ lesson, score: sureness * bonus, isBeside: sureness === NEAR });
	}
	return merged(found);
}

function surenessOf({ text, why, files, near }: Lesson, path: string): number {
	if (files.includes(path)) return NAMED;
	const said = `${text} ${why ?? ''}`.toLowerCase().replaceAll('\\', '/');
	const parts = path.toLowerCase().split('/');
	const base = parts.at(-1) ?? '';
	if (namesIn(said, parts.join('/')).some(isWhole)) return NAMED;
	// Other files of this name are what it means where it worked on one of them.
	if (isFileName(base) && files.length === 0 && namesIn(said, base).some(isBare)) return NAMED;
	if (namesIdentifier(`${text} ${why ?? ''}`, path)) return NAMED;
	if (foldersOf(parts).some((folder) => namesIn(said, folder).some(isFolder))) return FOLDER;
	// What names another file is about that one.
	return near.includes(path) && files.length === 0 ? NEAR : 0;
}

/** The end of a file's name; `TripSplitter.run` and `TripSplitter.go()` are none. */
const FILE_END =
	'\\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|swift|c|cc|cpp|hp*|cs|php|vue|svelte|scala|exs?|dart|lua|sql|md)\\b(?!\\()';

/**
 * `RouteOptimizer` for `route-optimizer.ts`. With an end, `RouteOptimizer.py`, it is the name of a file. `GitHub` is the
 * product, unless it is written as code is: in backticks, as a tag, or called.
 */
function namesIdentifier(said: string, path: string): boolean {
	const names = calledAfter(path);
	const isIt = (identifier: string) => names.includes(identifier.toLowerCase());
	const isBareSomewhere = (identifier: string) => {
		const bare = `\\b${identifier}\\b(?!${FILE_END})`;
		const meant = isProduct(identifier) ? `[\`<]${bare}|${bare}(?=\\()` : bare;
		return new RegExp(meant).test(said);
	};
	return names.length > 0 && identifiersIn(said).some((one) => isIt(one) && isBareSomewhere(one));
}

/** What stands around a name in a text, up to where another word begins. */
interface Around {
	readonly before: string;
	readonly after: string;
}

/** Not `relogin.ts` for `login.ts`, nor `src/other/login.ts`. */
function isBare({ before, after }: Around): boolean {
	return (before === '' || before === './') && (after === '' || after === '.');
}

/** Also from the root of the disk, `/home/ana/app/src/login.ts`. */
function isWhole({ before, after }: Around): boolean {
	return isBare({ before: /^~?\/(?:.*\/)?$/.test(before) ? '' : before, after });
}

/** Also `src/auth/` and `src/auth/**`; not `src/authors`, nor what lies in another folder of it. */
function isFolder({ before, after }: Around): boolean {
	return isWhole({ before, after: after === '/' ? '' : after });
}

/** Where a name stands in a text, by what is around it. */
function namesIn(said: string, name: string): readonly Around[] {
	const found: Around[] = [];
	const part = isAscii(said) ? ASCII_PART : ANY_PART;
	for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + name.length)) {
		if (found.length >= MOST_NAMED) break;
		const end = at + name.length;
		const [least, most] = [Math.max(0, at - MOST_AROUND), Math.min(said.length, end + MOST_AROUND)];
		let [from, to] = [at, end];
		while (from > least && part.test(said[from - 1] ?? '')) from -= 1;
		while (to < most && part.test(said[to] ?? '')) to += 1;
		found.push({ before: said.slice(from, at), after: said.slice(end, to) });
	}
	return found;
}

/** What a name is made of. */
const ANY_PART = /[\p{L}\p{N}_$./~-]/u;
const ASCII_PART = /[A-Za-z0-9_$./~-]/;
