import { isInsight, type Note, type NoteKind, type Notes } from './notes.ts';
import { CERTAIN, isDoubted, SUPPOSED } from './record.ts';
import { termsOf } from './terms.ts';

/**
 * Lessons to know before the work begins, with the factor by which they come first among those that fit as well. They are
 * also shown for files they do not name: their folder, or files edited with it.
 */
export const KNOW_FIRST: Readonly<Partial<Record<NoteKind, number>>> = {
	warning: 1.1,
	decision: 1.05,
};

/** Something that was learned, or that holds work up. */
export interface KnownLesson extends Note {
	/** Files that the text names, relative to the root, if its session worked on them. */
	readonly files: readonly string[];
	/** Other files that were worked on when it was learned. */
	readonly near: readonly string[];
}

/** Characters of a text that are compared and shown. */
const MAX_TEXT = 1_200;
const MOST_FILES = 6;

/** The files among some that a text names, whole or by their end. */
export function filesNamed(text: string, paths: readonly string[]): string[] {
	// The name of a file has a dot. Reading all words of 15 lessons takes a start 4 ms.
	if (!text.includes('.')) return [];
	const names = [...termsOf(text.slice(0, MAX_TEXT)).keys()].filter((term) => term.includes('.'));
	const isNamed = (path: string) => names.some((name) => `/${path.toLowerCase()}`.endsWith(`/${name}`));
	return names.length === 0 ? [] : paths.filter(isNamed).slice(-MOST_FILES);
}

interface Known {
	readonly user: string;
	readonly lessons: readonly KnownLesson[];
}

/** Each prompt and call asks. */
const cache = new WeakMap<Notes, Known>();

/** The lessons of a user and of the team: what is neither doubted nor over. What a nested client noted is none (D11). */
export function knownLessons(notes: Notes, user: string): readonly KnownLesson[] {
	const cached = cache.get(notes);
	if (cached?.user === user) return cached.lessons;
	const lessons = notes.all.flatMap((note) => {
		const isOpen = isInsight(note) || (note.kind === 'blocker' && note.ended === undefined);
		const isTheirs = note.user === user || note.isTeams;
		return isOpen && isTheirs && !isDoubted(note) && !note.nested ? [lessonOf(note)] : [];
	});
	cache.set(notes, { user, lessons });
	return lessons;
}

function lessonOf(note: Note): KnownLesson {
	const text = note.text.slice(0, MAX_TEXT);
	const files = filesNamed(text, note.files);
	const near = note.files.filter((path) => !files.includes(path));
	return { ...note, text, why: note.why?.slice(0, MAX_TEXT), files, near };
}

const STEP = 0.1;

/**
 * The confidence (0–1) after a verdict on a lesson (D22). Confirmed, a suggestion of a prompt becomes certain,
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
