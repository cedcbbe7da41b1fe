import type { JournalEntry } from '../../core/journal/line.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { type Child, clearedBefore, forkedFrom } from '../carry.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { recordOf } from './records.ts';

/** How a session follows others. */
export type Link = Extract<JournalEntry, { e: 'link' }>;

/** The channel of records that a user's own client makes; a nested client's have another. */
export const CHANNEL = 'cli';

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
	{ source, ...child }: Child & { readonly source: string },
	summaries: readonly RecordSummary[],
	ports: Ports,
): Promise<Linked> {
	const before = previousSession(summaries, child, ports.host.user);
	const cleared = source === 'clear' ? await clearedBefore(child, ports) : undefined;
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
