import { anyLineIn } from '../../core/journal/entries.ts';
import { ofKind } from '../../core/journal/line.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { type RecordSummary, waits } from '../../core/session-record/record-summary.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { recordOf } from './records.ts';
import type { Start } from './start.ts';

/**
 * Takes what was noted in a terminal for the next session of the branch. Of sessions that start at once the one that is
 * written down first in the notes' own journal has them; what is noted after that waits for the next one.
 *
 * @returns the same sessions; notes that this start does not have wait no more
 */
export async function claimNotes(
	summaries: readonly RecordSummary[],
	start: Pick<Start, 'place' | 'session'>,
	ports: Ports,
): Promise<readonly RecordSummary[]> {
	const { branch } = start.place;
	const claimed: RecordSummary[] = [];
	for (const summary of summaries) {
		const isMeant = summary.branch === branch && summary.user === ports.host.user;
		const isKept = !summary.waits || (isMeant && (await isClaimed(summary, start, ports)));
		claimed.push(isKept ? summary : { ...summary, waits: undefined });
	}
	return claimed;
}

async function isClaimed(
	{ uuid }: RecordSummary,
	{ place, session }: Pick<Start, 'place' | 'session'>,
	ports: Ports,
): Promise<boolean> {
	const notes = parseSessionId(uuid, ports.sha256);
	const record = await recordOf(notes, place, ports);
	if (notes === undefined || record === undefined || !waits(record)) return false;
	const seen = record.last_activity;
	const entries = [{ e: 'continued' as const, by: session.key, seen }];
	if (!(await note(place, notes, { entries, ports }))) return true;
	const raw = await ports.journal.read(place, notes.key);
	const lines = raw.flatMap((line) => anyLineIn(line) ?? []).filter(({ s }) => s === uuid);
	const first = ofKind(lines, 'continued').find((line) => (line.seen ?? '') >= seen);
	return first === undefined || first.by === session.key;
}
