import type { Context } from '../context.ts';
import { onBranchText } from '../git/place.ts';
import { filesNamed } from '../memory/lesson.ts';
import {
	addNotes,
	type Draft,
	isInsight,
	type Note,
	type NoteLine,
	type Notes,
	type NotesLine,
} from '../memory/notes.ts';
import { Fault } from '../store/fault.ts';
import { fileDigest } from '../store/hashes.ts';
import { named, quoted } from '../text/one-line.ts';
import { type Caller, isThisSession } from './caller.ts';
import type { MaybeMemory } from './session-memory.ts';

/** Who notes something, and for which project: a session, or a person in a terminal while no session is active. */
export type NoteAuthor = Pick<MaybeMemory, 'place' | 'config' | 'session' | 'record'> & {
	readonly caller: Pick<Caller, 'isModel' | 'user'>;
};

/** For whom a note is, as the end of a sentence. */
export function notedWhere({ session, place }: NoteAuthor): string {
	return session === undefined ? `for the next sessions ${onBranchText(place.branch)}` : `in session ${session.key}`;
}

/** What a note says; the rest follows from its author and the time. */
export type NewNote = Pick<Draft, 'kind' | 'text' | 'label' | 'why' | 'tags' | 'critical'>;

/**
 * Stores a note. The same words are the same note: a reason or tags that are not given again stay.
 *
 * @param supersedes ids of lessons, or the first characters of them, that it takes the place of
 * @returns `line`: as it is stored; `superseded`: the notes whose place it takes
 * @throws Fault `refused` if there is no room, `unknown_name` or `usage` for what cannot be superseded, and with the code
 *   of the obstacle if nothing can be stored
 */
export async function addNote(newNote: NewNote, author: NoteAuthor, context: Context, supersedes: readonly string[]) {
	const draft = draftOf(newNote, author, context);
	const decide = ({ all }: Notes, lineOf: (draft: Draft) => NoteLine) => {
		const open = all.filter(({ ended }) => ended === undefined);
		const said = lineOf(draft);
		const same = open.find(({ id }) => id === said.id);
		const tags = said.tags ?? (same?.tags && [...same.tags]);
		const line = { ...said, why: said.why ?? same?.why, tags };
		const superseded = supersededBy(line, supersedes, open);
		const full = whyFull(line, open, author);
		if (full !== undefined) throw full;
		const verdicts = superseded.map(({ id, confidence: old }): NotesLine => {
			const { at, id: by, session } = line;
			return { at, op: 'supersede', id, old, confidence: 0, by, session };
		});
		return { line, superseded, added: [line, ...verdicts] };
	};
	return addNotes(author.place, decide, context);
}

/**
 * Stores the lessons of a file or of an ended session, as far as there is room.
 *
 * @returns the notes as they are stored
 * @throws Fault with the code of the obstacle if nothing can be stored
 */
export async function importNotes(
	newNotes: readonly NewNote[],
	author: NoteAuthor,
	context: Context,
): Promise<readonly NoteLine[]> {
	const decide = ({ all }: Notes, lineOf: (draft: Draft) => NoteLine) => {
		const open: (Note | NoteLine)[] = all.filter(({ ended }) => ended === undefined);
		const added = newNotes.flatMap((one) => {
			const line = lineOf({ ...draftOf(one, author, context), source: 'import' });
			if (whyFull(line, open, author) !== undefined) return [];
			open.push(line);
			return [line];
		});
		return { added };
	};
	return (await addNotes(author.place, decide, context)).added;
}

function draftOf(newNote: NewNote, author: NoteAuthor, context: Context): Draft {
	const { place, caller, session, record } = author;
	const isHere = session === undefined || isThisSession(session.uuid, context);
	return {
		at: new Date(context.now()).toISOString(),
		source: caller.isModel ? 'agent' : 'user',
		...newNote,
		session: session?.uuid,
		branch: isHere ? place.branch : (record?.branch ?? place.branch),
		user: caller.user,
		...aboutWork(newNote.text, author, context),
		nested: record?.channel === 'nested' || undefined,
	};
}

/** What was worked on within this long was so when something was said (ms). */
const AT_THE_TIME = 30 * 60_000;
/** Files that were open when something was said; with those that it names. */
const MOST_NEAR = 4;
const MOST_FILES = 6;

/** The files that were being worked on, or are named, as they were; the failures that were open or had just ended. */
function aboutWork(
	text: string,
	{ place, record }: NoteAuthor,
	{ now }: Context,
): Pick<Draft, 'files' | 'digests' | 'mends'> {
	if (record === undefined) return {};
	const isNow = (at: string) => now() - Date.parse(at) <= AT_THE_TIME;
	const { files, failures = [] } = record.activity;
	const paths = files.map(({ path }) => path);
	const near = files.slice(-MOST_NEAR).flatMap(({ path, last }) => (isNow(last) ? [path] : []));
	const kept = [...new Set([...filesNamed(text, paths), ...near])].slice(0, MOST_FILES);
	const digests = kept.flatMap((path) => {
		const digest = fileDigest(`${place.root}/${path}`);
		return digest === undefined ? [] : [[path, digest]];
	});
	const mended = failures.filter(({ fixed }) => fixed === undefined || isNow(fixed));
	const mends = mended.map(({ same }) => same);
	return { files: kept, digests: Object.fromEntries(digests), mends };
}

/** @throws Fault `unknown_name`, `usage` */
function supersededBy({ id }: NoteLine, ids: readonly string[], open: readonly Note[]): Note[] {
	const lessons = open.filter(isInsight);
	const found = [...new Set(ids)].map((one) => noteById(one, lessons, 'lesson'));
	if (!found.some((one) => one.id === id)) return found;
	throw new Fault('usage', `${id} cannot supersede itself`, { hint: 'req learn list' });
}

/** Whether a note is of this session; or, of a person in a terminal, of the branch. */
function isOwn(note: Note | NoteLine, { place, caller, session }: NoteAuthor): boolean {
	if (note.session !== session?.uuid) return false;
	return session !== undefined || (note.branch === place.branch && note.user === caller.user);
}

/** Lessons, and next steps and blockers, of one session: more push its files out of its record, so no config has it. */
const MOST = 100;

/** Why there is no room for a line among the open notes of its author; inherited pins count (D23). */
function whyFull(line: NoteLine, open: readonly (Note | NoteLine)[], author: NoteAuthor): Fault | undefined {
	const isPin = line.kind === 'pin';
	const sort = (note: Pick<Note, 'kind'>) => (note.kind === 'pin' ? 'pin' : isInsight(note));
	const own = open.filter((one) => isOwn(one, author) && sort(one) === sort(line));
	const pins = (isPin && author.record?.pins) || [];
	const all = [...own, ...pins.filter(({ origin }) => origin !== undefined)];
	const key = (one: { readonly id?: string | undefined; readonly label?: string | undefined }) =>
		isPin ? one.label : one.id;
	const keys = new Set(all.map(key));
	const max = isPin ? author.config.continuity.pins.max : MOST;
	if (keys.has(key(line)) || keys.size < max) return undefined;
	const command = isInsight(line) ? 'req learn forget ID' : 'req note remove ID';
	const lines = isPin ? all.map(({ id, label = '' }) => `  ${id ?? '-'}  ${named(label)}`) : [];
	const what = `${keys.size} ${isPin ? 'pins' : 'notes'} are kept ${notedWhere(author)}`;
	return new Fault('refused', `${what}, ${max} at most`, {
		hint: [`remove one with \`${command}\`, or replace it:`, ...lines].join('\n'),
	});
}

/** Fewer characters name too much (D5). */
const SHORTEST_ID = 4;

/**
 * The one thing that an id, or a beginning of it of at least 4 characters, means.
 *
 * @throws Fault `unknown_name`
 */
export function noteById<Thing extends Pick<Note, 'id' | 'text'>>(
	reference: string,
	things: readonly Thing[],
	one: 'lesson' | 'note',
): Thing {
	const wanted = reference.trim().toLowerCase();
	const begun = things.filter(({ id }) => wanted.length >= SHORTEST_ID && id.startsWith(wanted));
	const only = begun.find(({ id }) => id === wanted) ?? (begun.length === 1 ? begun[0] : undefined);
	if (only !== undefined) return only;
	if (begun.length === 0) {
		const isShort = wanted.length < SHORTEST_ID;
		const least = isShort ? `name it by ${SHORTEST_ID} characters at least: ` : '';
		const hint = `${least}req ${one === 'lesson' ? 'learn' : 'note'} list --all`;
		throw new Fault('unknown_name', `no ${one} here has the id ${quoted(reference)}`, { hint });
	}
	const lines = begun.map(({ id, text }) => `  ${id}  ${quoted(text)}`);
	throw new Fault('unknown_name', `${quoted(reference)} means ${begun.length} ${one}s`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}
