import { compareTexts, fnv1a } from '../core/text/strings.ts';
import { isInsight, type Note, type Notes } from './notes.ts';
import type { SessionRecord } from './record.ts';
import { isDoubted } from './record.ts';
import { chunksOf, splitChunk, stemOf, termsOf } from './terms.ts';

/** How lessons of a kind are found and ranked. */
interface KindRow {
	/** A lesson to know before the work begins comes first among those that fit as well. */
	readonly bonus: number;
	/** It is also shown for files it does not name: their folder, or what was edited beside it. */
	readonly isOfFiles: boolean;
}

const ROWS = {
	warning: { bonus: 1.1, isOfFiles: true },
	decision: { bonus: 1.05, isOfFiles: true },
	pattern: { bonus: 1, isOfFiles: false },
	learning: { bonus: 1, isOfFiles: false },
	blocker: { bonus: 1, isOfFiles: false },
} as const satisfies Readonly<Record<string, KindRow>>;
type LessonKind = keyof typeof ROWS;
export const LESSON_KINDS: Readonly<Record<LessonKind, KindRow>> = ROWS;

/** Something that was learned, or that holds work up. */
export interface Lesson {
	/** Id of its note. */
	readonly id: string;
	/** The same for lessons of the same words, whatever their case and form. */
	readonly same: string;
	readonly kind: LessonKind;
	readonly text: string;
	readonly why: string | undefined;
	/** Other words it is found by. They are never shown. */
	readonly tags: readonly string[];
	/** ISO time. */
	readonly at: string;
	readonly branch: string;
	readonly user: string;
	/** Full id; `undefined` if it was noted in a terminal, or is the team's. */
	readonly session: string | undefined;
	readonly isTeams: boolean;
	/** Files that the text names, relative to the root, if its session worked on them. */
	readonly files: readonly string[];
	/** What files contained when it was learned: `fileDigest` by path. */
	readonly digests?: Readonly<Record<string, string>> | undefined;
	/** Files that were worked on when it was learned. */
	readonly near: readonly string[];
	/** Failures that were open, or had just been mended, when it was noted, by `Failure.same`. */
	readonly mends: readonly string[];
}

/** A lesson as the newest of its notes has it. */
export interface KnownLesson extends Lesson {
	/** All lessons of the same words, the newest first. */
	readonly sources: readonly Pick<Lesson, 'id' | 'session'>[];
}

/** Characters of a text that are compared and shown. */
const MAX_TEXT = 1_200;
const MOST_FILES = 6;

/** A note as a lesson; `undefined` if it is none, is no longer certain, or is over. One of a nested client is none (D11). */
export function lessonOf(note: Note): Lesson | undefined {
	const { id, kind, why, tags, at, branch, user, session, isTeams, digests, mends = [] } = note;
	if (!isInsight(note) && (kind !== 'blocker' || note.ended !== undefined)) return undefined;
	if (isDoubted(note) || note.nested === true) return undefined;
	const text = note.text.slice(0, MAX_TEXT);
	const files = filesNamed(text, note.files);
	return {
		id,
		same: samenessOf(kind as LessonKind, text),
		kind: kind as LessonKind,
		text,
		why: why?.slice(0, MAX_TEXT),
		tags,
		at,
		branch,
		user,
		session,
		isTeams,
		files,
		digests,
		near: note.files.filter((path) => !files.includes(path)),
		mends,
	};
}

/** The files among some that a text names, whole or by their end. */
export function filesNamed(text: string, paths: readonly string[]): string[] {
	// The name of a file has a dot. Reading all words of 15 insights takes a start 4 ms.
	if (!text.includes('.')) return [];
	const names = [...termsOf(text.slice(0, MAX_TEXT)).keys()].filter((term) => term.includes('.'));
	const isNamed = (path: string) =>
		names.some((name) => `/${path.toLowerCase()}`.endsWith(`/${name}`));
	return names.length === 0 ? [] : paths.filter(isNamed).slice(-MOST_FILES);
}

/** The paths of the files that a session worked on. */
export function pathsOf({ activity }: SessionRecord): string[] {
	return activity.files.map(({ path }) => path);
}

const ARTICLES = new Set(['a', 'an', 'the']);

/** A learning and a warning of the same words are one. A decision settles something, a blocker ends. */
function samenessOf(kind: LessonKind, text: string): string {
	const isApart = kind === 'decision' || kind === 'blocker';
	const words = chunksOf(text).flatMap(({ written }) => splitChunk(written));
	const stems = words.filter((word) => !ARTICLES.has(word)).map(stemOf);
	return fnv1a(`${isApart ? kind : 'learning'}\n${stems.join(' ')}`);
}

interface Known {
	readonly user: string;
	readonly lessons: readonly KnownLesson[];
}

/** Each prompt and edit asks, and reading the words of 3,000 notes takes 60 ms. */
const KNOWN = new WeakMap<Notes, Known>();

/** The lessons of a user and of the team, those of the same words as one. */
export function knownLessons(notes: Notes, user: string): readonly KnownLesson[] {
	const kept = KNOWN.get(notes);
	if (kept?.user === user) return kept.lessons;
	const groups = new Map<string, Lesson[]>();
	for (const note of notes.all) {
		const lesson = note.user === user || note.isTeams ? lessonOf(note) : undefined;
		if (lesson === undefined) continue;
		groups.set(lesson.same, [...(groups.get(lesson.same) ?? []), lesson]);
	}
	const lessons = [...groups.values()].flatMap(joinSame);
	KNOWN.set(notes, { user, lessons });
	return lessons;
}

/** Lessons of the same words as one: as the newest has it, with what each of them knows. */
function joinSame(group: readonly Lesson[]): KnownLesson[] {
	const newest = group.toSorted((one, other) => compareTexts(other.at, one.at));
	const all = (list: 'tags' | 'files' | 'near' | 'mends') => [
		...new Set(newest.flatMap((lesson) => lesson[list])),
	];
	return newest.slice(0, 1).map((lesson) => {
		return {
			...lesson,
			tags: all('tags'),
			files: all('files'),
			near: all('near'),
			mends: all('mends'),
			sources: newest.map(({ id, session }) => ({ id, session })),
		};
	});
}
