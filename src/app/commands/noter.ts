import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import { quoted } from '../../core/text/one-line.ts';
import { compareTexts } from '../../core/text/strings.ts';
import { onBranchText } from '../../git/place.ts';
import { filesNamed, pathsOf } from '../../memory/lesson.ts';
import {
	addNotes,
	insightId,
	type NoteLine,
	type Notes,
	noteId,
	type SaidLine,
} from '../../memory/notes.ts';
import { InsightKind, type SessionRecord } from '../../memory/record.ts';
import { readSession } from '../../memory/sessions.ts';
import { fileDigest } from '../../store/hashes.ts';
import { obstacleFault } from '../../store/obstacle.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { isThisSession, type Memory, memoryToChange, rememberingProject } from './memory-of.ts';
import { chooseSession } from './session-choice.ts';

/** Who says something, and where it belongs. */
export interface Noter extends Pick<Memory, 'place' | 'config'> {
	readonly caller: Pick<Caller, 'isModel' | 'user'>;
	/** `undefined`: a person in a terminal, where no session is live. */
	readonly session: Session | undefined;
	/** Of the session. */
	readonly record: SessionRecord | undefined;
}

/**
 * Who says something with a command: a session, or a person in a terminal where none is live. The model speaks for its own
 * session only (D36).
 *
 * @throws Fault `refused`, `unknown_session`, also if several sessions are live, `not_configured`
 */
export async function noterFor(caller: Caller, ports: Ports): Promise<Noter> {
	const { place, config } = await rememberingProject(caller, ports);
	const isOutside = caller.session === undefined && !caller.isModel;
	const isNobodys = isOutside && (await chooseSession(place, caller, ports)).kind === 'none';
	if (isNobodys) return { place, config, caller, session: undefined, record: undefined };
	const { session } = await memoryToChange(caller, ports);
	return { place, config, caller, session, record: readSession(place, session, ports) };
}

/** What somebody says; the rest follows from who says it, and when. */
export interface Saying
	extends Pick<SaidLine, 'kind' | 'text' | 'label' | 'why' | 'tags' | 'critical'> {
	readonly source?: SaidLine['source'];
}

/** What was worked on within this long was so when something was said (ms). */
const AT_THE_TIME = 30 * 60_000;
/** Files that were open when something was said; with those that it names. */
const MOST_NEAR = 4;
const MOST_FILES = 6;

/** The line that says something. Its text is redacted already. */
export function lineOf(saying: Saying, noter: Noter, ports: Ports): SaidLine {
	const { place, caller, session, record } = noter;
	const { kind, text, label } = saying;
	const isHere = session === undefined || isThisSession(session.uuid, ports);
	const branch = isHere ? place.branch : (record?.branch ?? place.branch);
	const id = InsightKind.fits(kind) ? insightId(kind, text) : noteId({ kind, text, label, branch });
	return {
		at: new Date(ports.now()).toISOString(),
		op: 'note',
		id,
		source: caller.isModel ? 'agent' : 'user',
		...saying,
		session: session?.uuid,
		branch,
		user: caller.user,
		...aboutWork(text, noter, ports),
		nested: record?.channel === 'nested' || undefined,
	};
}

/** The files that were being worked on, or are named, as they were; the failures that were open or had just ended. */
function aboutWork(
	text: string,
	{ place, record }: Noter,
	ports: Ports,
): Pick<SaidLine, 'files' | 'digests' | 'mends'> {
	if (record === undefined) return {};
	const isNow = (at: string) => ports.now() - Date.parse(at) <= AT_THE_TIME;
	const { files, failures = [] } = record.activity;
	const near = files.slice(-MOST_NEAR).filter(({ last }) => isNow(last));
	const all = [...filesNamed(text, pathsOf(record)), ...near.map(({ path }) => path)];
	const mended = failures.filter(({ fixed }) => fixed === undefined || isNow(fixed));
	const kept = [...new Set(all)].slice(0, MOST_FILES);
	const digests = kept.flatMap((path) => {
		const digest = fileDigest(`${place.root}/${path}`);
		return digest === undefined ? [] : [[path, digest]];
	});
	return {
		files: kept,
		digests: Object.fromEntries(digests),
		mends: mended.map(({ same }) => same),
	};
}

/**
 * Adds lines to the notes.
 *
 * @throws Fault with the code of the obstacle, and whatever `linesFor` throws
 */
export async function storeNotes(
	{ place }: Pick<Noter, 'place'>,
	linesFor: (notes: Notes) => readonly NoteLine[],
	ports: Ports,
): Promise<void> {
	const refused = await addNotes(place, linesFor, ports.context);
	if (refused !== undefined) throw obstacleFault(refused.obstacle);
}

/** Whether a note is of this session; or, of a person in a terminal, of the branch. */
export function isOwn(
	note: Notes['all'][number],
	{ place, caller, session }: Pick<Noter, 'place' | 'caller' | 'session'>,
): boolean {
	if (session !== undefined) return note.session === session.uuid;
	const isNobodys = note.session === undefined && !note.isTeams;
	return isNobodys && note.branch === place.branch && note.user === caller.user;
}

/** Where something was noted, behind what was done. */
export function notedWhere({ session, place }: Pick<Noter, 'session' | 'place'>): string {
	return session === undefined
		? `for the next sessions ${onBranchText(place.branch)}`
		: `in session ${session.key}`;
}

/** Fewer characters name too much (D5). */
export const SHORTEST_ID = 4;

/** How something is spoken of if a reference means none of it, or several. */
interface Naming {
	readonly many: string;
	readonly none: string;
	/** The command that lists it. */
	readonly list: string;
}

/**
 * The one thing that an id, or a beginning of it of at least 4 characters, means.
 *
 * @throws Fault `unknown_name`
 */
export function theOneNamed<Thing extends { readonly id: string; readonly text: string }>(
	reference: string,
	things: readonly Thing[],
	words: Naming,
): Thing {
	const wanted = reference.trim().toLowerCase();
	const exact = things.filter(({ id }) => id === wanted);
	const begun = things.filter(({ id }) => wanted.length >= SHORTEST_ID && id.startsWith(wanted));
	const found = exact.length > 0 ? exact : begun;
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = quoted(reference);
	if (only === undefined) {
		const isShort = wanted.length < SHORTEST_ID;
		const least = isShort ? `name it by ${SHORTEST_ID} characters at least: ` : '';
		throw new Fault('unknown_name', `${words.none} ${what}`, { hint: `${least}${words.list}` });
	}
	const lines = found
		.toSorted((one, other) => compareTexts(one.id, other.id))
		.map(({ id, text }) => `  ${id}  ${quoted(text)}`);
	throw new Fault('unknown_name', `${what} means ${found.length} ${words.many}`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}
