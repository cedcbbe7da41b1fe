import { chunksOf, splitChunk, stemOf, termsOf } from '../../memory/terms.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import { AT_THE_TIME, blockerId, isAtTheTime, isCandidate } from '../session-record/insights.ts';
import type { Insight, SessionRecord } from '../session-record/schema.ts';
import { fnv1a } from '../text/strings.ts';

/** What holds for a kind of lesson. */
interface KindRow {
	/** What somebody should know before they begin comes first, among lessons that fit as well. */
	readonly bonus: number;
	/** Somebody noted it as such: it has an id, and can be confirmed, disputed and superseded. */
	readonly isInsight?: true;
	/** It is told of files that were edited when it was learned, and of their folders. Others only of a file that they name. */
	readonly isOfFiles?: true;
}

const ROWS = {
	warning: { bonus: 1.1, isInsight: true, isOfFiles: true },
	decision: { bonus: 1.05, isInsight: true, isOfFiles: true },
	pattern: { bonus: 1, isInsight: true },
	learning: { bonus: 1, isInsight: true },
	blocker: { bonus: 1 },
} as const satisfies Readonly<Record<string, KindRow>>;
type LessonKind = keyof typeof ROWS;
export const LESSON_KINDS: Readonly<Record<LessonKind, KindRow>> = ROWS;

/** Something that an earlier session knew, as a prompt or a file is told of it. */
export interface Lesson {
	/** `<key of the session>/<id of the insight>`. */
	readonly id: string;
	/** What says the same has the same: its words, whatever their case and form. */
	readonly same: string;
	readonly kind: LessonKind;
	readonly text: string;
	readonly why: string | undefined;
	/** Other words by which somebody may ask for it. A line of the file has them among its terms, and nobody is told them. */
	readonly tags?: readonly string[] | undefined;
	/** ISO time. */
	readonly at: string;
	readonly branch: string;
	/** Whose session it was. */
	readonly user: string;
	/** Files that the text names, relative to the root, as far as its session worked on them. */
	readonly files: readonly string[];
	/** Files that were worked on when it was learned. */
	readonly near: readonly string[];
	/** Failures between which and the success after them it was noted, by `Failure.same`. */
	readonly mends: readonly string[];
	/** Mark of `markClean`. */
	readonly clean?: string | undefined;
}

/** Marks a lesson whose words hold no secret by today's rules: who tells it need not look again. */
export function markClean(lesson: Lesson, holdsSecret: (text: string) => boolean): Lesson {
	const isClean = ![lesson.text, lesson.why ?? ''].some(holdsSecret);
	return isClean ? { ...lesson, clean: cleanMark(lesson) } : lesson;
}

/** Whether these very words were looked through, by these rules. */
export function isMarkedClean(lesson: Lesson): boolean {
	return lesson.clean === cleanMark(lesson);
}

function cleanMark({ text, why = '' }: Lesson): string {
	return fnv1a([SECRET_RULES, text, why].join('\n'));
}

/** Digest of the rules for secrets, all of `src/secrets`. A test says what it has to be. */
export const SECRET_RULES = '2a528ac2';

/** The first line of the lessons. A file that begins with another line is rebuilt, and its lines are marked by these rules. */
export const LESSONS_HEADER = `{"lessons":6,"rules":"${SECRET_RULES}"}\n`;

/** Where the terms of a line begin and end: they are looked at in every line, so they come first. */
export const LINE_START = '{"terms":"';
/** Stands between the terms of a text and those of its tags. */
export const BEFORE_TAGS = '~';

const MOST_FILES = 6;
/** What is left of certainty after one dispute: what is no surer is not told (D22). */
const DOUBTED = 0.5;
/** Beyond that a text is told in part, and compared by this part. */
const MAX_TEXT = 1_200;

/** The lessons of a session: what is certain and neither disputed nor ended. A nested client is never a source (D11). */
export function lessonsOf(record: SessionRecord): Lesson[] {
	if (record.channel === 'nested') return [];
	const insights = record.insights
		.filter((one) => !isCandidate(one) && one.confidence > DOUBTED)
		.map((one) => learnedLesson(one, record));
	const blockers = record.activity.blockers
		.filter(({ source, resolved }) => source !== 'prompt' && resolved !== true)
		.map(({ type, text, at }) => ({
			...{ id: blockerId({ type, text }), kind: 'blocker' as const, text, at },
		}));
	return [...insights, ...blockers.map((one) => lessonOf(one, record))];
}

/** What a session learned, as a lesson. */
export function learnedLesson(
	{ created_at: at, ...insight }: Insight,
	record: SessionRecord,
): Lesson {
	const { id, kind, text, why, tags, near } = insight;
	return lessonOf({ id, kind, text, why, tags, at, near }, record);
}

interface Said extends Pick<Lesson, 'id' | 'kind' | 'text' | 'tags' | 'at'> {
	readonly why?: string | undefined;
	/** By default what the session worked on last within half an hour. */
	readonly near?: readonly string[] | undefined;
	/** By default that of the session. */
	readonly branch?: string;
}

function lessonOf(said: Said, { key, user, activity, ...record }: SessionRecord): Lesson {
	const branch = said.branch ?? record.branch;
	const text = said.text.slice(0, MAX_TEXT);
	const why = said.why?.slice(0, MAX_TEXT);
	const time = Date.parse(said.at);
	const { files, failures = [] } = activity;
	const isNear = ({ last }: { readonly last: string }) => isAtTheTime(last, said.at);
	const mended = failures.filter(
		({ at, fixed }) =>
			fixed !== undefined && Date.parse(at) <= time && time <= Date.parse(fixed) + AT_THE_TIME,
	);
	return {
		...{ kind: said.kind, tags: said.tags, at: said.at },
		id: `${key}/${said.id}`,
		same: sameness({ kind: said.kind, text }),
		...{ text, why, branch, user },
		files: filesAmong(text, files),
		near: said.near ?? pathsOf(files.filter(isNear)),
		mends: LESSON_KINDS[said.kind].isInsight ? mended.map(({ same }) => same) : [],
	};
}

/** The files of its session that an insight names. */
export function filesNamed({ text }: Insight, { activity }: SessionRecord): string[] {
	// The name of a file has a dot. To read all words of 15 insights takes a start 4 ms.
	return text.includes('.') ? filesAmong(text.slice(0, MAX_TEXT), activity.files) : [];
}

/** The files that are among the terms of a text, whole or by their end. */
function filesAmong(text: string, files: SessionRecord['activity']['files']): string[] {
	const named = [...termsOf(text)].flatMap(([term, { kind }]) =>
		kind === 'named' && term.includes('.') ? [term] : [],
	);
	const isNamed = (path: string) => {
		const lower = path.toLowerCase();
		return named.some((name) => lower === name || lower.endsWith(`/${name}`));
	};
	return named.length === 0 ? [] : pathsOf(files.filter(({ path }) => isNamed(path)));
}

function pathsOf(files: readonly { readonly path: string }[]): string[] {
	return files.slice(-MOST_FILES).map(({ path }) => path);
}

const ARTICLES = new Set(['a', 'an', 'the']);

/** A learning and a warning of the same words are one; what a decision settles is another thing. */
function sameness({ kind, text }: Pick<Lesson, 'kind' | 'text'>): string {
	const isApart = kind === 'decision' || LESSON_KINDS[kind].isInsight !== true;
	const group = isApart ? kind : 'learning';
	const words = chunksOf(text).flatMap(({ written }) => splitChunk(written));
	const said = words.filter((word) => !ARTICLES.has(word)).map(stemOf);
	return fnv1a(`${group}\n${said.join(' ')}`);
}

/**
 * The lines that bring the file to what a session knows now; none where nothing of that has changed.
 *
 * @param isEnd the session ended: of each lesson that is about files it is known about which
 */
export function lessonLines(
	before: SessionRecord | undefined,
	now: SessionRecord,
	isEnd: boolean,
	holdsSecret: (text: string) => boolean,
): string[] {
	const had = new Map((before === undefined ? [] : lessonsOf(before)).map((one) => [one.id, one]));
	const has = lessonsOf(now);
	const ids = new Set(has.map(({ id }) => id));
	const gone = [...had.values()].filter(({ id }) => !ids.has(id));
	const isSaid = (one: Lesson) =>
		isNew(one, had.get(one.id)) || (isEnd && one.files.length + one.near.length > 0);
	const said = has.filter(isSaid).map((one) => lineOf(markClean(one, holdsSecret)));
	return [...said, ...gone.map(goneLine)];
}

function isNew(one: Lesson, had: Lesson | undefined): boolean {
	if (had === undefined || had.text !== one.text || had.why !== one.why) return true;
	if (had.tags?.join() !== one.tags?.join()) return true;
	return had.kind !== one.kind || had.mends.length !== one.mends.length;
}

/** One lesson as a line of the file. */
export function lineOf({ why, mends, kind, tags = [], ...lesson }: Lesson): string {
	const said = `${lesson.text} ${why ?? ''}`;
	const tagged = tags.length === 0 ? [] : [BEFORE_TAGS, ...termsOf(tags.join(', ')).keys()];
	const terms = [...termsOf(said).keys(), ...tagged].join(' ');
	const more = { ...(why === undefined ? {} : { why }), ...(mends.length === 0 ? {} : { mends }) };
	return `${JSON.stringify({ terms, kind, ...lesson, ...more })}\n`;
}

/** Its session does not know it any more. */
function goneLine({ id, same }: Lesson): string {
	return `${JSON.stringify({ terms: '', id, same, gone: true })}\n`;
}

/** A line of the file, which something else may have written; `undefined` where it holds no lesson. */
export function lessonIn(json: unknown): Lesson | undefined {
	const field = (name: string) => textIn(json, name);
	const [id, same, text, at] = [field('id'), field('same'), field('text'), field('at')];
	const [branch, user] = [field('branch'), field('user')];
	const kind = field('kind') ?? '';
	if (id === undefined || same === undefined || text === undefined || !isKind(kind))
		return undefined;
	if (at === undefined || branch === undefined || user === undefined) return undefined;
	const list = (name: string) =>
		elements(member(json, name))
			.filter((one) => typeof one === 'string')
			.slice(0, MOST_FILES);
	return {
		...{ id, same, kind, text, why: field('why'), at, branch, user, clean: field('clean') },
		...{ files: list('files'), near: list('near'), mends: list('mends') },
	};
}

function isKind(kind: string): kind is LessonKind {
	return Object.hasOwn(LESSON_KINDS, kind);
}
