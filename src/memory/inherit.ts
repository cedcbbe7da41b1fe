import type { Ports } from '../app/ports.ts';
import type { Config } from '../config/config.ts';
import { selectionText } from '../config/selection.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import type { Place } from '../git/place.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { liveNow } from '../state/registry.ts';
import type { Bundle } from './bundle.ts';
import { type Compiled, compileInherited, type Heir, type Inheritance } from './compile.ts';
import type { NewEvent } from './events.ts';
import { linkTo } from './links.ts';
import { makeBundle, nameOf } from './make-bundle.ts';
import { RECORD_VERSION, type SessionRecord } from './record.ts';
import { recordRestoration } from './session-events.ts';
import { allSessions, isUnreadable, readSession, sessionOfKey } from './sessions.ts';
import type { AskedInheritance } from './start.ts';

/** What is asked for, whoever will have it. */
interface Asked extends Pick<AskedInheritance, 'door' | 'select' | 'maxAge'> {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
	/** Who inherits; `undefined`: nobody yet. */
	readonly session: Session | undefined;
	readonly source: Session;
}

/** A session that inherits on somebody's word. */
export interface Inheriting
	extends Omit<Heir, 'isAsked'>,
		Pick<AskedInheritance, 'door' | 'required' | 'by'> {
	readonly session: Session;
}

export interface Refused {
	readonly kind: 'refused';
	readonly why: 'unknown' | 'unreadable' | 'too_old' | 'itself' | 'unwritable';
	/** One sentence without its full stop; foreign words in it are harmless. */
	readonly message: string;
}

export type Loading = ({ readonly kind: 'loaded' } & Inheritance) | Refused;

export type Inherited =
	| ({ readonly kind: 'inherited' } & Inheritance & Pick<Compiled, 'injection'>)
	/** The session has a bundle already, and keeps it. */
	| { readonly kind: 'there'; readonly bundle: Bundle }
	| Refused;

/**
 * Lets a session inherit what was loaded: it is put into words, its bundle is written, once, and all is noted in the
 * session's journal with its new parent, and as events. Its sources stay as they are.
 */
export async function inherit(
	inheriting: Inheriting,
	loading: Loading,
	ports: Ports,
): Promise<Inherited> {
	const { session, viewpoint } = inheriting;
	const { place } = viewpoint;
	const own = await ports.bundles.read(place, session);
	if (own.kind === 'corrupt') {
		const what = 'the file of what this session inherited cannot be read';
		return refused('unwritable', `${what}: ${own.reason}`);
	}
	const there = own.kind === 'present' ? own.doc : undefined;
	const isThat = loading.kind === 'loaded' && loading.bundle.from_uuid === there?.from_uuid;
	// A bundle stays as it is; where nobody knows of it yet, that is made good.
	if (there !== undefined && (!isThat || isNoted(place, session, ports))) {
		return { kind: 'there', bundle: there };
	}
	if (loading.kind === 'refused') return loading;
	const inheritance = { ...loading, bundle: there ?? loading.bundle };
	const heir = { ...inheriting, isAsked: inheriting.required };
	const { injection, restoration } = await compileInherited(inheritance, heir, ports);
	if (there === undefined) {
		const written = await ports.bundles.write(place, session, loading.bundle);
		const other = written === 'there' ? await ports.bundles.read(place, session) : undefined;
		if (other?.kind === 'present') return { kind: 'there', bundle: other.doc };
		if (written !== 'written') {
			return refused('unwritable', 'what this session inherits cannot be written');
		}
	}
	const kept = keptOf(inheritance, inheriting);
	await recordRestoration({ place, session, restoration, mode: 'inherited', ...kept }, ports);
	return { ...inheritance, kind: 'inherited', injection };
}

/** What is noted of an inheritance beside what is told: whose, by which door, and the bundle that it is in. */
function keptOf(
	{ bundle, source: asked, records: [record] }: Inheritance,
	{ session, required, door, by }: Inheriting,
): { readonly more: readonly JournalEntry[]; readonly also: readonly NewEvent[] } {
	const { key, uuid } = record ?? asked;
	const { sha256 } = bundle;
	const select = selectionText(bundle.select);
	const data = { command: 'inherit', ref: uuid, by };
	return {
		more: [
			...(record === undefined ? [] : [linkTo(record, session)]),
			{ e: 'inherit', from: key, door, select, required, sha256 },
		],
		// A `/clear` goes on with what somebody has asked for before.
		also: door === 'clear' ? [] : [{ name: 'session_override', session: session.uuid, data }],
	};
}

/** Whether all is kept of what a session inherited: who writes the bundle may die before it is noted. */
export function isNoted(place: Place, session: Session, ports: Ports): boolean {
	const own = readSession(place, session, ports);
	return own === undefined || own.inherited !== undefined;
}

/** What a session would inherit. Writes nothing. */
export async function loadInheritance(asked: Asked, ports: Ports): Promise<Loading> {
	const { config, session, source, select } = asked;
	const found = sourceOf(asked, ports);
	if (found.kind !== 'known') return found;
	const { continuity } = config;
	const lineage = walkParents(found.record, asked, ports);
	const [, ...before] = lineage.records;
	const bundle = makeBundle([found.record, ...before], {
		session: session?.uuid ?? '',
		...{ now: ports.now(), select, ancestors: lineage.ancestors, continuity },
		sha256: ports.sha256,
	});
	const live = liveNow(ports.context);
	return {
		kind: 'loaded',
		...{ bundle, source, records: lineage.records, isGiven: false },
		isRunning: live.has(found.record.uuid) || live.has(source.uuid),
		warnings: [...(found.warning === undefined ? [] : [found.warning]), ...lineage.warnings],
	};
}

function sourceOf({ place, session, source, maxAge }: Asked, ports: Ports) {
	const found = knownRecord(place, source, ports);
	const who = `session ${named(source.key)}`;
	if (found.kind === 'absent') return refused('unknown', `nothing is recorded of ${who}`);
	if (found.kind === 'unreadable') {
		return refused('unreadable', `the record of ${who} cannot be read: ${found.why}`);
	}
	const { record } = found;
	if (record.uuid === session?.uuid) return refused('itself', `${who} is this session itself`);
	const since = record.ended_at ?? record.last_activity;
	if (maxAge !== undefined && !(ports.now() - Date.parse(since) <= maxAge)) {
		return refused('too_old', `session ${named(nameOf(record))} is of ${named(since)}: too old`);
	}
	return found;
}

function refused(why: Refused['why'], message: string): Refused {
	return { kind: 'refused', why, message };
}

/**
 * What a session would inherit of a bundle that was made before it: that of its pipeline, the same for all sessions of
 * it, whatever its source has learnt since, and though it may be gone. Writes nothing.
 *
 * @param path of the bundle
 */
export async function loadGiven(
	path: string,
	{ place, session }: Pick<Inheriting, 'session'> & { readonly place: Place },
	ports: Ports,
): Promise<Loading> {
	const given = await ports.bundles.given(place, path);
	const source = given && parseSessionId(given.from_uuid, ports.sha256);
	if (given === undefined || source === undefined) {
		return refused('unreadable', `${named(path)} holds no bundle of a run`);
	}
	const { sha256: _, ...bundle } = { ...given, session: session.uuid };
	const found = knownRecord(place, source, ports);
	return {
		kind: 'loaded',
		bundle: { ...bundle, sha256: ports.sha256(JSON.stringify(bundle)) },
		records: found.kind === 'known' ? [found.record] : [],
		...{ source, isGiven: true, isRunning: false, warnings: [] },
	};
}

type KnownRecord =
	/** `warning`: what is missing in it. */
	| { readonly kind: 'known'; readonly record: SessionRecord; readonly warning: string | undefined }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unreadable'; readonly why: string };

/** However often somebody types `/clear`. */
const MOST = 20;

/**
 * Follows a session's parents, at any age, past none twice (N-6, N-8), and not to the heir: nobody inherits from itself.
 *
 * @param source its own record
 * @returns the records, the session's own first, then its ancestors', nearest first; the names, else keys, of all its
 * ancestors, oldest first, those that were not read, too; what could not be read, and was left out
 */
function walkParents(
	source: SessionRecord,
	{ place, config, session: heir, door }: Asked,
	ports: Ports,
) {
	const records = [source];
	const warnings: string[] = [];
	const heirs: readonly string[] = heir === undefined ? [] : [heir.key, heir.longKey];
	const most = { depth: config.continuity.caps.depth, isCleared: door === 'clear' };
	const visited = new Set([source.key, ...heirs]);
	while (isWithin(records, most)) {
		const key = records.at(-1)?.parent ?? '';
		const session = sessionOfKey(place, key, ports);
		if (session === undefined) break;
		if (visited.has(key)) {
			warnings.push(`session ${named(key)} is its own ancestor: it is taken once`);
			break;
		}
		visited.add(key);
		const read = knownRecord(place, session, ports);
		if (read.kind === 'unreadable') {
			warnings.push(`the record of session ${named(key)} is left out: ${read.why}`);
		}
		if (read.kind !== 'known') break;
		warnings.push(...(read.warning === undefined ? [] : [read.warning]));
		records.push(read.record);
	}
	const ancestors = ancestorsOf(records, { place, heirs }, ports);
	return { records, warnings, ancestors };
}

/**
 * Whether there is room for the parent of the last one.
 *
 * @param most `depth`: how many sessions, the source included; those that only a `/clear` parts are one. `isCleared`: the
 * heir goes on after a `/clear` of the source
 */
function isWithin(
	records: readonly SessionRecord[],
	{ depth, isCleared }: { readonly depth: number; readonly isCleared: boolean },
): boolean {
	const links = [isCleared, ...records.map(isOfClear)];
	return links.filter((ofClear) => !ofClear).length <= depth && records.length < MOST;
}

/** Whether the session goes on with its parent's task: what was inherited for that is not lost to a `/clear` (D1, D12). */
function isOfClear({ inherited, parent }: SessionRecord): boolean {
	return inherited?.door === 'clear' && inherited.from === parent;
}

/** A session's record, also of a newer build. */
function knownRecord(place: Place, session: Session, ports: Ports): KnownRecord {
	const record = readSession(place, session, ports);
	if (record === undefined) {
		const isDamaged = isUnreadable(place, session);
		return isDamaged ? { kind: 'unreadable', why: 'it is not JSON' } : { kind: 'absent' };
	}
	const { schema_version: version } = record;
	if (version <= RECORD_VERSION) return { kind: 'known', record, warning: undefined };
	const what = `the record of session ${named(session.key)} is of a newer req`;
	const warning = `${what} (schema version ${version}): what is known of it is taken`;
	return { kind: 'known', record, warning };
}

/** Those that were read, and before them what the last one names as its own. */
function ancestorsOf(
	records: readonly SessionRecord[],
	{ place, heirs }: { readonly place: Place; readonly heirs: readonly string[] },
	ports: Ports,
): readonly string[] {
	const last = records.at(-1);
	const known = new Set([...records.map(({ key }) => key), ...heirs]);
	const before = last?.parent == null ? [] : last.lineage.filter((key) => !known.has(key));
	const all = before.length === 0 ? [] : allSessions(place, ports);
	const names = new Map(all.map((one) => [one.key, nameOf(one)]));
	const read = records.slice(1).toReversed().map(nameOf);
	return [...new Set(before)].map((key) => names.get(key) ?? nameOf({ key })).concat(read);
}
