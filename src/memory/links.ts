import type { Ports } from '../app/ports.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, readJournal, recentJournals } from '../journal/journal.ts';
import { DAY_MS } from '../journal/work.ts';
import { textIn } from '../store/foreign-json.ts';
import type { SessionRecord } from './record.ts';
import { readSession } from './sessions.ts';

/** How a session follows others. */
export type Link = Extract<JournalEntry, { e: 'link' }>;

/** The channel of sessions that a user's own client makes; a nested client's have another. */
export const CHANNEL = 'cli';

/** How long after its end a cleared session still counts as the parent of the next one (D12). */
const CLEAR_WINDOW_MS = 60_000;
/** Where a fork's parent is looked for: automatic use looks back a week (D14). */
const FORK_WINDOW_MS = 7 * DAY_MS;
/** So many ancestors a record names: what is further back is found from one to the next. */
const MAX_LINEAGE = 50;

/** A session whose parent is looked for. */
interface Child {
	readonly place: Place;
	readonly session: Session;
}

/**
 * The sessions a new one follows, as a line of its journal (D12): the previous one of this user on the branch, however it
 * scores, which is the one that started last; and after a `/clear` the one that was cleared. A fork's parent is known at its
 * first stop or at its end only.
 *
 * @param cleared record of the session that a `/clear` ended
 * @param records of recent sessions
 */
export function linkOf(
	{ cleared, place, session }: Child & { readonly cleared: SessionRecord | undefined },
	records: readonly SessionRecord[],
	{ host }: Ports,
): Link | undefined {
	const [before] = records
		.filter(({ uuid, branch }) => uuid !== session.uuid && branch === place.branch)
		.filter(({ user, channel }) => user === host.user && channel === CHANNEL)
		.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
	const ancestor = cleared ?? before;
	if (ancestor === undefined) return undefined;
	const lineage = lineageAfter(ancestor, session);
	const parent = cleared === undefined ? null : (lineage.at(-1) ?? null);
	return { e: 'link', previous: before?.key ?? null, parent, lineage };
}

/** Links a fork to the session it was made of, once the client has written its transcript (D12). */
export async function linkFork(
	fork: Child & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<void> {
	const { place, session } = fork;
	if (readSession(place, session, ports)?.parent !== null) return;
	const parent = await forkedFrom(fork, ports);
	if (parent === undefined) return;
	const record = readSession(place, parent, ports);
	const link = linkTo(record ?? { key: parent.key, lineage: [] }, session);
	await note(place, session, { entries: [link], ports });
}

/** Makes the session of a record the parent. `previous` stays what the session's first link said. */
export function linkTo(record: Pick<SessionRecord, 'key' | 'lineage'>, session: Session): Link {
	return { e: 'link', previous: null, parent: record.key, lineage: lineageAfter(record, session) };
}

/** The keys of a session's ancestors through this one, oldest first, that one last. */
function lineageAfter(
	{ key, lineage }: Pick<SessionRecord, 'key' | 'lineage'>,
	session: Session,
): string[] {
	return [...lineage, key].filter((one) => one !== session.key).slice(-MAX_LINEAGE);
}

/** The session that a `/clear` ended a moment ago in the same client (D12). */
export async function clearedBefore(child: Child, ports: Ports): Promise<Session | undefined> {
	const since = ports.now() - CLEAR_WINDOW_MS;
	const isParents = ({ e, at, reason, pid }: RawLine) =>
		e === 'end' && reason === 'clear' && pid === ports.host.clientPid && Date.parse(at) >= since;
	return parentOf(child, { since, isParents }, ports);
}

/**
 * The session a fork was made of. The client names no parent and writes the fork's transcript only after its start.
 * Since 2.1.330 the copied answers in it name the session they were given in; older ones keep the parent's prompt ids.
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
	const named = nearest === undefined ? undefined : search(({ s }) => s === nearest);
	if (named !== undefined || prompts.length === 0) return named;
	return search(({ p }) => typeof p === 'string' && prompts.includes(p));
}

interface Search {
	/** Milliseconds: journals untouched since then are not read. */
	readonly since: number;
	readonly isParents: (line: RawLine) => boolean;
}

/** A line of any kind: whose it is and when it was written are known. */
interface RawLine {
	readonly at: string;
	readonly s: string;
	readonly [key: string]: unknown;
}

function isLine(line: unknown): line is RawLine {
	return textIn(line, 'at') !== undefined && textIn(line, 's') !== undefined;
}

/** The session with the latest line that names it as the parent. */
function parentOf(
	{ place, session }: Child,
	{ since, isParents }: Search,
	ports: Ports,
): Session | undefined {
	const [latest] = recentJournals(place, since, ports)
		.flatMap(({ uuid }) => readJournal(place, uuid).filter(isLine))
		.filter((line) => line.s !== session.uuid && isParents(line))
		.sort((one, other) => (one.at < other.at ? 1 : -1));
	return latest === undefined ? undefined : parseSessionId(latest.s, ports.sha256);
}
