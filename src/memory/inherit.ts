import type { Config } from '../config/config.ts';
import { type Selection, selectionIn, selectionText } from '../config/selection.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf, trace } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { everySession } from '../journal/files.ts';
import { recordFault } from '../state/faults.ts';
import { liveNow } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { makeBundle, nameOf, withDigest } from './bundle.ts';
import { readBundle, readRunBundle, writeBundle } from './bundle-files.ts';
import { compileInherited, type Heir, type Inheritance, runningWarning } from './compile.ts';
import { recordEvents } from './events.ts';
import { recordOrFault, sessionNamed } from './known-sessions.ts';
import { CHANNEL, followLinks, linkTo } from './links.ts';
import { RECORD_VERSION, type SessionRecord } from './record.ts';
import { recordRestoration } from './session-events.ts';
import { allSessions, isUnreadable, readSession } from './sessions.ts';
import type { Start } from './start.ts';

/** What somebody wants a session to inherit. */
export interface AskedInheritance {
	/** How somebody asks for it. */
	readonly door: Extract<JournalEntry, { e: 'inherit' }>['door'];
	/** A session reference; of a pipeline the path of its bundle. */
	readonly ref: string;
	readonly select: Selection;
	/** The session has to say what it understood. */
	readonly required: boolean;
	/** Milliseconds; `undefined`: any age. */
	readonly maxAge: number | undefined;
	readonly by: string;
}

/** A session that starts, with what is known of others. */
interface Starting {
	readonly start: Start;
	/** Record of the session that a `/clear` ended a moment ago. */
	readonly cleared: SessionRecord | undefined;
	/** Of recent sessions. */
	readonly records: readonly SessionRecord[];
	readonly context: Context;
}

/** What somebody wants a session that starts to inherit: the first door that asks is heard (D24). */
export function askedInheritance(starting: Starting): AskedInheritance | undefined {
	const { start, cleared, context } = starting;
	const { source, armed, config } = start;
	const { inheritBundle: given, inheritFrom, user: by } = environmentOf(context);
	const isNew = source === 'startup' || source === 'clear';
	const all = { select: 'all' as const, maxAge: undefined, by };
	// A session of a pipeline has what its pipeline has, and leaves to others what was meant for them.
	if (source === 'startup' && given !== undefined) {
		return { ...all, door: 'pipeline', ref: given.path, required: given.required };
	}
	// What `req inherit` left for the next session of the branch.
	if (isNew && armed !== undefined) {
		const { from: ref, select, required, max_age: maxAge } = armed;
		return { door: 'command', ref, select: selectionIn(select), required, maxAge, by: armed.by };
	}
	const required = config.inherit?.comprehension === 'required';
	// `REQ_INHERIT_FROM`; a run that is resumed still has it.
	if (inheritFrom !== undefined && isOpenToEnvironment(start, context)) {
		return { ...all, door: 'environment', ref: inheritFrom, required };
	}
	// A `/clear` goes on with what the cleared session had inherited.
	if (source === 'clear' && cleared?.inherited !== undefined) {
		const select = selectionIn(cleared.inherited.select);
		const isOwed = cleared.comprehension?.required === true;
		return { ...all, door: 'clear', ref: cleared.uuid, select, required: isOwed };
	}
	// The config is for the first session of a branch: later ones continue from that.
	if (!isNew || config.inherit === undefined || !isFirstOfBranch(starting)) return undefined;
	const { from: ref, select } = config.inherit;
	return { ...all, door: 'config', ref, select, required };
}

function isOpenToEnvironment({ source, place, session }: Start, context: Context): boolean {
	return source === 'startup' || (source === 'resume' && !hasInherited(place, session, context));
}

function isFirstOfBranch({ start, records, context }: Starting): boolean {
	const { place, session } = start;
	const isBefore = ({ uuid, channel, branch }: SessionRecord) =>
		uuid !== session.uuid && channel === CHANNEL && branch === place.branch;
	// Most branches have a recent session: then no archive is read.
	return !records.some(isBefore) && !allSessions(place, context).some(isBefore);
}

/** Whether that is noted, as far as anything of the session is: who writes a bundle may be killed before. */
function hasInherited(place: Place, session: Session, context: Context): boolean {
	const record = readSession(place, session, context);
	return record === undefined || record.inherited !== undefined;
}

/**
 * What a session that starts would inherit. Writes nothing.
 *
 * @throws Fault if that cannot be had
 */
export function loadAsked(asked: AskedInheritance, start: Start, context: Context): Inheritance {
	if (asked.door === 'pipeline') return loadGiven(asked.ref, start, context);
	const source = sessionNamed(asked.ref, start.place, context);
	return loadInheritance({ ...asked, ...start, source }, context);
}

/** Of the bundle that a pipeline made: the same for all its sessions, whatever became of the source since. */
function loadGiven(path: string, { place, session }: Start, context: Context): Inheritance {
	const given = readRunBundle(place, path);
	const source = given && parseSessionId(given.from_uuid);
	if (given === undefined || source === undefined) {
		const what = `${named(path)} holds no bundle of a run`;
		throw new Fault('state_unreadable', what, { hint: 'start the pipeline again' });
	}
	const record = readSession(place, source, context);
	const bundle = withDigest({ ...given, session: session.uuid });
	const records = record === undefined ? [] : [record];
	return { bundle, source, records, isGiven: true, isRunning: false, warnings: [] };
}

/** A session that inherits from another; `undefined`: nobody yet. */
interface Asked extends Pick<AskedInheritance, 'door' | 'select' | 'maxAge'> {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
	readonly session: Session | undefined;
	readonly source: Session;
}

/**
 * What a session would inherit of another one. Writes nothing.
 *
 * @throws Fault `unknown_session`, `state_unreadable`, `usage` if it is the session itself, `refused` if it is too old
 */
export function loadInheritance(asked: Asked, context: Context): Inheritance {
	const { place, config, session, source, select, maxAge } = asked;
	const record = recordOrFault(source, place, context);
	if (source.uuid === session?.uuid) {
		const what = `session ${named(source.key)} is this session itself`;
		throw new Fault('usage', what, { hint: 'req session list' });
	}
	const since = record.ended_at ?? record.last_activity;
	if (maxAge !== undefined && !(context.now() - Date.parse(since) <= maxAge)) {
		const what = `session ${named(nameOf(record))} is of ${named(since)}: too old`;
		const hint = 'ask for a greater age, or leave --max-age out: req session list --completed';
		throw new Fault('refused', what, { hint });
	}
	const { records, ancestors, warnings } = readAncestors(record, asked, context);
	const { continuity } = config;
	const facts = { session: session?.uuid ?? '', now: context.now(), select, ancestors, continuity };
	const bundle = makeBundle(records, facts);
	const isRunning = liveNow(context).has(source.uuid);
	return { bundle, source, records, isGiven: false, isRunning, warnings };
}

/** Records that are read at most, however often somebody types `/clear`. */
const MOST = 20;

/**
 * Follows a session's parents, at any age, to none twice (N-6, N-8), and not to the heir: no session inherits from itself.
 * Sessions that only a `/clear` separates count as one (D1, D12).
 *
 * @returns records, the source first; `ancestors`: the names, else keys, of all, oldest first, also of those beyond the depth
 */
function readAncestors(source: SessionRecord, asked: Asked, context: Context) {
	const { place, config, session, door } = asked;
	const all = everySession(place);
	const find = (key: string) => all.find((one) => one.key === key || one.uuid === key);
	let left = MOST;
	const read = (key: string) => (left-- > 0 ? readSession(place, find(key), context) : undefined);
	const { line: records, end } = followLinks(source, read, {
		by: 'parent',
		depth: config.continuity.caps.depth + (door === 'clear' ? 1 : 0),
		isSame: ({ inherited, parent }) => inherited?.door === 'clear' && inherited.from === parent,
		not: session === undefined ? [] : [session.key],
	});
	const { parent, lineage } = records.at(-1) ?? source;
	const who = `session ${named(parent ?? '')}`;
	const [damaged] = all.filter(({ key }) => key === parent && end === 'missing');
	const isDamaged = damaged !== undefined && isUnreadable(place, damaged);
	const warnings = [
		...records.flatMap(newerWarning),
		...(end === 'cycle' ? [`${who} is its own ancestor: it is taken once`] : []),
		...(isDamaged ? [`the record of ${who} is left out: it is not JSON`] : []),
	];
	const known: readonly string[] = [...records.map(({ key }) => key), session?.key ?? ''];
	const beyond = parent === null ? [] : lineage.filter((key) => !known.includes(key));
	const others = [...new Set(beyond)].map(
		(key) => readSession(place, find(key), context) ?? { key },
	);
	const ancestors = [...others, ...records.slice(1).toReversed()].map(nameOf);
	return { records, warnings, ancestors };
}

function newerWarning({ key, schema_version: version }: SessionRecord): string[] {
	if (version <= RECORD_VERSION) return [];
	const what = `the record of session ${named(key)} is of a newer req`;
	return [`${what} (schema version ${version}): what is known of it is taken`];
}

/** A session that inherits on somebody's word. */
export interface Inheriting extends Heir, Pick<AskedInheritance, 'door' | 'by'> {
	readonly session: Session;
}

/**
 * Lets a session inherit what was loaded: it is put into words, its bundle is written, once, and all is noted in the
 * session's journal, with its new parent, and as events. Its sources stay as they are.
 *
 * @returns `injection`: what the session is shown; `undefined` if it inherited this bundle before, and keeps it
 * @throws Fault `state_unwritable`
 */
export async function inherit(heir: Inheriting, loaded: Inheritance, context: Context) {
	const { session, viewpoint, door, required, by } = heir;
	const { place } = viewpoint;
	const { bundle: there } = readBundle(place, session);
	const isThat = there?.from_uuid === loaded.bundle.from_uuid;
	if (there !== undefined && (!isThat || hasInherited(place, session, context))) {
		return { bundle: there, injection: undefined };
	}
	const inheritance = { ...loaded, bundle: there ?? loaded.bundle };
	const { bundle, source, records } = inheritance;
	const { injection, restoration } = await compileInherited(inheritance, heir, context);
	const stored = there ?? (await writeBundle(place, session, bundle, context));
	if (stored !== bundle) return { bundle: stored, injection: undefined };
	const [record] = records;
	const select = selectionText(bundle.select);
	const { sha256 } = bundle;
	const more: JournalEntry[] = [
		...(record === undefined ? [] : [linkTo(record, session)]),
		{ e: 'inherit', from: source.key, door, select, required, sha256 },
	];
	await recordRestoration({ place, session, restoration, mode: 'inherited', more }, context);
	// A `/clear` goes on with what somebody asked for before.
	const data = { command: 'inherit', ref: source.uuid, by };
	const override = { name: 'session_override' as const, session: session.uuid, data };
	if (door !== 'clear') await recordEvents(place, [override], context);
	return { bundle, injection };
}

/**
 * Lets a session that starts inherit what was asked for (D24). If that cannot be had, the user is shown why (N-1).
 *
 * @returns `text`: `undefined` if the start goes on like any other; `notices`: for the user, a sentence each
 */
export async function inheritAtStart(
	start: Start,
	asked: AskedInheritance,
	viewpoint: Heir['viewpoint'],
	context: Context,
): Promise<{ readonly text: string | undefined; readonly notices: readonly string[] }> {
	const { place, session, gates } = start;
	try {
		const loaded = loadAsked(asked, start, context);
		const heir = { ...asked, session, viewpoint, gates };
		const { bundle, injection } = await inherit(heir, loaded, context);
		if (injection === undefined) return { text: undefined, notices: [] };
		trace(context, `inherits from ${named(bundle.from_session)}: by ${asked.door}`);
		const running = loaded.isRunning ? [runningWarning(bundle.from_session)] : [];
		return { text: injection.text, notices: [...running, ...loaded.warnings] };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		const message = uninheritedText(error);
		trace(context, message);
		const { code, hint = 'req doctor' } = error;
		recordFault(place, context, { code, message, hint });
		return { text: undefined, notices: [message] };
	}
}

/** Why nothing is inherited, and the next step, in one line. */
export function uninheritedText({ message, hint = '' }: Fault): string {
	const step = hint.replaceAll('\n  ', ' ').replaceAll('\n', '; ');
	return `nothing inherited: ${message}${step === '' ? '' : `; ${step}`}`;
}
