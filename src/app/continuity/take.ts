import type { Place } from '../../core/place/place.ts';
import { type Candidate, type SourceRecord, sourcesOf } from '../../core/restore/choose-sources.ts';
import type { Restoration, RestoreFacts } from '../../core/restore/restoration.ts';
import { ownContext, restore } from '../../core/restore/restore.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { documentCounts } from '../../core/topics/rank-topics.ts';
import type { Ports } from '../ports.ts';
import { liveEntries, type Ranking, rankSessions, type Viewpoint } from './rank-sessions.ts';

/** What a start gets of earlier sessions, and how they were chosen. */
interface Taken {
	/** All sessions that were looked at, highest score first. */
	readonly candidates: readonly Candidate[];
	readonly restoration: Restoration;
}

/**
 * Takes what the best earlier sessions have to give, or those that the user named, at any age and
 * score (D22–D25). Writes nothing.
 *
 * @param named nearest first; `undefined`: the best
 */
export async function take(
	viewpoint: Viewpoint,
	named: readonly SessionRecord[] | undefined,
	ports: Ports,
): Promise<Taken> {
	const ranking = await rankSessions(viewpoint, ports);
	const { candidates } = ranking;
	const sources =
		named === undefined
			? await recordsOf(sourcesOf(candidates), viewpoint, ports)
			: namedSources(named, candidates);
	const mode = named === undefined ? 'auto' : 'explicit';
	const restoration = restore(sources, await restoreFacts(viewpoint, ranking, { mode, ports }));
	traceRestoration(restoration, ports);
	return { candidates, restoration };
}

function namedSources(records: readonly SessionRecord[], candidates: readonly Candidate[]) {
	return records.map((record, index): SourceRecord => {
		const ranked = candidates.find(({ summary }) => summary.uuid === record.uuid);
		const score = ranked?.relevance.score ?? 0;
		return { record, score, context: true, pins: index === 0 ? 'all' : 'none' };
	});
}

/** What a session gets back after its compaction, with what it had taken from others (D19). */
export async function takeOwn(
	record: SessionRecord,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<Restoration> {
	// What was inherited on somebody's word is in its bundle.
	const holding = holdingRestorations(record).filter(({ from }) => from !== record.inherited?.from);
	const from = new Set(holding.map(({ from: key }) => key));
	const ranking = await rankSessions(viewpoint, ports);
	const inherited = ranking.candidates
		.filter(({ summary }) => from.has(summary.key))
		.map((one) => ({ ...one, context: true, pins: 'none' as const }));
	const own = { ...viewpoint, own: record.pins };
	const facts = await restoreFacts(own, ranking, { mode: 'auto', ports });
	const others = await recordsOf(inherited, viewpoint, ports);
	return ownContext(record, restore(others, facts), facts);
}

/** One that the user asked for has taken the place of those before it (D24). */
export function holdingRestorations({
	restorations,
}: SessionRecord): SessionRecord['restorations'] {
	const asked = restorations.findLastIndex(({ mode }) => mode === 'explicit');
	return restorations.slice(Math.max(asked, 0));
}

/** The chosen sessions' records; one that cannot be read is left out. */
async function recordsOf(
	candidates: readonly Candidate[],
	{ place, known }: Viewpoint,
	ports: Ports,
): Promise<SourceRecord[]> {
	const found: SourceRecord[] = [];
	for (const { summary, relevance, context, pins } of candidates) {
		const read = known.find(({ uuid }) => uuid === summary.uuid);
		const record = read ?? (await recordOf(summary.uuid, place, ports));
		if (record !== undefined) found.push({ record, score: relevance.score, context, pins });
	}
	return found;
}

async function recordOf(uuid: string, place: Place, ports: Ports) {
	const session = parseSessionId(uuid, ports.sha256);
	const loaded = session && (await ports.records.read(place, session));
	return loaded?.kind === 'present' ? loaded.doc : undefined;
}

/** Characters: three records of ours hold less (D28). A longer text is not looked through, and not told. */
const LOOKED_THROUGH = 200_000;

async function restoreFacts(
	{ place, continuity, summaries, session, registry, own }: Viewpoint,
	{ facts, tasks }: Ranking,
	{ mode, ports }: Pick<RestoreFacts, 'mode'> & { readonly ports: Ports },
): Promise<RestoreFacts> {
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	const live = liveEntries(registry, ports).map(([key]) => key);
	return {
		now: facts.now,
		branch: place.branch,
		user: facts.user,
		unpinned: summaries
			.filter(({ user, channel }) => user === facts.user && channel === facts.channel)
			.flatMap(({ unpinned }) => unpinned ?? []),
		...{ mode, own, tasks, continuity },
		holdsSecret: (text) => text.length > LOOKED_THROUGH || holdsSecret(text),
		live: new Set(live.filter((key) => key !== session?.key)),
		documents: documentCounts(summaries.map(({ terms }) => terms)),
	};
}

/** Each inheritance choice with its numbers. */
function traceRestoration({ sources, dropped, insights, tasks }: Restoration, ports: Ports): void {
	if (ports.trace === undefined) return;
	for (const { key, score, pins } of sources) {
		ports.trace(`from ${key}: ${pins.length} pins, at score ${score.toFixed(4)}`);
	}
	for (const { insight, confidence, hours = 0 } of insights) {
		const after = `${confidence} after ${hours.toFixed(1)} h`;
		ports.trace(`insight ${insight.id}: ${insight.confidence} is ${after}`);
	}
	for (const { id, days } of tasks) ports.trace(`task ${id}: pending for ${days} days`);
	for (const { what, why } of dropped) ports.trace(`left out: ${what} (${why})`);
}
