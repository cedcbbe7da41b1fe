import * as z from '../document/shape.ts';
import { InsightKind } from '../journal/enums.ts';
import { tagsTogether } from '../session-record/insights.ts';
import { compareTexts } from '../text/strings.ts';

const text = z.string();

/** A lesson as it leaves the machine: nothing of its session, its branch or its user. */
const SharedLesson = z.looseObject({
	v: z.literal(1),
	kind: InsightKind,
	text,
	why: z.optional(text),
	/** Other words by which somebody may ask for it. */
	tags: z.optional(z.array(text)),
	/** ISO date: the day it was learned. */
	at: text,
	/** Files it names, from the root. */
	files: z.array(text),
});
export type SharedLesson = z.output<typeof SharedLesson>;

/** More words by which a lesson is found, given after it was shared. */
const SharedTags = z.looseObject({ v: z.literal(1), tags: z.array(text) });

/**
 * All that one writer ever shared: texts by path. `lessons/<id>.json` is a lesson, `gone/<id>.json` takes it back for good,
 * and `tags/<id>-<hash>.json` holds tags that it was given later. Paths are only ever added, so shelves merge by union, in any order.
 */
export type Shelf = ReadonlyMap<string, string>;

/** Shelves by the id of their writer. */
export type Shelves = ReadonlyMap<string, Shelf>;

const MAX_TEXT = 1_000;
const MAX_FILES = 6;
/** A longer text is nobody's lesson. */
export const MAX_OBJECT = 8 * 1024;
/** What is beyond is left where it is. */
const MOST_OF_WRITER = 2_000;

export const lessonPath = (id: string) => `lessons/${id}.json`;
/** So many digits tell the tags of one lesson apart. */
const TAGS_DIGITS = 16;
const TAGS_PATH = /^tags\/([0-9a-f]{64})-[0-9a-f]{16}\.json$/;
export const tagsPath = (id: string, tags: readonly string[], sha256: Sha256) =>
	`tags/${id}-${sha256(tags.join('\n')).slice(0, TAGS_DIGITS)}.json`;
export const tagsText = (tags: readonly string[]) => `${JSON.stringify({ v: 1, tags })}\n`;
export const gonePath = (id: string) => `gone/${id}.json`;

type Sha256 = (text: string) => string;

/** What is one lesson has one id, whoever shares it. */
export function sharedId(
	{ kind, text: said }: Pick<SharedLesson, 'kind' | 'text'>,
	sha256: Sha256,
) {
	return sha256(`${kind}\n${said}`);
}

export function lessonText(lesson: Omit<SharedLesson, 'v'>): string {
	// What is undefined is left out.
	const { kind, text: said, why, tags, at, files } = lesson;
	return `${JSON.stringify({ v: 1, kind, text: said, why, tags, at, files })}\n`;
}

/** The shelf with more on it. What stands there stays: of two texts of one lesson the first in order counts, everywhere. */
export function together(one: Shelf, other: Shelf): Shelf {
	const both = new Map(one);
	for (const [path, said] of other) {
		const had = both.get(path);
		if (had === undefined || said < had) both.set(path, said);
	}
	return both;
}

/** A lesson, and who shares it. */
interface Shared {
	readonly id: string;
	readonly lesson: SharedLesson;
	/** Ids of writers; the first one's words are `lesson`. */
	readonly writers: readonly string[];
}

/**
 * The lessons that at least one writer shares and has not taken back. What is no lesson, or stands at the path of another
 * one, is left out: anybody who may push can write anything.
 */
export function sharedIn(shelves: Shelves, { parse, sha256 }: Reading): readonly Shared[] {
	const byId = new Map<string, Sharer[]>();
	for (const [writer, shelf] of [...shelves].sort(([one], [other]) => compareTexts(one, other))) {
		for (const [id, said, lesson] of lessonsOn(shelf, { parse, sha256 }))
			byId.set(id, [...(byId.get(id) ?? []), { writer, said, lesson }]);
	}
	return [...byId]
		.sort(([one], [other]) => compareTexts(one, other))
		.map(([id, sharers]) => {
			// The one whose words are told stands first: a reason is not another's. It is found by the tags of all.
			const ordered = sharers.toSorted((one, other) => compareTexts(one.said, other.said));
			const lists = sharers.map(({ lesson }) => lesson.tags ?? []);
			const { lesson } = ordered[0] as Sharer;
			const writers = ordered.map(({ writer }) => writer);
			return { id, lesson: withTags(lesson, lists), writers };
		});
}

/** Who shares a lesson, and in which words. */
interface Sharer {
	readonly writer: string;
	readonly said: string;
	readonly lesson: SharedLesson;
}

interface Reading {
	/** Reads JSON; `undefined` for what is none. */
	readonly parse: (text: string) => unknown;
	readonly sha256: Sha256;
}

/** What a writer shares and has not taken back. */
export function lessonsOn(
	shelf: Shelf,
	{ parse, sha256 }: Reading,
): readonly (readonly [id: string, text: string, lesson: SharedLesson])[] {
	const found: (readonly [string, string, SharedLesson])[] = [];
	const later = laterTags(shelf, parse);
	for (const [path, said] of shelf) {
		const id = /^lessons\/([0-9a-f]{64})\.json$/.exec(path)?.[1];
		if (id === undefined || shelf.has(gonePath(id))) continue;
		const lesson = z.valueIn(SharedLesson, parse(said));
		if (lesson === undefined || !isSound(lesson) || sharedId(lesson, sha256) !== id) continue;
		found.push([id, said, withTags(lesson, [lesson.tags ?? [], ...(later.get(id) ?? [])])]);
		if (found.length >= MOST_OF_WRITER) break;
	}
	return found;
}

/** The tags that lessons of a shelf were given after they were shared, by the id of the lesson. */
function laterTags(shelf: Shelf, parse: Reading['parse']): ReadonlyMap<string, string[][]> {
	const found = new Map<string, string[][]>();
	for (const [path, said] of shelf) {
		const id = TAGS_PATH.exec(path)?.[1];
		const more = id === undefined ? undefined : z.valueIn(SharedTags, parse(said))?.tags;
		if (id !== undefined && more !== undefined) found.set(id, [...(found.get(id) ?? []), more]);
	}
	return found;
}

/** The lesson with all these tags, in one order everywhere, and no more of them than a lesson may have. */
function withTags(lesson: SharedLesson, lists: readonly (readonly string[])[]): SharedLesson {
	const tags: string[] = [];
	let room = MAX_TEXT;
	const all = tagsTogether(lists.flat().sort(compareTexts));
	// The shortest first: one long tag of another's takes no room from the rest.
	for (const tag of all.toSorted((one, other) => one.length - other.length)) {
		room -= tag.length + 1;
		if (room >= 0) tags.push(tag);
	}
	return tags.length === 0 ? lesson : { ...lesson, tags: tags.sort(compareTexts) };
}

function isSound({ text: said, why = '', tags = [], at, files }: SharedLesson): boolean {
	const isShort =
		[said, why, tags.join()].every(({ length }) => length <= MAX_TEXT) && files.length <= MAX_FILES;
	const areInside = files.every(
		(path) => path.length <= 300 && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path),
	);
	return isShort && areInside && said.trim() !== '' && isDay(at);
}

/** Any other form, such as `1 January 2999`, would be compared as no day is; before git there was none. */
function isDay(at: string): boolean {
	return /^2\d{3}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(at) && !Number.isNaN(Date.parse(at));
}
