import { join } from 'node:path';
import { formerNames } from '../git/former-names.ts';
import type { Place } from '../git/place.ts';
import { redactFields } from '../secrets/redact.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { DAY_MS } from '../store/clock.ts';
import { underLock } from '../store/document-file.ts';
import { textIn } from '../store/foreign-json.ts';
import { sha256 } from '../store/hashes.ts';
import type { HoldsLock, Writer } from '../store/lock.ts';
import { appendLines, valuesIn } from '../store/log.ts';
import { BUSY, linkObstacle, obstacleFault } from '../store/obstacle.ts';
import { readTail, statOf } from '../store/read-file.ts';
import * as z from '../store/shape.ts';
import { compareTexts } from '../text/strings.ts';
import { CERTAIN, InsightKind } from './record.ts';
import { readTeamFile, teamPath } from './team-file.ts';

/** What people and sessions said, as opposed to what a session did. */
const NoteKind = z.enum(['learning', 'pattern', 'warning', 'decision', 'blocker', 'next', 'pin']);
export type NoteKind = z.output<typeof NoteKind>;

const text = z.string();
const mayText = z.optional(text);
const mayTexts = z.optional(z.array(text));

/** A line with a note. The newest line of an id holds. */
const NoteLine = z.object({
	at: text,
	op: z.literal('note'),
	id: text,
	kind: NoteKind,
	text,
	/** Label of a pin, type of a blocker. */
	label: mayText,
	why: mayText,
	/** Other words that a prompt may ask with. */
	tags: mayTexts,
	/** A pin for every branch. */
	critical: z.optional(z.boolean()),
	/** 0–1 */
	confidence: z.optional(z.number()),
	source: z.enum(['user', 'agent', 'import', 'prompt']),
	/** Full id; absent if it was said in a terminal while no session was active. */
	session: mayText,
	branch: text,
	user: text,
	/** Files that were worked on when it was said, from the root of the repository. */
	files: mayTexts,
	/** What those files contained then: `fileDigest` by path. */
	digests: z.optional(z.record(text, text)),
	/** Failures that were open or had just been fixed, by `Failure.same`. */
	mends: mayTexts,
	/** Of a client that another client's call started: no other session is shown it (D11). */
	nested: z.optional(z.boolean()),
});
/** `at`: ISO time. */
export type NoteLine = z.output<typeof NoteLine>;

/** A note before it is stored. Its id follows from its words once they are redacted. */
export type Draft = Omit<NoteLine, 'op' | 'id'>;

/** A line about an earlier note. */
const VerdictLine = z.object({
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
export type VerdictLine = z.output<typeof VerdictLine>;

export type NotesLine = NoteLine | VerdictLine;

/** A note as all its lines leave it. */
export interface Note extends Omit<Draft, 'confidence' | 'tags' | 'files'> {
	readonly id: string;
	readonly confidence: number;
	readonly tags: readonly string[];
	readonly files: readonly string[];
	readonly supersededBy?: string | undefined;
	readonly ended?: 'done' | 'removed' | undefined;
	/** ISO time of that. */
	readonly endedAt?: string | undefined;
	/** It is in the file that the team commits, and was not noted here. */
	readonly isTeams: boolean;
}

/** What is said in a repository. */
export interface Notes {
	/** The one said last is the last. */
	readonly all: readonly Note[];
	/** In the order of their times. */
	readonly verdicts: readonly VerdictLine[];
}

/** Hex digits of an id: fewer, and one of thousands of lessons could take the place of another. */
const DIGITS = 12;

/**
 * The id of a note, by its words as they are stored. The same words of one kind are one lesson, whoever says them. A
 * pin is known by its branch and label, a next step or a blocker by its branch and what it says.
 */
export function noteId(note: Pick<Draft, 'kind' | 'text' | 'label' | 'branch'>): string {
	const { kind, text: words, label = '', branch } = note;
	const idOf = (letter: string, ...said: readonly string[]) => letter + sha256(JSON.stringify(said)).slice(0, DIGITS);
	if (InsightKind.fits(kind)) return idOf('i', kind, words);
	const isPin = kind === 'pin';
	return isPin ? idOf('p', branch, label) : idOf(kind.charAt(0), branch, label, words);
}

/** Whether a note is one of the four kinds that sessions learn. */
export function isInsight({ kind }: Pick<Note, 'kind'>): boolean {
	return InsightKind.fits(kind);
}

function notesPath({ stateDir }: Place): string {
	return join(stateDir, 'notes.jsonl');
}

/** Bytes that a reader reads of a file, the last ones: a hook must not wait for more. */
const MAX_READ = 4 * 1024 * 1024;
/** By files. Parsing 1 MB takes some 15 ms, and each edit asks. */
const cache = new Map<string, { readonly stamp: string; readonly notes: Notes }>();

/** All notes of a repository, those of the team among them, under the names that branches have now. */
export function readNotes(place: Place): Notes {
	if (place.link !== undefined) return { all: [], verdicts: [] };
	const paths = [notesPath(place), teamPath(place)];
	const former = formerNames(place);
	const stamp = [...paths.map(stampOf), place.branch, ...former].join(' ');
	const key = paths.join('\n');
	const cached = cache.get(key);
	if (cached?.stamp === stamp) return cached.notes;
	const folded = foldNotes(valuesIn(readTail(notesPath(place), MAX_READ)), teamLines(place));
	const all = folded.all.map((note) => (former.includes(note.branch) ? { ...note, branch: place.branch } : note));
	const notes = { ...folded, all };
	cache.set(key, { stamp, notes });
	return notes;
}

/** Tells a file apart from what it was: an added line changes its size, a replaced file has another inode. */
function stampOf(path: string): string {
	const stats = statOf(path);
	return stats === undefined ? '-' : [stats.ino, stats.size, stats.ctimeMs].join(':');
}

/** What the team's file says, as lines of ours: a lesson's id follows from its words, whatever the file says. */
function teamLines(place: Place): NotesLine[] {
	const { lessons, changedAt } = readTeamFile(place);
	const said = lessons.map(({ kind, text: words, why, tags, user, at }): NoteLine => {
		const note = { kind, text: words, why, tags, user, at, branch: '' };
		return { ...note, op: 'note', id: noteId(note), source: 'user' };
	});
	const last = new Map(said.map(({ id }, index) => [id, index]));
	// A lesson supersedes those above it: one that is added again below holds again.
	const superseded = lessons.flatMap(({ supersedes, at }, index) =>
		supersedes
			.filter((id) => (last.get(id) ?? -1) < index)
			.map((id): VerdictLine => {
				const when = at === '' ? changedAt : at;
				return { at: when, op: 'supersede', id, confidence: 0, by: said[index]?.id };
			}),
	);
	return [...said, ...superseded];
}

/**
 * The state of each note by its lines, in the order of their times. A line that is none of ours costs itself only.
 *
 * @param team lines of the team's file: a verdict of this repository counts more than theirs, whenever they were written
 */
export function foldNotes(lines: readonly unknown[], team: readonly NotesLine[] = []): Notes {
	const notes = new Map<string, Note>();
	const verdicts: VerdictLine[] = [];
	const add = ({ op: _, ...said }: NoteLine, isTeams: boolean) => {
		const { id, confidence = CERTAIN, tags = [], files = [] } = said;
		notes.delete(id);
		notes.set(id, { ...said, confidence, tags, files, isTeams });
	};
	for (const line of team) if (line.op === 'note') add(line, true);
	const ofTeam = new Set(team.filter(({ op }) => op !== 'note'));
	for (const line of [...ofTeam, ...lines.filter(isNoteLine)].sort(byTime)) {
		if (line.op === 'note') {
			// What is in the team's file is everybody's, also on the machine where it was learned.
			add(line, notes.get(line.id)?.isTeams === true);
			continue;
		}
		if (!ofTeam.has(line)) verdicts.push(line);
		else if (verdicts.some(({ id }) => id === line.id)) continue;
		const note = notes.get(line.id);
		if (line.op === 'forget') notes.delete(line.id);
		else if (note !== undefined) notes.set(line.id, { ...note, ...changeBy(line) });
	}
	return { all: [...notes.values()], verdicts };
}

function isNoteLine(line: unknown): line is NotesLine {
	return NoteLine.fits(line) || VerdictLine.fits(line);
}

function byTime(one: NotesLine, other: NotesLine): number {
	return compareTexts(one.at, other.at);
}

function changeBy({ op, at, confidence, by, how }: VerdictLine): Partial<Note> {
	if (op === 'resolve') return { ended: how ?? 'removed', endedAt: at };
	if (op === 'supersede') return { confidence: 0, supersededBy: by };
	return confidence === undefined ? {} : { confidence };
}

/** The fields that hold words of a person, a model or a program (D30). */
const FREE_TEXTS = ['text', 'label', 'why', 'tags', 'files', 'digests'] as const;

/** What is added to the notes, with whatever else the caller wants to know of it. */
interface Addition {
	readonly added: readonly NotesLine[];
}

/**
 * Adds lines to the notes of a repository, under the lock: caps and verdicts depend on what is said already. This is
 * where free texts are redacted (D30). A line that forgets removes all that was said of its note.
 *
 * @param decide what to add, by the notes so far; `lineOf` makes a line of a draft. It may throw a Fault, and
 *   then nothing is stored
 * @returns what `decide` returned
 * @throws Fault with the code of the obstacle if nothing can be stored, and what `decide` throws
 */
export async function addNotes<Added extends Addition>(
	place: Place,
	decide: (notes: Notes, lineOf: (draft: Draft) => NoteLine) => Added,
	context: Writer,
): Promise<Added> {
	const lineOf = (draft: Draft): NoteLine => {
		const { at, ...said } = redactFields(draft, FREE_TEXTS);
		// A reader finds the line after a torn one by the time that it begins with.
		return { at, op: 'note', id: noteId(said), ...said };
	};
	return changeNotes(place, context, (before) => ({
		change: decide(foldNotes(before, teamLines(place)), lineOf),
		kept: before,
	}));
}

/**
 * Removes all that a session said; what it said of other notes stays, without its id.
 *
 * @throws Fault with the code of the obstacle
 */
export async function forgetNotesOf(place: Place, session: string, context: Writer): Promise<void> {
	await changeNotes(place, context, (before) => {
		const at = new Date(context.now()).toISOString();
		const own = foldNotes(before).all.filter((note) => note.session === session);
		const kept = before.flatMap((line): unknown[] => {
			if (textIn(line, 'session') !== session) return [line];
			return NoteLine.fits(line) ? [] : [{ ...(line as object), session: undefined }];
		});
		// What another session said in the same words stays.
		const said = new Set(kept.filter((line) => NoteLine.fits(line)).map((line) => textIn(line, 'id')));
		const gone = own.filter(({ id }) => !said.has(id));
		const added = gone.map(({ id }): NotesLine => ({ at, op: 'forget', id }));
		return { change: { added }, kept };
	});
}

/** Bytes above which a file is compacted when most of its lines no longer say anything. */
const LARGE = 1024 * 1024;

/** @param change `kept`: the lines before the added ones; the very same list if they do not change */
async function changeNotes<Added extends Addition>(
	place: Place,
	context: Writer,
	change: (before: readonly unknown[]) => { change: Added; kept: readonly unknown[] },
): Promise<Added> {
	if (place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
	const path = notesPath(place);
	const store = (holdsLock: HoldsLock) => {
		const stored = readTail(path, Number.POSITIVE_INFINITY);
		const before = valuesIn(stored);
		const { change: addition, kept } = change(before);
		const { added } = addition;
		const gone = new Set(added.flatMap(({ op, id }) => (op === 'forget' ? [id] : [])));
		const rest = kept.filter((line) => !gone.has(textIn(line, 'id') ?? ''));
		const live = stored.length > LARGE ? liveLines(rest, context.now()) : rest;
		const isCompacted = live.length < rest.length / 2;
		if (kept === before && gone.size === 0 && !isCompacted) {
			appendLines(path, added, { isDurable: true });
			return { kind: 'stored', addition } as const;
		}
		const all = [...(isCompacted ? live : rest), ...added];
		const lines = all.map((line) => `${JSON.stringify(line)}\n`).join('');
		if (!writeAtomic(path, lines, { mayReplace: holdsLock })) throw obstacleFault(BUSY);
		return { kind: 'stored', addition } as const;
	};
	const done = await underLock(path, store, context);
	if (done.kind === 'refused') throw obstacleFault(done.obstacle);
	return done.addition;
}

/** Milliseconds that something ended still counts, as what was completed. */
const ENDED_MS = 30 * DAY_MS;

/**
 * The lines that still say something: of each note the last one and what was said of it since, of one that ended long
 * ago only that it did; and whatever a newer build wrote.
 */
function liveLines(lines: readonly unknown[], now: number): unknown[] {
	const ours = lines.filter(isNoteLine).sort(byTime);
	const last = new Map(ours.map(({ op, id }, index) => [`${op} ${id}`, index]));
	const isOver = ({ endedAt }: Note) => endedAt !== undefined && now - Date.parse(endedAt) > ENDED_MS;
	const over = new Set(foldNotes(lines).all.flatMap((note) => (isOver(note) ? [note.id] : [])));
	const live = ours.filter(({ op, id }, index) => {
		return index >= (last.get(`note ${id}`) ?? 0) && (op !== 'note' || !over.has(id));
	});
	return [...lines.filter((line) => !isNoteLine(line)), ...live];
}
