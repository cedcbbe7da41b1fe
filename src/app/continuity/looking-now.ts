import type { Continuity } from '../../core/config/continuity.ts';
import type { Place } from '../../core/place/place.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';
import { summaryOf } from '../../core/session-record/summary-of.ts';
import type { Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import { type Looking, liveEntries } from './looking-back.ts';
import { unfoldedRecords } from './unfolded-sessions.ts';

/**
 * What a command looks back with, as a start would: from a session at work with its own pins, or from none.
 * Writes nothing.
 */
export async function lookingNow(
	{
		place,
		continuity,
		session,
	}: {
		readonly place: Place;
		readonly continuity: Continuity;
		readonly session: Session | undefined;
	},
	ports: Ports,
): Promise<Looking> {
	const registry = await readRegistry(place, ports);
	const asked = { place, days: continuity.retentionDays, registry };
	const summaries = await summariesUpToDate(asked, ports);
	const record = session && (await ports.records.read(place, session));
	const pins = record?.kind === 'present' ? record.doc.pins : [];
	const own = pins.filter(({ origin }) => origin === undefined);
	return { place, continuity, session, own, registry, summaries };
}

/** The summaries as they will be once a start has recovered what dead sessions left in their journals (D13). */
async function summariesUpToDate(
	{
		place,
		days,
		registry,
	}: { readonly place: Place; readonly days: number; readonly registry: Registry },
	ports: Ports,
): Promise<readonly RecordSummary[]> {
	const summaries = await ports.records.summaries(place, days);
	const live = new Set(liveEntries(registry, ports).map(([, { uuid }]) => uuid));
	const behind = summaries.filter(({ isBehind, uuid }) => isBehind && !live.has(uuid));
	const found = new Map(summaries.map((one) => [one.uuid, one]));
	for (const { uuid } of behind) {
		const session = parseSessionId(uuid, ports.sha256);
		const loaded = session && (await ports.records.read(place, session));
		if (loaded?.kind === 'present') found.set(uuid, summaryOf(loaded.doc, false));
	}
	for (const record of await unfoldedRecords(place, ports)) {
		found.set(record.uuid, summaryOf(record, false));
	}
	return [...found.values()].sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1));
}
