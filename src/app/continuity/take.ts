import type { Continuity } from '../../config/settings.ts';
import { currentTerms } from '../../core/relevance/relevance.ts';
import {
	type Candidate,
	type ChoiceFacts,
	chooseSources,
	type SourceRecord,
	sourcesOf,
} from '../../core/restore/choose-sources.ts';
import type { LearnedToday, Restoration, RestoreFacts } from '../../core/restore/restoration.ts';
import { ownContext, restore } from '../../core/restore/restore.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { type RecordSummary, summaryOf } from '../../core/session-record/record-summary.ts';
import type { Pin, SessionRecord } from '../../core/session-record/schema.ts';
import { isPending, type Task, tasksOf } from '../../core/task/tasks.ts';
import { named } from '../../core/text/one-line.ts';
import type { Place } from '../../git/place.ts';
import { countDocuments } from '../../memory/topics.ts';
import { holdsSecret } from '../../secrets/redact.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { liveEntries, liveIds, type Registry } from '../../state/registry-kind.ts';
import type { Ports } from '../ports.ts';
import { learnedToday } from './learned-today.ts';
import { CHANNEL, recordOf, unfoldedRecords } from './records.ts';

/** Who looks back, and from where. */
export interface Viewpoint {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined`: the next session, whoever that will be. */
	readonly session: Session | undefined;
	/** Pins it has made itself: they win. */
	readonly own: readonly Pin[];
	readonly registry: Registry;
	/** Rows of the index: `ports.records.summaries`. */
	readonly summaries: readonly RecordSummary[];
	/** Records that were read already: each has up to 50 kB to parse. */
	readonly known: readonly SessionRecord[];
}

/** Who looks back, as the choice of sessions asks for it. */
function choiceFacts(
	{ place, continuity, session, registry }: Viewpoint,
	tasks: readonly Task[] | undefined,
	ports: Ports,
): ChoiceFacts {
	const pending = tasks?.filter(isPending);
	const here = pending?.filter(({ branch }) => branch === place.branch) ?? [];
	return {
		now: ports.now(),
		branch: place.branch,
		self: session?.uuid,
		user: ports.host.user,
		channel: CHANNEL,
		// None that runs is a source by itself (D25).
		live: liveIds(registry, machineOf(ports.context)),
		current: currentTerms([place.branch, ...here.map(({ title }) => title)]),
		pending: pending && new Set(pending.map(({ id }) => id)),
		continuity,
	};
}

/** The tasks of `tasks.json`; `undefined` where there is no list, or none that can be read. */
async function readTasks(place: Place, ports: Ports): Promise<readonly Task[] | undefined> {
	const loaded = await ports.tasks.read(place);
	return loaded.kind === 'present' ? tasksOf(loaded.doc) : undefined;
}

/** One scoring decision with its numbers. */
function candidateLine({ summary, hours, relevance, refused, context, pins }: Candidate): string {
	const { score, recency, overlap, tasks, lifted } = relevance;
	return [
		`session ${named(summary.key)}, ${hours.toFixed(1)} h old`,
		`score ${score.toFixed(4)}${lifted ? ' (lifted)' : ''}, recency ${recency.toFixed(4)}`,
		`overlap ${overlap.toFixed(4)}, tasks ${tasks.toFixed(2)}`,
		refused === undefined ? 'taken' : `not taken: ${refused}`,
		`context ${context ? 'yes' : 'no'}, pins ${pins}`,
	].join(', ');
}

/**
 * What a command looks back with, as a start would: from a session at work with its own pins, or from none.
 * Writes nothing.
 */
export async function viewpointNow(
	{ place, continuity, session }: Pick<Viewpoint, 'place' | 'continuity' | 'session'>,
	ports: Ports,
): Promise<Viewpoint> {
	const registry = readRegistry(ports.context);
	const summaries = await summariesUpToDate({ place, continuity, registry }, ports);
	const { pins = [] } = (await recordOf(session, place, ports)) ?? {};
	const own = pins.filter(({ origin }) => origin === undefined);
	return { place, continuity, session, own, registry, summaries, known: [] };
}

/** The summaries as they will be once a start has recovered what dead sessions left in their journals (D13). */
async function summariesUpToDate(
	{ place, continuity, registry }: Pick<Viewpoint, 'place' | 'continuity' | 'registry'>,
	ports: Ports,
): Promise<readonly RecordSummary[]> {
	const summaries = await ports.records.summaries(place, continuity.retentionDays);
	const live = liveIds(registry, machineOf(ports.context));
	const behind = summaries.filter(({ isBehind, uuid }) => isBehind && !live.has(uuid));
	const found = new Map(summaries.map((one) => [one.uuid, one]));
	for (const { uuid } of behind) {
		const record = await recordOf(parseSessionId(uuid, ports.sha256), place, ports);
		if (record !== undefined) found.set(uuid, summaryOf(record, false));
	}
	for (const record of await unfoldedRecords(place, ports)) {
		found.set(record.uuid, summaryOf(record, false));
	}
	return [...found.values()].sort((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1));
}

/** Whose knowledge is taken. */
type From =
	/** The best earlier sessions'. */
	| { readonly kind: 'best' }
	/** Of sessions that the user named, nearest first, at any age and score; `withNotes`: and what waits (D22–D25). */
	| {
			readonly kind: 'named';
			readonly records: readonly SessionRecord[];
			readonly withNotes: boolean;
	  }
	/** What was noted in a terminal for the next session of the branch. */
	| { readonly kind: 'waiting' }
	/** The session's own after its compaction, with what it had taken from others (D19). */
	| { readonly kind: 'own'; readonly record: SessionRecord };

/** Takes what sessions have to give, and says how they were chosen, the highest score first. Writes nothing. */
export async function take(viewpoint: Viewpoint, from: From, ports: Ports) {
	const tasks = await readTasks(viewpoint.place, ports);
	const choice = choiceFacts(viewpoint, tasks, ports);
	const candidates = chooseSources(viewpoint.summaries, choice);
	if (ports.trace !== undefined) candidates.map(candidateLine).forEach(ports.trace);
	const sources = await sourcesFrom(from, candidates, viewpoint, ports);
	const { registry, session, summaries } = viewpoint;
	const live = liveEntries(registry, machineOf(ports.context)).map(([key]) => key);
	const facts: RestoreFacts = {
		...{ ...choice, tasks, live: new Set(live.filter((key) => key !== session?.key)) },
		unpinned: summaries
			.filter(({ user, channel }) => user === choice.user && channel === choice.channel)
			.flatMap(({ unpinned }) => unpinned ?? []),
		documents: countDocuments(summaries.map(({ terms }) => terms)),
		mode: from.kind === 'named' ? 'explicit' : 'auto',
		own: from.kind === 'own' ? from.record.pins : viewpoint.own,
		holdsSecret: (text) => text.length > LOOKED_THROUGH || holdsSecret(text),
		today: todayOf(sources, from, viewpoint, ports),
	};
	const restoration = restore(sources, facts);
	if (from.kind === 'own') {
		return { candidates, restoration: ownContext(from.record, restoration, facts) };
	}
	if (from.kind !== 'waiting') traceRestoration(restoration, ports);
	return { candidates, restoration };
}

/** `undefined` if nothing was learned. Lessons of a session that the user named are shown even if CLAUDE.md has them. */
function todayOf(
	sources: readonly SourceRecord[],
	from: From,
	{ place }: Viewpoint,
	ports: Ports,
): LearnedToday | undefined {
	const own = from.kind === 'own' ? [from] : [];
	if ([...sources, ...own].every(({ record }) => record.insights.length === 0)) return undefined;
	const read = from.kind === 'named' ? [] : ports.clientMemory(place);
	return learnedToday(place, read, ports);
}

async function sourcesFrom(
	from: From,
	candidates: readonly Candidate[],
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<SourceRecord[]> {
	const waiting = candidates.filter(({ summary, context }) => summary.waits === true && context);
	switch (from.kind) {
		case 'best':
			return recordsOf(sourcesOf(candidates), viewpoint, ports);
		case 'waiting':
			return recordsOf(waiting, viewpoint, ports);
		case 'named': {
			const notes = from.withNotes ? await recordsOf(waiting, viewpoint, ports) : [];
			return [...namedSources(from.records, candidates), ...notes];
		}
		case 'own':
			return recordsOf(takenBefore(from.record, candidates), viewpoint, ports);
		default:
			return from satisfies never;
	}
}

/** Only the nearest gives its pins. */
function namedSources(records: readonly SessionRecord[], candidates: readonly Candidate[]) {
	return records.map((record, index): SourceRecord => {
		const ranked = candidates.find(({ summary }) => summary.uuid === record.uuid);
		const score = ranked?.relevance.score ?? 0;
		return { record, score, context: true, pins: index === 0 ? 'all' : 'none' };
	});
}

/** Those that a session took from by itself: what was inherited on somebody's word is in its bundle. */
function takenBefore(record: SessionRecord, candidates: readonly Candidate[]): Candidate[] {
	const holding = holdingRestorations(record).filter(({ from }) => from !== record.inherited?.from);
	const keys = new Set(holding.map(({ from }) => from));
	return candidates
		.filter(({ summary }) => keys.has(summary.key))
		.map((one) => ({ ...one, context: true, pins: 'none' }));
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
		const session = parseSessionId(summary.uuid, ports.sha256);
		const record = read ?? (await recordOf(session, place, ports));
		if (record !== undefined) found.push({ record, score: relevance.score, context, pins });
	}
	return found;
}

/** Characters: three records of ours hold less (D28). A longer text is not looked through, and not told. */
const LOOKED_THROUGH = 200_000;

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
