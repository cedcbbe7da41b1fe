import { compareTexts } from '../text/strings.ts';
import { isInsight, type Note, type NoteKind, type Notes } from './notes.ts';
import { CERTAIN, isDoubted, SUPPOSED } from './record.ts';
import { chunksOf, splitChunk, stemOf, termsOf } from './terms.ts';

/**
 * Lessons to know before the work begins, with the factor by which they come first among those that fit as well. They are
 * also shown for files they do not name: their folder, or what was edited beside it.
 */
export const KNOW_FIRST: Readonly<Partial<Record<NoteKind, number>>> = {
	warning: 1.1,
	decision: 1.05,
};

type OfNote = 'id' | 'kind' | 'text' | 'why' | 'tags' | 'at' | 'branch' | 'user' | 'session';

/** Something that was learned, or that holds work up: of notes with the same words the newest, with what all of them know. */
export interface KnownLesson extends Pick<Note, OfNote | 'isTeams' | 'digests'> {
	/** Files that the text names, relative to the root, if its session worked on them. */
	readonly files: readonly string[];
	/** Other files that were worked on when it was learned. */
	readonly near: readonly string[];
	/** Failures that were open, or had just been fixed, when it was noted, by `Failure.same`. */
	readonly mends: readonly string[];
	/** All notes of the same words, the newest first. */
	readonly sources: readonly Pick<Note, 'id' | 'session' | 'source'>[];
}

/** Characters of a text that are compared and shown. */
const MAX_TEXT = 1_200;
const MOST_FILES = 6;

/** The files among some that a text names, whole or by their end. */
export function filesNamed(text: string, paths: readonly string[]): string[] {
	// The name of a file has a dot. Reading all words of 15 lessons takes a start 4 ms.
	if (!text.includes('.')) return [];
	const names = [...termsOf(text.slice(0, MAX_TEXT)).keys()].filter((term) => term.includes('.'));
	const isNamed = (path: string) =>
		names.some((name) => `/${path.toLowerCase()}`.endsWith(`/${name}`));
	return names.length === 0 ? [] : paths.filter(isNamed).slice(-MOST_FILES);
}

interface Known {
	readonly user: string;
	readonly lessons: readonly KnownLesson[];
}

/** Each prompt and edit asks, and reading the words of 3,000 notes takes 60 ms. */
const cache = new WeakMap<Notes, Known>();

/**
 * The lessons of a user and of the team, those of the same words as one: what is neither doubted nor over. What a nested
 * client noted is none (D11).
 */
export function knownLessons(notes: Notes, user: string): readonly KnownLesson[] {
	const cached = cache.get(notes);
	if (cached?.user === user) return cached.lessons;
	const groups = new Map<string, Note[]>();
	for (const note of notes.all) {
		const isOpen = isInsight(note) || (note.kind === 'blocker' && note.ended === undefined);
		const isTheirs = note.user === user || note.isTeams;
		if (!isOpen || !isTheirs || isDoubted(note) || note.nested === true) continue;
		const same = samenessOf(note);
		groups.set(same, [...(groups.get(same) ?? []), note]);
	}
	const lessons = [...groups.values()].map(lessonOf);
	cache.set(notes, { user, lessons });
	return lessons;
}

const ARTICLES = new Set(['a', 'an', 'the']);

/** A learning and a warning of the same words are one. A decision settles something, a blocker ends. */
function samenessOf({ kind, text }: Note): string {
	const isApart = kind === 'decision' || kind === 'blocker';
	const words = chunksOf(text.slice(0, MAX_TEXT)).flatMap(({ written }) => splitChunk(written));
	const stems = words.filter((word) => !ARTICLES.has(word)).map(stemOf);
	return `${isApart ? kind : 'learning'} ${stems.join(' ')}`;
}

/** @param notes of the same words, at least one */
function lessonOf(notes: readonly Note[]): KnownLesson {
	const newest = notes.toSorted((one, other) => compareTexts(other.at, one.at));
	const all = (list: (note: Note) => readonly string[]) => [...new Set(newest.flatMap(list))];
	const [note] = newest as [Note, ...Note[]];
	const text = note.text.slice(0, MAX_TEXT);
	const worked = all(({ files }) => files);
	const files = filesNamed(text, worked);
	return {
		...note,
		text,
		why: note.why?.slice(0, MAX_TEXT),
		tags: all(({ tags }) => tags),
		files,
		near: worked.filter((path) => !files.includes(path)),
		mends: all(({ mends = [] }) => mends),
		sources: newest.map(({ id, session, source }) => ({ id, session, source })),
	};
}

const STEP = 0.1;

/**
 * The confidence (0–1) after somebody had a word on a lesson (D22). Confirmed, a suggestion of a prompt becomes certain,
 * and so does what another lesson had superseded; what was noted gains a tenth, and is shown again however often it was
 * disputed. Disputed, it keeps half.
 */
export function confidenceAfter(
	verdict: 'confirm' | 'dispute',
	note: { readonly source: string; readonly confidence: number },
): number {
	const { source, confidence } = note;
	const rounded = (score: number) => Math.round(score * 1e6) / 1e6;
	if (verdict === 'dispute') return rounded(confidence / 2);
	if (source === 'prompt' || confidence === 0) return CERTAIN;
	return rounded(Math.min(CERTAIN, Math.max(confidence, SUPPOSED) + STEP));
}
