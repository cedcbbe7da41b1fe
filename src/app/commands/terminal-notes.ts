import type { Config } from '../../core/config/config.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { type RecordSummary, TERMINAL, waits } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { recordOf } from '../continuity/records.ts';
import { CHANNEL } from '../continuity/session-links.ts';
import type { Ports } from '../ports.ts';

/** What notes are filed under, and the lines that stand before and after each. */
export interface BranchNotes {
	readonly session: Session;
	readonly around: readonly [before: readonly JournalEntry[], after: readonly JournalEntry[]];
}

/**
 * Where a person notes something for the next session of a branch: a record like that of a session, of a channel of its
 * own, one for all terminals between two sessions. So it is searched, listed, inherited and pruned as sessions are; it
 * begins and ends with each note, and `claimNotes` gives it to the session that starts next.
 */
export async function branchNotes(
	place: Place,
	{ continuity }: Pick<Config, 'continuity'>,
	ports: Ports,
): Promise<BranchNotes> {
	const { user } = ports.host;
	const summaries = await ports.records.summaries(place, continuity.retentionDays);
	const since = latestHere(summaries, place, user)?.uuid ?? '';
	const digits = ports.sha256([TERMINAL, user, place.branch, since].join('\n')).slice(0, ID_DIGITS);
	const session = parseSessionId(digits, ports.sha256) as Session;
	const { branch, root, mainRoot } = place;
	const start = {
		...{ e: 'start' as const, source: TERMINAL, branch, cwd: root },
		...{ user, root: mainRoot ?? root, channel: TERMINAL },
	};
	const name = { e: 'name' as const, name: `${TERMINAL}-${session.key}` };
	return { session, around: [[start, name], [{ e: 'end', reason: TERMINAL }]] };
}

/** Digits of a full id. */
const ID_DIGITS = 32;

/** The session of this user that started last on the branch. */
function latestHere(
	summaries: readonly RecordSummary[],
	{ branch }: Place,
	user: string,
): RecordSummary | undefined {
	return summaries
		.filter((one) => one.branch === branch && one.user === user && one.channel === CHANNEL)
		.reduce<RecordSummary | undefined>(
			(latest, one) => (latest !== undefined && latest.startedAt >= one.startedAt ? latest : one),
			undefined,
		);
}

/** What waits for the next session of the branch, newest first. */
export async function notesWaiting(
	place: Place,
	days: number,
	ports: Ports,
): Promise<readonly SessionRecord[]> {
	const summaries = await ports.records.summaries(place, days);
	const here = summaries.filter(
		(one) => one.waits && one.branch === place.branch && one.user === ports.host.user,
	);
	const records: SessionRecord[] = [];
	for (const { uuid } of here) {
		const record = await recordOf(parseSessionId(uuid, ports.sha256), place, ports);
		if (record !== undefined && waits(record)) records.push(record);
	}
	return records;
}
