import type { JournalEntry } from '../../core/journal/line.ts';
import { parseSessionId, type Session, type SessionKey } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Place } from '../../git/place.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';

/** The record of a session; `undefined` where there is none that this build can read. */
export async function recordOf(
	session: Session | undefined,
	place: Place,
	ports: Ports,
): Promise<SessionRecord | undefined> {
	const loaded = session && (await ports.records.read(place, session));
	return loaded?.kind === 'present' ? loaded.doc : undefined;
}

/** Journals of sessions that are at home elsewhere have no start: so many are looked into to find some that have. */
const MOST_LOOKED_INTO = 200;

/**
 * Sessions that never reached a fold: their journals, which have a start of theirs, are all there is of them.
 *
 * @param keys `Records.unfolded`
 * @param most so many of those that wrote last
 */
export async function unfoldedSessions(
	place: Place,
	{ keys, most }: { readonly keys: readonly SessionKey[]; readonly most: number },
	ports: Ports,
): Promise<readonly Session[]> {
	const found: Session[] = [];
	for (const key of keys.slice(0, MOST_LOOKED_INTO)) {
		const ids = await ports.records.started(place, key);
		found.push(...ids.flatMap((id) => parseSessionId(id, ports.sha256) ?? []));
		if (found.length >= most) return found.slice(0, most);
	}
	return found;
}

/** More sessions that never reached a fold are hooks in trouble. */
const MOST_UNFOLDED = 100;

/** Their records, folded in memory; nothing is written. */
export async function unfoldedRecords(
	place: Place,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const records: SessionRecord[] = [];
	const keys = await ports.records.unfolded(place);
	for (const session of await unfoldedSessions(place, { keys, most: MOST_UNFOLDED }, ports)) {
		const record = await recordOf(session, place, ports);
		if (record !== undefined) records.push(record);
	}
	return records;
}

/** Every record of a project, at any age, those that would be if the next start had folded them, too. */
export async function everyRecord(place: Place, ports: Ports): Promise<readonly SessionRecord[]> {
	return [...(await ports.records.all(place)), ...(await unfoldedRecords(place, ports))];
}

/** How a session follows others. */
export type Link = Extract<JournalEntry, { e: 'link' }>;

/** The channel of records that a user's own client makes; a nested client's have another. */
export const CHANNEL = 'cli';

/** How long after its end a cleared session still counts as the parent of the next one (D12). */
const CLEAR_WINDOW_MS = 60_000;
/** Where a fork's parent is looked for: automatic use looks back a week (D14). */
const FORK_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** So many ancestors a record names: what is further back is found from one to the next. */
const MAX_LINEAGE = 50;

interface Linked {
	readonly link: Link | undefined;
	/** Record of the one that a `/clear` ended. */
	readonly cleared: SessionRecord | undefined;
	/** Records that were read for it. */
	readonly known: readonly SessionRecord[];
}

/** A session that was there before follows nobody anew. */
export const UNLINKED: Linked = { link: undefined, cleared: undefined, known: [] };

/**
 * The sessions a new one follows, as a line of its journal (D12): the previous on the branch, and after a
 * `/clear` the one that was cleared. A fork's parent is known at its first stop or at its end only.
 */
export async function linkOf(
	{ cleared, ...child }: Child & { readonly cleared: Session | undefined },
	summaries: readonly RecordSummary[],
	ports: Ports,
): Promise<Linked> {
	const before = previousSession(summaries, child, ports.host.user);
	const ancestor = cleared ?? parseSessionId(before?.uuid, ports.sha256);
	if (ancestor === undefined) return UNLINKED;
	const record = await recordOf(ancestor, child.place, ports);
	const lineage = lineageAfter(record ?? { key: ancestor.key, lineage: [] }, child);
	const parent = cleared === undefined ? null : (lineage.at(-1) ?? null);
	return {
		link: { e: 'link', previous: before?.key ?? null, parent, lineage },
		cleared: cleared && record,
		known: record === undefined ? [] : [record],
	};
}

/**
 * The chronologically previous session of this user on the branch, however it scores (D12): the one that
 * started last. Sessions of nested clients and of other users are not in the chain.
 */
function previousSession(
	summaries: readonly RecordSummary[],
	{ place, session }: Child,
	user: string,
): RecordSummary | undefined {
	return summaries
		.filter(({ uuid, branch }) => uuid !== session.uuid && branch === place.branch)
		.filter((one) => one.user === user && one.channel === CHANNEL)
		.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))[0];
}

/** Links a fork to the session it was made of, once the client has written its transcript (D12). */
export async function linkFork(
	fork: Child & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<void> {
	const { place, session } = fork;
	if ((await recordOf(session, place, ports))?.parent !== null) return;
	const parent = await forkedFrom(fork, ports);
	if (parent === undefined) return;
	const record = await recordOf(parent, place, ports);
	const link = linkTo(record ?? { key: parent.key, lineage: [] }, fork);
	await note(place, session, { entries: [link], ports });
}

/** Makes the session of a record the parent. `previous` stays what the session's first link said. */
export function linkTo(record: Pick<SessionRecord, 'key' | 'lineage'>, child: Child): Link {
	return { e: 'link', previous: null, parent: record.key, lineage: lineageAfter(record, child) };
}

/** The keys of a session's ancestors through this one, oldest first, that one last. */
function lineageAfter(
	{ key, lineage }: Pick<SessionRecord, 'key' | 'lineage'>,
	{ session }: Child,
): string[] {
	const own: readonly string[] = [session.key, session.longKey];
	return [...lineage, key].filter((one) => !own.includes(one)).slice(-MAX_LINEAGE);
}

/** A session whose parent is looked for. */
interface Child {
	readonly place: Place;
	readonly session: Session;
}

/** The session that a `/clear` ended a moment ago in the same client (D12). */
export function clearedBefore(child: Child, ports: Ports): Promise<Session | undefined> {
	const since = ports.now() - CLEAR_WINDOW_MS;
	const isParents = ({ e, at, reason, pid }: RawLine) =>
		e === 'end' && reason === 'clear' && pid === ports.host.clientPid && Date.parse(at) >= since;
	return parentOf(child, { since, isParents }, ports);
}

/**
 * The session a fork was made of. The client names no parent and writes the fork's transcript only after its start.
 * Since 2.1.330 the copied answers in it name the session they were given in; older ones keep the parent's prompt ids.
 * Whatever the parent did names them: where no gate has anything to note, what is remembered of it does.
 */
export async function forkedFrom(
	child: Child & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<Session | undefined> {
	const { transcript } = child;
	if (transcript === undefined) return undefined;
	const { prompts, sessions } = ports.client.copiedFrom(transcript);
	const nearest = sessions.findLast((id) => id !== child.session.uuid);
	const search = (isParents: Search['isParents']) =>
		parentOf(child, { since: ports.now() - FORK_WINDOW_MS, isParents }, ports);
	const named = nearest === undefined ? undefined : await search(({ s }) => s === nearest);
	if (named !== undefined || prompts.length === 0) return named;
	return search(({ p }) => typeof p === 'string' && prompts.includes(p));
}

interface Search {
	/** Milliseconds: journals untouched since then are not read. */
	readonly since: number;
	readonly isParents: (line: RawLine) => boolean;
}

/** A line of any kind, of the gates or of memory: whose it is and when it was written are known. */
interface RawLine {
	readonly at: string;
	readonly s: string;
	readonly [key: string]: unknown;
}

function isLine(line: unknown): line is RawLine {
	const { at, s } = (line ?? {}) as Partial<RawLine>;
	return typeof at === 'string' && typeof s === 'string';
}

/** The session with the latest line that names it as the parent. */
async function parentOf(
	{ place, session }: Child,
	{ since, isParents }: Search,
	ports: Ports,
): Promise<Session | undefined> {
	const found: RawLine[] = [];
	for (const key of await ports.journal.recent(place, since)) {
		const lines = (await ports.journal.read(place, key)).filter(isLine);
		found.push(...lines.filter((line) => line.s !== session.uuid && isParents(line)));
	}
	const latest = found.sort((a, b) => (a.at < b.at ? 1 : -1))[0];
	return latest === undefined ? undefined : parseSessionId(latest.s, ports.sha256);
}
