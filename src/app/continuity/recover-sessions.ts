import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import {
	hasExpired,
	isDead,
	type RecordSummary,
	summaryOf,
} from '../../core/session-record/record-summary.ts';
import { FOLD_PORTION } from '../../core/session-record/schema.ts';
import { compareTexts } from '../../core/text/strings.ts';
import { machineOf } from '../../state/registry.ts';
import { entryOfSession, type Registry } from '../../state/registry-kind.ts';
import { orNothing } from '../faults.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { foldSession, type Remembered } from './fold-session.ts';
import { unfoldedSessions } from './records.ts';

/** One start looks at the newest so many of each kind: the next one goes on. */
const MOST = 20;
/** After a holiday many records have expired at once: one start moves so many, `req session cleanup` all. */
const MOST_ARCHIVED = 10;
/** And begins no other one after so long, in milliseconds: it has to speak within the client's deadline. */
const MAX_MS = 1_000;
/** Nor after so many bytes of journals. */
const MAX_BYTES = 2 * FOLD_PORTION;
const UNCLOSED = 'a session that broke off could not be closed';

/** Who starts, and which sessions are registered: as they were before the dead ones are swept out (D13). */
interface Recovering extends Remembered {
	readonly self: Session;
	readonly registry: Registry;
}

/**
 * Finds sessions that ended without saying so, and writes down that they did (D13): their journals get a
 * `crashed` line and are folded. A live session, an idle one too, is never touched. Then records past their time
 * move to the archive (D14).
 *
 * @returns the sessions of the last days as they are then, newest activity first: the same look serves the restore
 */
export async function recoverSessions(
	recovering: Recovering,
	ports: Ports,
): Promise<readonly RecordSummary[]> {
	const { place, config, self } = recovering;
	const { continuity } = config;
	const { summaries, unfolded, expired } = await ports.records.survey(place, continuity);
	const lost = await unfoldedSessions(place, { keys: unfolded, most: MOST }, ports);
	const open = summaries.filter(({ endedAt }) => endedAt === undefined);
	const resumed = summaries.filter(({ endedAt, isBehind }) => endedAt !== undefined && isBehind);
	const seen = [open, resumed].flatMap((some) =>
		some.slice(0, MOST).flatMap(({ uuid }) => parseSessionId(uuid, ports.sha256) ?? []),
	);
	const others = [...seen, ...lost].filter(({ uuid }) => uuid !== self.uuid);
	const recovered = await recoverAll(others, recovering, ports);
	const due = recovered.filter(({ summary }) => hasExpired(summary, continuity, ports.now()));
	const keys = [...expired, ...due.map(({ summary }) => summary.key)].slice(0, MOST_ARCHIVED);
	const archived =
		keys.length === 0 ? [] : (await ports.records.archive(place, keys, continuity)).moved;
	if (recovered.length + archived.length === 0) return summaries;
	const now = new Map(summaries.map((one) => [one.uuid, one]));
	for (const { summary, isWhole } of recovered) {
		if (isWhole) now.set(summary.uuid, summary);
		else now.delete(summary.uuid);
	}
	return [...now.values()]
		.map((one) => (archived.includes(one.key) ? { ...one, status: 'archived' as const } : one))
		.sort((one, other) => compareTexts(other.lastActivity, one.lastActivity));
}

/** A session that is over, as its record stands now. */
interface Recovered {
	readonly summary: RecordSummary;
	/** False: its journal is longer than one fold takes. What is left of it is folded, and told, by later starts. */
	readonly isWhole: boolean;
	readonly bytes: number;
}

async function recoverAll(
	sessions: readonly Session[],
	recovering: Recovering,
	ports: Ports,
): Promise<readonly Recovered[]> {
	const { place } = recovering;
	const recovered: Recovered[] = [];
	const began = ports.now();
	let bytes = 0;
	for (const session of sessions) {
		if (bytes >= MAX_BYTES || ports.now() - began > MAX_MS) break;
		const work = () => recover(session, recovering, ports);
		const one = await orNothing(work, { place, what: UNCLOSED, ports });
		if (one === undefined) continue;
		recovered.push(one);
		bytes += one.bytes;
	}
	return recovered;
}

/**
 * The session, where it was found dead, or has ended in good order and was never folded; `undefined` of one that
 * goes on. Who lives is told by the ends of a journal: it may be of any length.
 */
async function recover(
	session: Session,
	recovering: Recovering,
	ports: Ports,
): Promise<Recovered | undefined> {
	const { place, registry } = recovering;
	const glance = await ports.records.glance(place, session);
	if (glance === undefined) return undefined;
	const { record: seen, behind } = glance;
	const dead = isDead(seen, entryOfSession(registry, session.uuid), machineOf(ports.context));
	if (!dead && seen.ended_at === null) return undefined;
	if (dead) await note(place, session, { entries: [{ e: 'crashed' }], ports });
	const record = await foldSession(recovering, session, ports);
	if (record === undefined) return undefined;
	const isWhole = behind <= FOLD_PORTION;
	return { summary: summaryOf(record, false), isWhole, bytes: Math.min(behind, FOLD_PORTION) };
}
