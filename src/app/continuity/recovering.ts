import { entryOfSession } from '../../core/registry/kind.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { parseSessionId, type Session, type SessionKey } from '../../core/session/session-id.ts';
import { isDead } from '../../core/session-record/is-dead.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { machineOf } from '../registering.ts';
import { foldSession, type Remembering } from './folding.ts';
import { unfoldedSessions } from './unfolded-sessions.ts';

/** One start looks at the newest so many of each kind: the next one goes on. */
const MOST = 20;

/** Who starts, and which sessions are registered: as they were before the dead ones are swept out (D13). */
export interface Recovering extends Remembering {
	readonly self: Session;
	readonly registry: Registry;
}

/**
 * Finds sessions that ended without saying so, and writes down that they did (FR-012, D13): their journals get a
 * `crashed` line and are folded. A live session, an idle one too, is never touched. Then records past their time
 * move to the archive (D14).
 *
 * @returns keys of the sessions that were found dead, newest first
 */
export async function recoverSessions(
	recovering: Recovering,
	ports: Ports,
): Promise<readonly SessionKey[]> {
	const { place, config, self } = recovering;
	const { continuity } = config;
	const summaries = await ports.records.summaries(place, continuity.retentionDays);
	const sessions = [
		...openOf(summaries, ports),
		...resumedOf(summaries, ports),
		...(await unfoldedSessions(place, MOST, ports)),
	];
	const recovered: SessionKey[] = [];
	for (const session of sessions) {
		if (session.uuid === self.uuid) continue;
		if (await recover(session, recovering, ports)) recovered.push(session.key);
	}
	await ports.records.archive(place, continuity);
	return recovered;
}

/** Sessions whose records do not know of an end. */
function openOf(summaries: readonly RecordSummary[], ports: Ports): Session[] {
	return newest(
		summaries.filter(({ endedAt }) => endedAt === undefined),
		ports,
	);
}

/** Sessions whose records know of an end, and whose journals went on after it. */
function resumedOf(summaries: readonly RecordSummary[], ports: Ports): Session[] {
	return newest(
		summaries.filter(({ endedAt, isBehind }) => endedAt !== undefined && isBehind),
		ports,
	);
}

function newest(summaries: readonly RecordSummary[], ports: Ports): Session[] {
	return summaries.slice(0, MOST).flatMap(({ uuid }) => parseSessionId(uuid, ports.sha256) ?? []);
}

/** Whether the session was found dead. One that has ended in good order and was never folded is folded. */
async function recover(session: Session, recovering: Recovering, ports: Ports): Promise<boolean> {
	const { place, registry } = recovering;
	const loaded = await ports.records.read(place, session);
	if (loaded.kind !== 'present') return false;
	const entry = entryOfSession(registry, session.uuid);
	const dead = isDead(loaded.doc, entry, machineOf(ports));
	if (dead) await note(place, session, { entries: [{ e: 'crashed' }], ports });
	if (dead || loaded.doc.ended_at !== null) await foldSession(recovering, session, ports);
	return dead;
}
