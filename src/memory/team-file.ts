import { dirname, join } from 'node:path';
import type { Place } from '../git/place.ts';
import { isOfFuture } from '../store/clock.ts';
import { codeOf, isUnwritable, unlessError } from '../store/errors.ts';
import type { Writer } from '../store/lock.ts';
import { appendLines } from '../store/log.ts';
import { linkObstacle, type Obstacle, obstacleOf } from '../store/obstacle.ts';
import { isReallyInside, makeDirectory } from '../store/paths.ts';
import { isDanglingLink, parseJson, readQuietly, statOf } from '../store/read-file.ts';
import * as z from '../store/shape.ts';
import { flat } from '../text/one-line.ts';
import { counted, listed } from '../text/phrases.ts';
import { InsightKind } from './record.ts';

/** The file that a team commits, from the root. It is foreign text: a stranger's clone has one as well. */
export const TEAM_FILE = '.claude/lessons.jsonl';

/** Its absolute path. */
export function teamPath({ root }: Place): string {
	return join(root, TEAM_FILE);
}

const text = z.string();
const mayText = z.optional(text);
const mayTexts = z.optional(z.array(text));

const Line = z.object({
	kind: InsightKind,
	text,
	why: mayText,
	tags: mayTexts,
	at: mayText,
	user: mayText,
	/** Ids of lessons above it that it takes the place of. */
	supersedes: mayTexts,
});

/** A lesson in the team's file. */
interface TeamLesson extends Pick<z.output<typeof Line>, 'kind' | 'text' | 'why' | 'tags'> {
	/** 1-based. */
	readonly line: number;
	/** ISO time; empty if the file gives none, or a false one. */
	readonly at: string;
	/** Empty if the file names no user. */
	readonly user: string;
	readonly supersedes: readonly string[];
}

/** What cannot be read of the team's file. */
interface TeamProblem {
	readonly what: string;
	/** The first line that it is about, 1-based; `undefined`: the whole file. */
	readonly line?: number | undefined;
}

interface TeamFile {
	readonly lessons: readonly TeamLesson[];
	readonly problems: readonly TeamProblem[];
	/** ISO time of the file's last change on this machine. */
	readonly changedAt: string;
}

/** Bytes that are read of the file, the last ones: a hook must not wait for more. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Characters of a line. What a command adds has some 3,000, more only if each sign is escaped. */
const MAX_LINE = 16 * 1024;
/** Characters of one text. No command stores longer ones. */
const MAX_TEXT = 1_000;
const TOO_LARGE = `is larger than ${MAX_BYTES / 1024 ** 2} MB; only its end is read`;
/** The words of each are read before a prompt is answered. */
const MOST_LESSONS = 1_000;

/** The lessons in the team's file, and what cannot be read of it. A line that cannot be read costs itself only. */
export function readTeamFile(place: Place): TeamFile {
	const path = teamPath(place);
	const changed = statOf(path)?.mtimeMs ?? 0;
	const changedAt = new Date(changed).toISOString();
	const unread = (what: string) => ({ lessons: [], problems: [{ what }], changedAt });
	const isInside = unlessError(() => isReallyInside(path, place.root));
	if (isInside === undefined && isDanglingLink(path)) return unread('is a link that leads nowhere');
	if (isInside === undefined) return { lessons: [], problems: [], changedAt };
	if (!isInside) return unread('leads out of the project');
	const read = readQuietly(path, { bytes: MAX_BYTES, of: 'end' });
	if (read.kind !== 'text') return unread(read.kind === 'refused' ? read.why : 'is gone');
	// Of a larger file the first line is cut off.
	const text = read.isWhole ? read.text : read.text.slice(read.text.indexOf('\n') + 1);
	const { lessons, unreadable } = readLines(text, changed);
	const problems = read.isWhole ? problemsOf(unreadable) : [{ what: TOO_LARGE }];
	if (lessons.length > MOST_LESSONS) {
		const what = `has ${counted(lessons.length, 'lesson')}; only the last ${MOST_LESSONS} are read`;
		problems.push({ what });
	}
	return { lessons: lessons.slice(-MOST_LESSONS), problems, changedAt };
}

function readLines(text: string, changed: number) {
	const lessons: TeamLesson[] = [];
	const unreadable: { line: number; why: string }[] = [];
	for (const [index, written] of text.split('\n').entries()) {
		if (written.trim() === '') continue;
		const line = index + 1;
		const found = lessonIn(written, changed);
		if (typeof found === 'string') unreadable.push({ line, why: found });
		else lessons.push({ ...found, line });
	}
	return { lessons, unreadable };
}

/**
 * What a line of the file says, or why it cannot be read.
 *
 * @param changed when the file was changed last on this machine (ms): no line of it is newer
 */
function lessonIn(written: string, changed: number): Omit<TeamLesson, 'line'> | string {
	if (written.length > MAX_LINE) return `is longer than ${MAX_LINE / 1024} kB`;
	const json = parseJson(written);
	if (json === undefined) return 'is not JSON';
	const wrong = Line.check(json);
	if (wrong !== undefined) return `is not a lesson: ${z.issueText(wrong)}`;
	const { text: own, at = '', user = '', supersedes = [], ...more } = json as z.output<typeof Line>;
	const { kind, why, tags } = more;
	const words = flat(own).slice(0, MAX_TEXT);
	if (words === '') return 'is not a lesson: text: is empty';
	const isDated = !Number.isNaN(Date.parse(at)) && !isOfFuture(at, changed);
	const reason = why?.slice(0, MAX_TEXT);
	return { kind, text: words, why: reason, tags, user, supersedes, at: isDated ? at : '' };
}

/** One problem for all lines that cannot be read. */
function problemsOf(unread: readonly { line: number; why: string }[]): TeamProblem[] {
	const [first, ...more] = unread;
	if (first === undefined) return [];
	const numbers = listed(unread.map(({ line }) => String(line)));
	const all = more.length === 0 ? '' : `; ${unread.length} lines cannot be read: ${numbers}`;
	return [{ what: `line ${first.line} ${first.why}${all}`, line: first.line }];
}

/** Lines of the file, 1-based, that say a lesson. */
export function teamLinesOf(
	place: Place,
	{ kind, text: words }: { readonly kind: string; readonly text: string },
): number[] {
	const { lessons } = readTeamFile(place);
	return lessons.filter((one) => one.kind === kind && one.text === words).map(({ line }) => line);
}

/** A stored lesson, with the ids of those that it takes the place of. */
interface NewTeamLesson extends Omit<TeamLesson, 'line' | 'kind'> {
	readonly id: string;
	readonly kind: string;
}

/**
 * Adds a stored lesson to the file that the team commits, unless the file says so already. Who said it is kept, in which
 * session is not.
 *
 * @returns why it cannot be added
 */
export function addTeamLesson(
	place: Place,
	{ id, kind, text: words, why, tags, at, user, supersedes }: NewTeamLesson,
	context: Pick<Writer, 'writing'>,
): Obstacle | undefined {
	const path = teamPath(place);
	const folder = dirname(path);
	const { lessons } = readTeamFile(place);
	const known = lessons.findLast((one) => one.kind === kind && one.text === words);
	const isSame = known?.why === why && `${known?.tags}` === `${tags}`;
	const names = supersedes.every((old) => known?.supersedes.includes(old));
	const isReplaced = lessons.some((one) => one.supersedes.includes(id) && one.line > (known?.line ?? 0));
	if (known && isSame && names && !isReplaced) return undefined;
	context.writing.begin();
	try {
		makeDirectory(folder);
		if (!isReallyInside(folder, place.root)) return linkObstacle(folder);
		const named = supersedes.length === 0 ? undefined : supersedes;
		appendLines(path, [{ kind, text: words, why, tags, at, user, supersedes: named }]);
		return undefined;
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return obstacleOf('write', path, codeOf(error));
	}
}
