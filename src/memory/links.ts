import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { copiedFrom } from '../host/client-settings.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf, note, recentJournals } from '../journal/journal.ts';
import type { LineOf } from '../journal/lines.ts';
import { DAY_MS } from '../store/clock.ts';
import type { SessionRecord } from './record.ts';
import { readSession } from './sessions.ts';

/** How a session follows others, as a line of its journal (D12). */
export type Link = Omit<LineOf<'link'>, 'at' | 's'>;

/** The channel of sessions that a user's own client makes; a nested client's have another. */
export const CHANNEL = 'cli';

/** How long after its end a cleared session still counts as the parent of the next one (D12). */
const CLEAR_WINDOW_MS = 60_000;
/** The week that automatic use looks back (D14) also bounds the search for a fork's parent. */
const FORK_WINDOW_MS = 7 * DAY_MS;

/** A session whose parent is asked for. */
interface Child {
	readonly place: Place;
	readonly session: Session;
	/** Where Claude Code writes it. */
	readonly transcript?: string | undefined;
}

/**
 * The sessions that a new one follows: the previous one of this user on the branch, which is the one that started last,
 * whatever its score; after a `/clear` the cleared one is its parent. A fork's parent is known later.
 *
 * @param cleared record of the session that a `/clear` ended
 * @param records of recent sessions
 */
export function linkOf(
	{ cleared, place, session }: Child & { readonly cleared: SessionRecord | undefined },
	records: readonly SessionRecord[],
	context: Pick<Context, 'env' | 'parentPid'>,
): Link | undefined {
	const { user: self } = environmentOf(context);
	const [before] = records
		.filter(({ uuid, branch }) => uuid !== session.uuid && branch === place.branch)
		.filter(({ user, channel }) => user === self && channel === CHANNEL)
		.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
	if (before === undefined && cleared === undefined) return undefined;
	return { e: 'link', previous: before?.key ?? null, parent: cleared?.key ?? null };
}

/** Links a fork to the session it was made of, once Claude Code has written its transcript (D12). */
export async function linkFork(fork: Child, context: Context): Promise<void> {
	const { place, session } = fork;
	if (readSession(place, session, context)?.parent !== null) return;
	const parent = forkedFrom(fork, context);
	if (parent === undefined) return;
	const link = { e: 'link' as const, previous: null, parent: parent.key };
	await note(place, session, { entries: [link], context });
}

/** The session that a `/clear` ended a moment ago in the same Claude Code (D12). */
export function clearedBefore(child: Child, context: Context): Session | undefined {
	const since = context.now() - CLEAR_WINDOW_MS;
	const { clientPid } = environmentOf(context);
	return lastNamed(child, since, (line) => {
		const isClear = line.e === 'end' && line.reason === 'clear' && line.pid === clientPid;
		return isClear && Date.parse(line.at) >= since;
	});
}

/**
 * The session a fork was made of. Claude Code names no parent, and writes the transcript only after the start. Since 2.1.330
 * the copied answers in it name the session they were given in; older ones keep the parent's prompt ids.
 */
export function forkedFrom(fork: Child, context: Context): Session | undefined {
	const { place, session, transcript } = fork;
	if (transcript === undefined) return undefined;
	const { prompts, sessions } = copiedFrom(transcript);
	const nearest = sessions.findLast((id) => id !== session.uuid);
	const parent = parseSessionId(nearest);
	if (parent !== undefined && journalOf(place, parent).length > 0) return parent;
	const isOfPrompt = (line: JournalLine) => 'p' in line && prompts.includes(line.p ?? '');
	return lastNamed(fork, context.now() - FORK_WINDOW_MS, isOfPrompt);
}

/**
 * The session with the latest line that fits, of another session.
 *
 * @param since milliseconds: journals untouched since then are not read
 */
function lastNamed(
	{ place, session }: Child,
	since: number,
	fits: (line: JournalLine) => boolean,
): Session | undefined {
	const [latest] = recentJournals(place, since)
		.flatMap((one) => journalOf(place, one))
		.filter((line) => line.s !== session.uuid && fits(line))
		.sort((one, other) => (one.at < other.at ? 1 : -1));
	return parseSessionId(latest?.s);
}

/** A session, and those that one link after the other leads to. */
export interface Chain<One> {
	/** The session itself first. */
	readonly line: readonly [One, ...One[]];
	/** Why it ends there: no further link, nothing known of what it names, the line itself, or the depth. */
	readonly end: 'no_parent' | 'missing' | 'cycle' | 'deeper';
}

/**
 * Follows the parents of a session, or the previous sessions on its branch (D12); terminates on any graph.
 *
 * @param depth how many sessions at most, 1 or more
 * @param not keys to which no link may lead
 */
export function followLinks<One extends Pick<SessionRecord, 'key' | 'parent' | 'previous'>>(
	start: One,
	find: (key: string) => One | undefined,
	{ by, depth, not = [] }: { by: 'parent' | 'previous'; depth: number; not?: readonly string[] },
): Chain<One> {
	const line: [One, ...One[]] = [start];
	const seen = new Set([...not, start.key]);
	for (let last = start; ; ) {
		const key = last[by];
		if (key === null) return { line, end: 'no_parent' };
		if (seen.has(key)) return { line, end: 'cycle' };
		if (line.length === depth) return { line, end: 'deeper' };
		const next = find(key);
		if (next === undefined) return { line, end: 'missing' };
		seen.add(next.key);
		line.push(next);
		last = next;
	}
}
