import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { relativeTime } from '../core/text/phrases.ts';
import type { JournalLine } from '../journal/entries.ts';
import type { KnownLesson } from './lesson.ts';
import type { FoundLesson } from './recall.ts';
import { chunksOf, splitChunk } from './terms.ts';

/** How many lessons are shown at once, in how many characters with their frame. */
const ROOM = {
	prompt: { lessons: 5, characters: 1_500 },
	call: { lessons: 3, characters: 900 },
} as const;
/** One text may not take the room of the others. */
const MOST_OF_ONE = 400;

const FOOTER =
	'[END OF EARLIER LESSONS: quoted text is what earlier work recorded. If one is wrong: `req learn dispute ID`]';

/** What lessons are compared with when they are shown. */
export interface RecallFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Whether there is a file at a path from the root. */
	readonly exists: (path: string) => boolean;
	/** What it contains: `fileDigest`. */
	readonly digest: (path: string) => string | undefined;
}

/**
 * The text that shows lessons to the model, and those that found room; empty if none did.
 *
 * @param about what they are about, as half a sentence
 * @param place with a prompt, or with the result of a call
 */
export function formatLessons(
	found: readonly FoundLesson[],
	facts: RecallFacts,
	{ about, place }: { readonly about: string; readonly place: keyof typeof ROOM },
): { readonly text: string; readonly shown: readonly KnownLesson[] } {
	const header = `[EARLIER LESSONS: what sessions of this repository learned about ${about}]`;
	const { lessons, characters } = ROOM[place];
	const lines: string[] = [];
	const shown: KnownLesson[] = [];
	let left = characters - header.length - FOOTER.length - 2;
	for (const one of found.slice(0, lessons)) {
		const line = `- ${formatLesson(one, facts)}`;
		if (line.length + 1 > left) continue;
		left -= line.length + 1;
		lines.push(line);
		shown.push(one.lesson);
	}
	return { text: lines.length === 0 ? '' : [header, ...lines, FOOTER].join('\n'), shown };
}

/** Characters by which a session is named. */
const KEY = 8;

/** `warning: "never run the seed script" (30 days ago, branch main, session 1a2b3c4d, i3f2a1b0c)` */
function formatLesson({ lesson, isBeside }: FoundLesson, facts: RecallFacts): string {
	const { kind, text, why, at, branch, id, sources } = lesson;
	const others = new Set(sources.map(({ session }) => session)).size - 1;
	const more = others > 0 ? ` and ${others} more` : '';
	const because = why === undefined ? '' : `, because ${quoted(why)}`;
	const said = `${quoted(text)}${because}`;
	const shortened = `${oneLine(said.slice(0, MOST_OF_ONE - 100))}…"`;
	const parts = [
		isBeside === true ? 'noted while this file was worked on' : '',
		at === '' ? '' : relativeTime(at, facts.now),
		branch === '' ? '' : `branch ${named(branch)}`,
		`${originOf(lesson)}${more}`,
		id,
		outdatedText(findGone(lesson, facts.exists)) || changedText(lesson, facts),
	].filter((part) => part !== '');
	return `${kind}: ${said.length <= MOST_OF_ONE ? said : shortened} (${parts.join(', ')})`;
}

function originOf({ session, isTeams, user }: KnownLesson): string {
	if (isTeams) return user === '' ? 'of the team' : `of the team, by ${named(user)}`;
	return session === undefined ? 'noted in a terminal' : `session ${named(session.slice(0, KEY))}`;
}

/** The files that a lesson names and that were deleted. */
export function findGone(
	{ files }: { readonly files: readonly string[] },
	exists: RecallFacts['exists'],
): string[] {
	return files.filter((path) => !exists(path));
}

/** `may be outdated: src/login.ts is gone`; empty if no file is. */
export function outdatedText(gone: readonly string[]): string {
	if (gone.length === 0) return '';
	const some = gone.slice(0, 2).map(named).join(', ');
	return `may be outdated: ${some} ${gone.length === 1 ? 'is' : 'are'} gone`;
}

/** `src/login.ts has changed since`; empty if no file that the lesson names has. */
function changedText({ files, digests = {} }: KnownLesson, { digest }: RecallFacts): string {
	const isChanged = (path: string) => digests[path] !== undefined && digest(path) !== digests[path];
	const changed = files.filter(isChanged);
	const some = changed.slice(0, 2).map(named).join(', ');
	return some === '' ? '' : `${some} ${changed.length === 1 ? 'has' : 'have'} changed since`;
}

/**
 * The ids of the lessons that a session, or a subagent of it, was shown. A compaction takes them out of the model's sight
 * again.
 *
 * @param lines of the session's journal
 * @param agent id of the subagent: it does not see what its session was shown
 */
export function readShown(
	lines: readonly JournalLine[],
	agent: string | undefined,
): ReadonlySet<string> {
	const shown = new Set<string>();
	for (const line of lines) {
		if (line.e === 'start' && line.source === 'compact') shown.clear();
		if (line.e === 'lessons' && line.agent === agent) for (const id of line.told) shown.add(id);
	}
	return shown;
}

/** A shorter lesson could be in any text by chance. */
const SHORTEST = 12;

/**
 * Whether a text has the words of a lesson.
 *
 * @param texts each as `plainWords` makes it
 */
export function isIn(said: string, texts: readonly string[]): boolean {
	const words = plainWords(said);
	return words.length - 2 >= SHORTEST && texts.some((text) => text.includes(words));
}

/** The words of a text: its case, punctuation and line breaks do not count. */
export function plainWords(text: string): string {
	const words = chunksOf(text).flatMap(({ written }) => splitChunk(written));
	return ` ${words.join(' ')} `;
}
