import {
	AT_THE_TIME,
	blockerId,
	isAtTheTime,
	isCandidate,
} from '../core/session-record/insights.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { compareTexts, fnv1a } from '../core/text/strings.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { chunksOf, splitChunk, stemOf, termsOf } from './terms.ts';

/** How lessons of a kind are found and ranked. */
interface KindRow {
	/** A lesson to know before the work begins comes first among those that fit as well. */
	readonly bonus: number;
	/** It was noted by `req learn`: it can be confirmed, disputed and superseded. */
	readonly isInsight: boolean;
	/** It is also shown for files it does not name: their folder, or what was edited beside it. */
	readonly isOfFiles: boolean;
}

const ROWS = {
	warning: { bonus: 1.1, isInsight: true, isOfFiles: true },
	decision: { bonus: 1.05, isInsight: true, isOfFiles: true },
	pattern: { bonus: 1, isInsight: true, isOfFiles: false },
	learning: { bonus: 1, isInsight: true, isOfFiles: false },
	blocker: { bonus: 1, isInsight: false, isOfFiles: false },
} as const satisfies Readonly<Record<string, KindRow>>;
type LessonKind = keyof typeof ROWS;
export const LESSON_KINDS: Readonly<Record<LessonKind, KindRow>> = ROWS;

/** Something that a session learned, or that holds its work up. */
export interface Lesson {
	/** `<key of the session>/<id of the insight>`. */
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
	/** Whose session it was. */
	readonly user: string;
	/** Files that the text names, relative to the root, if its session worked on them. */
	readonly files: readonly string[];
	/** Files that were worked on when it was learned. */
	readonly near: readonly string[];
	/** Failures between which and the next success it was noted, by `Failure.same`. */
	readonly mends: readonly string[];
}

/** A lesson as the newest of its sessions has it. */
export interface KnownLesson extends Lesson {
	/** Ids of all lessons of the same words, the newest first. */
	readonly sources: readonly string[];
}

const MOST_FILES = 6;
const MOST_TAGS = 100;
/** What is left of certainty after one dispute: such a lesson is no longer shown (D22). */
const DOUBTED = 0.5;
/** Characters of a text that are compared and shown. */
const MAX_TEXT = 1_200;

/** The lessons of a session that are certain and neither disputed nor ended (D11: nor nested). */
export function lessonsOf(record: SessionRecord): Lesson[] {
	if (record.channel === 'nested') return [];
	const insights = record.insights
		.filter((one) => !isCandidate(one) && one.confidence > DOUBTED)
		.map((one) => lessonOf({ ...one, at: one.created_at }, record));
	const blockers = record.activity.blockers
		.filter(({ source, resolved }) => source !== 'prompt' && resolved !== true)
		.map(({ type, text, at }) =>
			lessonOf({ id: blockerId({ type, text }), kind: 'blocker', text, at }, record),
		);
	return [...insights, ...blockers];
}

interface Noted extends Pick<Lesson, 'id' | 'kind' | 'text' | 'at'> {
	readonly why?: string | undefined;
	readonly tags?: readonly string[] | undefined;
	/** By default what the session worked on within half an hour. */
	readonly near?: readonly string[] | undefined;
}

function lessonOf(noted: Noted, { key, user, branch, activity }: SessionRecord): Lesson {
	const { kind, at, tags = [] } = noted;
	const text = noted.text.slice(0, MAX_TEXT);
	const time = Date.parse(at);
	const { files, failures = [] } = activity;
	const near = files.filter(({ last }) => isAtTheTime(last, at));
	const mended = failures.filter(
		(failure) =>
			failure.fixed !== undefined &&
			Date.parse(failure.at) <= time &&
			time <= Date.parse(failure.fixed) + AT_THE_TIME,
	);
	return {
		id: `${key}/${noted.id}`,
		same: samenessOf(kind, text),
		kind,
		text,
		why: noted.why?.slice(0, MAX_TEXT),
		tags,
		at,
		branch,
		user,
		files: filesNamed(text, files),
		near: noted.near ?? pathsOf(near),
		mends: LESSON_KINDS[kind].isInsight ? mended.map(({ same }) => same) : [],
	};
}

/** The files of a session that a text names, whole or by their end. */
export function filesNamed(text: string, files: SessionRecord['activity']['files']): string[] {
	// The name of a file has a dot. Reading all words of 15 insights takes a start 4 ms.
	if (!text.includes('.')) return [];
	const names = [...termsOf(text.slice(0, MAX_TEXT)).keys()].filter((term) => term.includes('.'));
	const isNamed = (path: string) =>
		names.some((name) => `/${path.toLowerCase()}`.endsWith(`/${name}`));
	return names.length === 0 ? [] : pathsOf(files.filter(({ path }) => isNamed(path)));
}

function pathsOf(files: readonly { readonly path: string }[]): string[] {
	return files.slice(-MOST_FILES).map(({ path }) => path);
}

const ARTICLES = new Set(['a', 'an', 'the']);

/** A learning and a warning of the same words are one; a decision and a blocker are others. */
function samenessOf(kind: LessonKind, text: string): string {
	const isApart = kind === 'decision' || kind === 'blocker';
	const words = chunksOf(text).flatMap(({ written }) => splitChunk(written));
	const stems = words.filter((word) => !ARTICLES.has(word)).map(stemOf);
	return fnv1a(`${isApart ? kind : 'learning'}\n${stems.join(' ')}`);
}

/** First line of the file of lessons. A file that begins with another one is built again. */
export const LESSONS_HEADER = '{"lessons":7}\n';

/** One lesson as a line of the file. */
export function lineOf(lesson: Lesson): string {
	return `${JSON.stringify(lesson)}\n`;
}

/** The lines that bring the file to what a session knows now: the latest of an id counts. */
export function lessonLines(before: SessionRecord | undefined, now: SessionRecord): string[] {
	const has = lessonsOf(now);
	const ids = new Set(has.map(({ id }) => id));
	const gone = (before === undefined ? [] : lessonsOf(before)).filter(({ id }) => !ids.has(id));
	return [...has.map(lineOf), ...gone.map(({ id }) => `${JSON.stringify({ id, gone: true })}\n`)];
}

/**
 * The lessons of one user, those of the same words as one. The latest line of an id counts.
 *
 * @param lines of the file, parsed: another program may have written them
 */
export function knownLessons(lines: readonly unknown[], user: string): KnownLesson[] {
	const byId = new Map<string, Lesson | undefined>();
	for (const line of lines) {
		const id = textIn(line, 'id');
		if (id !== undefined) byId.set(id, lessonIn(line));
	}
	const groups = new Map<string, Lesson[]>();
	for (const lesson of byId.values()) {
		if (lesson?.user !== user) continue;
		groups.set(lesson.same, [...(groups.get(lesson.same) ?? []), lesson]);
	}
	return [...groups.values()].flatMap((group) => {
		const newest = group.sort((one, other) => compareTexts(other.at, one.at));
		const all = (list: 'tags' | 'files' | 'near' | 'mends') => [
			...new Set(newest.flatMap((lesson) => lesson[list])),
		];
		const lists = {
			tags: all('tags'),
			files: all('files'),
			near: all('near'),
			mends: all('mends'),
		};
		return newest.slice(0, 1).map((lesson) => {
			return { ...lesson, ...lists, sources: newest.map(({ id }) => id) };
		});
	});
}

function lessonIn(json: unknown): Lesson | undefined {
	const [id, same, text, at] = ['id', 'same', 'text', 'at'].map((key) => textIn(json, key));
	const [branch, user, kind = ''] = ['branch', 'user', 'kind'].map((key) => textIn(json, key));
	if (id === undefined || same === undefined || text === undefined || at === undefined)
		return undefined;
	if (branch === undefined || user === undefined || !isKind(kind)) return undefined;
	const list = (key: string, most: number) =>
		elements(member(json, key))
			.filter((one) => typeof one === 'string')
			.slice(0, most);
	return {
		id,
		same,
		kind,
		text,
		why: textIn(json, 'why'),
		tags: list('tags', MOST_TAGS),
		at,
		branch,
		user,
		files: list('files', MOST_FILES),
		near: list('near', MOST_FILES),
		mends: list('mends', MOST_FILES),
	};
}

function isKind(kind: string): kind is LessonKind {
	return Object.hasOwn(LESSON_KINDS, kind);
}
