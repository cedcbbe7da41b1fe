import { dirname, join } from 'node:path';
import { compareTexts, fnv1a } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { DAY_MS } from '../journal/work.ts';
import { redactFields } from '../secrets/redact.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import type { Refused } from '../store/document.ts';
import { underLock } from '../store/document-file.ts';
import { codeOf, isUnwritable, unlessError } from '../store/errors.ts';
import { textIn } from '../store/foreign-json.ts';
import type { Writer } from '../store/lock.ts';
import { appendLines, valuesIn } from '../store/log.ts';
import { BUSY, linkObstacle, type Obstacle, obstacleOf } from '../store/obstacle.ts';
import { isReallyInside, makeDirectory } from '../store/paths.ts';
import { readTail, statOf, textOrNothing } from '../store/read-file.ts';
import * as z from '../store/shape.ts';
import { CERTAIN, InsightKind } from './record.ts';

/** What people and sessions said, as opposed to what a session did. */
const NoteKind = z.enum(['learning', 'pattern', 'warning', 'decision', 'blocker', 'next', 'pin']);
export type NoteKind = z.output<typeof NoteKind>;

const text = z.string();
const mayText = z.optional(text);
const mayTexts = z.optional(z.array(text));

/** A line that says something. The newest line of an id holds. */
const Said = z.object({
	at: text,
	op: z.literal('note'),
	id: text,
	kind: NoteKind,
	text,
	/** Label of a pin, type of a blocker. */
	label: mayText,
	why: mayText,
	/** Other words that somebody may ask with. */
	tags: mayTexts,
	/** A pin for every branch. */
	critical: z.optional(z.boolean()),
	/** 0–1 */
	confidence: z.optional(z.number()),
	source: z.enum(['user', 'agent', 'import', 'prompt']),
	/** Full id; absent where it was said in a terminal and no session was live. */
	session: mayText,
	branch: text,
	user: text,
	/** Files that were worked on when it was said, from the root of the repository. */
	files: mayTexts,
	/** What those files contained then: `fileDigest` by path. */
	digests: z.optional(z.record(text, text)),
	/** Failures that were open or had just been mended, by `Failure.same`. */
	mends: mayTexts,
	/** Of a client that another client's call started: nobody else is shown it (D11). */
	nested: z.optional(z.boolean()),
});

/** A line about a note that was said before. */
const Verdict = z.object({
	at: text,
	op: z.enum(['confirm', 'dispute', 'supersede', 'resolve', 'forget']),
	id: text,
	/** Confidence before and after. */
	old: z.optional(z.number()),
	confidence: z.optional(z.number()),
	/** Id of the note that supersedes it. */
	by: mayText,
	/** How a next step, a blocker or a pin came to its end. */
	how: z.optional(z.enum(['done', 'removed'])),
	session: mayText,
});
type Verdict = z.output<typeof Verdict>;

/** A line as it is handed in. `at`: ISO time. */
export type NoteLine = SaidLine | Verdict;
export type SaidLine = z.output<typeof Said>;

/** A note as all its lines leave it. */
export interface Note extends Omit<z.output<typeof Said>, 'op' | 'confidence' | 'tags' | 'files'> {
	readonly confidence: number;
	readonly tags: readonly string[];
	readonly files: readonly string[];
	readonly supersededBy?: string | undefined;
	readonly ended?: 'done' | 'removed' | undefined;
	/** ISO time of that. */
	readonly endedAt?: string | undefined;
	/** It stands in the file that the team commits. */
	readonly isTeams: boolean;
}

/** What is said in a repository. */
export interface Notes {
	/** The one said last stands last. */
	readonly all: readonly Note[];
	/** In the order of their times. */
	readonly verdicts: readonly Verdict[];
}

/** The same words of one kind are one insight, whoever says them and how often. `words`: as they are stored, redacted. */
export function insightId(kind: InsightKind, words: string): string {
	return `i${fnv1a(`${kind}\n${words}`)}`;
}

/** The id of a pin, a next step or a blocker: a pin is known by its label, all else by what it says. Of one branch. */
export function noteId(
	note: Pick<Note, 'kind' | 'text' | 'label' | 'branch'> & { readonly kind: NoteKind },
): string {
	const { kind, label = '', branch } = note;
	const said = kind === 'pin' ? [branch, label] : [branch, label, note.text];
	return `${kind.charAt(0)}${fnv1a(JSON.stringify(said))}`;
}

/** The id by which a blocker is confirmed or disputed that a prompt only seemed to name (D26), on whichever branch. */
export function supposedBlockerId({
	type: label,
	text: words,
}: {
	readonly type: string;
	readonly text: string;
}): string {
	return noteId({ kind: 'blocker', label, text: words, branch: '' });
}

/** Whether a note is one of the four kinds that sessions learn. */
export function isInsight({ kind }: Pick<Note, 'kind'>): boolean {
	return InsightKind.fits(kind);
}

function notesPath({ stateDir }: Place): string {
	return join(stateDir, 'notes.jsonl');
}

/** The file that a team commits. It is foreign text: a stranger's clone has one, too. */
function teamNotesPath({ root }: Place): string {
	return join(root, '.claude', 'lessons.jsonl');
}

/** Bytes that are read of a file, the last ones. */
const MAX_READ = 4 * 1024 * 1024;
/** Characters of one text. No command keeps longer ones. */
const MAX_TEXT = 1_000;

interface Parsed {
	readonly stamp: string;
	readonly notes: Notes;
}

/** By file. Parsing 1 MB takes some 15 ms, and each edit asks. */
const parsed = new Map<string, Parsed>();

/** All notes of a repository, those of the team among them. */
export function readNotes(place: Place): Notes {
	if (place.link !== undefined) return { all: [], verdicts: [] };
	const paths = [notesPath(place), teamNotesPath(place)];
	const stamp = paths.map(stampOf).join(' ');
	const key = paths.join('\n');
	const known = parsed.get(key);
	if (known?.stamp === stamp && stamp !== '') return known.notes;
	const notes = foldNotes(valuesIn(readTail(notesPath(place), MAX_READ)), teamLines(place));
	parsed.set(key, { stamp, notes });
	return notes;
}

/** File systems stamp in ticks: what changed within the last one may change again unseen. */
const TICK_MS = 20;

/** Tells a file apart from what it was; never the same of one that changed just now. */
function stampOf(path: string): string {
	const stats = statOf(path);
	if (stats === undefined) return '-';
	const isFresh = Date.now() - stats.ctimeMs < TICK_MS;
	return isFresh ? `${Math.random()}` : [stats.ino, stats.size, stats.ctimeMs].join(':');
}

/** Insights of the team's file, as lines; their ids follow from their words, whatever the file says. */
function teamLines(place: Place): readonly SaidLine[] {
	const path = teamNotesPath(place);
	if (unlessError(() => isReallyInside(path, place.root)) !== true) return [];
	return valuesIn(textOrNothing(path, MAX_READ)).flatMap((line): SaidLine[] => {
		const kind = textIn(line, 'kind');
		const words = textIn(line, 'text')?.slice(0, MAX_TEXT).trim() ?? '';
		if (!InsightKind.fits(kind) || words === '') return [];
		const why = textIn(line, 'why')?.slice(0, MAX_TEXT);
		const given = (line as { tags?: unknown }).tags;
		const tags = mayTexts.fits(given) ? given : undefined;
		const at = textIn(line, 'at') ?? '';
		return [
			{
				at: Number.isNaN(Date.parse(at)) ? '' : at,
				op: 'note',
				id: insightId(kind, words),
				kind,
				text: words,
				why,
				tags,
				source: 'user',
				branch: '',
				user: textIn(line, 'user') ?? '',
			},
		];
	});
}

/**
 * The state of each note by its lines, in the order of their times. A line that is none of ours costs itself only.
 *
 * @param team lines of the team's file: what is said here of these notes counts whenever they were written
 */
export function foldNotes(lines: readonly unknown[], team: readonly SaidLine[] = []): Notes {
	const notes = new Map<string, Note>();
	const verdicts: Verdict[] = [];
	const say = (line: SaidLine, isTeams: boolean) => {
		const { op: _, confidence = CERTAIN, tags = [], files = [], ...said } = line;
		notes.delete(line.id);
		notes.set(line.id, { ...said, confidence, tags, files, isTeams });
	};
	for (const line of team) say(line, true);
	const own = lines.filter(isNoteLine).sort((one, other) => compareTexts(one.at, other.at));
	for (const line of own) {
		if (line.op === 'note') {
			say(line, false);
			continue;
		}
		verdicts.push(line);
		const note = notes.get(line.id);
		if (line.op === 'forget') notes.delete(line.id);
		else if (note !== undefined) notes.set(line.id, { ...note, ...changeBy(line) });
	}
	return { all: [...notes.values()], verdicts };
}

function isNoteLine(line: unknown): line is NoteLine {
	return Said.fits(line) || Verdict.fits(line);
}

function changeBy({ op, at, confidence, by, how }: Verdict): Partial<Note> {
	if (op === 'resolve') return { ended: how ?? 'removed', endedAt: at };
	if (op === 'supersede') return { confidence: 0, supersededBy: by };
	return confidence === undefined ? {} : { confidence };
}

/**
 * Adds lines to the notes of a repository, under the lock: caps and verdicts hang on what is said already. A line that
 * forgets takes away all that was said of its note. Free texts are redacted here.
 *
 * @param linesFor what to add, by what is said so far; may throw a Fault, and then nothing is stored
 * @returns `undefined`: they are stored
 */
export async function addNotes(
	place: Place,
	linesFor: (notes: Notes) => readonly NoteLine[],
	context: Writer,
): Promise<Refused | undefined> {
	return changeNotes(place, context, (before) => {
		const lines = linesFor(foldNotes(before, teamLines(place))).map(redactLine);
		const gone = new Set(lines.flatMap(({ op, id }) => (op === 'forget' ? [id] : [])));
		if (gone.size === 0) return { lines };
		return { lines, kept: before.filter((line) => !gone.has(textIn(line, 'id') ?? '')) };
	});
}

/**
 * Adds a lesson to the file that the team commits. Who said it stays, in which session does not.
 *
 * @returns why it was not stored
 */
export function addTeamLesson(
	place: Place,
	{ kind, text: words, why, tags, at, user }: SaidLine,
	context: Pick<Writer, 'writing'>,
): Obstacle | undefined {
	const path = teamNotesPath(place);
	const folder = dirname(path);
	context.writing.begin();
	const line = redactFields({ kind, text: words, why, tags, at, user }, ['text', 'why', 'tags']);
	try {
		makeDirectory(folder);
		if (!isReallyInside(folder, place.root)) return linkObstacle(folder);
		appendLines(path, [line]);
		return undefined;
	} catch (error) {
		if (isUnwritable(error)) return obstacleOf('write', path, codeOf(error));
		throw error;
	}
}

/** Takes away all that a session said; that it had a word on other notes stays, without its id. */
export async function forgetNotesOf(
	place: Place,
	session: string,
	context: Writer,
): Promise<Refused | undefined> {
	return changeNotes(place, context, (before) => {
		const at = new Date(context.now()).toISOString();
		const own = foldNotes(before).all.filter((note) => note.session === session);
		const ids = new Set<string>(own.map(({ id }) => id));
		const kept = before.flatMap((line): unknown[] => {
			if (ids.has(textIn(line, 'id') ?? '')) return [];
			if (textIn(line, 'session') !== session) return [line];
			return Said.fits(line) ? [] : [{ ...(line as object), session: undefined }];
		});
		return { lines: [...ids].map((id) => ({ at, op: 'forget' as const, id })), kept };
	});
}

/** Bytes from which on lines that say nothing any more are left out when most of them do not. */
const LARGE = 1024 * 1024;
/** Milliseconds that something ended still counts, as what was completed. */
const ENDED_MS = 30 * DAY_MS;

/** `kept`: the lines before them, where they change. */
interface NotesChange {
	readonly lines: readonly NoteLine[];
	readonly kept?: readonly unknown[];
}

async function changeNotes(
	place: Place,
	context: Writer,
	change: (before: readonly unknown[]) => NotesChange,
): Promise<Refused | undefined> {
	const { link } = place;
	if (link !== undefined) return { kind: 'refused', obstacle: linkObstacle(link) };
	const path = notesPath(place);
	return underLock(
		path,
		(holdsLock) => {
			const before = valuesIn(readTail(path, MAX_READ));
			const { lines, kept } = change(before);
			if (lines.length === 0 && kept === undefined) return undefined;
			const live = liveLines(kept ?? before, context.now());
			const isLarge = (statOf(path)?.size ?? 0) > LARGE && live.length < before.length / 2;
			if (kept === undefined && !isLarge) {
				appendLines(path, lines, { isDurable: true });
				return undefined;
			}
			const all = [...(isLarge ? live : (kept ?? before)), ...lines];
			const text = all.map((line) => `${JSON.stringify(line)}\n`).join('');
			const isWritten = writeAtomic(path, text, { mayReplace: holdsLock });
			return isWritten ? undefined : ({ kind: 'refused', obstacle: BUSY } as const);
		},
		context,
	);
}

/** The fields in which a person's, a model's or a program's words stand (D30). */
const FREE_TEXTS = ['text', 'label', 'why', 'tags', 'files', 'digests'] as const;

function redactLine(line: NoteLine): NoteLine {
	return line.op === 'note' ? redactFields(line, FREE_TEXTS) : line;
}

/**
 * The lines that still say something: of each note the last and what was said of it since, of one that ended long ago only
 * that it did; and whatever a newer build wrote.
 */
function liveLines(lines: readonly unknown[], now: number): unknown[] {
	const last = new Map<string, number>();
	for (const [index, line] of lines.entries()) if (Said.fits(line)) last.set(line.id, index);
	const ended = foldNotes(lines).all.filter(({ endedAt }) => {
		return endedAt !== undefined && now - Date.parse(endedAt) > ENDED_MS;
	});
	const over = new Set<string>(ended.map(({ id }) => id));
	return lines.filter((line, index) => {
		if (!isNoteLine(line)) return true;
		const isLast = index >= (last.get(line.id) ?? 0);
		return isLast && (line.op !== 'note' || !over.has(line.id));
	});
}
