import type { Continuity } from '../../core/config/continuity.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf, type Registered } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { currentTerms } from '../../core/relevance/relevance.ts';
import {
	type Candidate,
	type ChoiceFacts,
	chooseSources,
} from '../../core/restore/choose-sources.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { type RecordSummary, summaryOf } from '../../core/session-record/record-summary.ts';
import type { Pin, SessionRecord } from '../../core/session-record/schema.ts';
import { isPending } from '../../core/task/pending.ts';
import type { Task } from '../../core/task/schema.ts';
import { tasksOf } from '../../core/task/tasks.ts';
import { named } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import { machineOf, readRegistry } from '../registering.ts';
import { CHANNEL } from './session-links.ts';
import { unfoldedRecords } from './unfolded-sessions.ts';

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

/** What earlier sessions there are, how relevant each is, and which are taken from. */
export interface Ranking {
	readonly facts: ChoiceFacts;
	/** Highest score first. */
	readonly candidates: readonly Candidate[];
	/** `tasks.json`; `undefined` where it cannot be read. */
	readonly tasks: readonly Task[] | undefined;
}

/** Finds and scores the sessions a start may take from. Writes nothing. */
export async function rankSessions(viewpoint: Viewpoint, ports: Ports): Promise<Ranking> {
	const { place, continuity, session, registry, summaries } = viewpoint;
	const tasks = await readTasks(place, ports);
	const pending = tasks?.filter(isPending);
	const here = pending?.filter(({ branch }) => branch === place.branch) ?? [];
	const facts = {
		now: ports.now(),
		branch: place.branch,
		self: session?.uuid,
		user: ports.host.user,
		channel: CHANNEL,
		live: new Set(liveEntries(registry, ports).map(([, { uuid }]) => uuid)),
		current: currentTerms([place.branch, ...here.map(({ title }) => title)]),
		pending: pending && new Set(pending.map(({ id }) => id)),
		continuity,
	};
	const candidates = chooseSources(summaries, facts);
	if (ports.trace !== undefined) candidates.map(candidateLine).forEach(ports.trace);
	return { facts, candidates, tasks };
}

/** The tasks of `tasks.json`; `undefined` where there is no list, or none that can be read. */
async function readTasks(place: Place, ports: Ports): Promise<readonly Task[] | undefined> {
	const loaded = await ports.tasks.read(place);
	return loaded.kind === 'present' ? tasksOf(loaded.doc) : undefined;
}

/** The sessions that are alive, wherever they are: none of them is a source (D25). */
export function liveEntries(registry: Registry, ports: Ports): readonly Registered[] {
	const machine = machineOf(ports);
	return entriesOf(registry).filter(([, entry]) => isAlive(entry, machine));
}

/** One scoring decision with its numbers. */
function candidateLine({ summary, hours, relevance, refused, context, pins }: Candidate): string {
	const { score, recency, overlap, tasks, lifted } = relevance;
	const parts = [
		`session ${named(summary.key)}`,
		`${hours.toFixed(1)} h old`,
		`score ${score.toFixed(4)}${lifted ? ' (lifted)' : ''}`,
		`recency ${recency.toFixed(4)}`,
		`overlap ${overlap.toFixed(4)}`,
		`tasks ${tasks.toFixed(2)}`,
		refused === undefined ? 'taken' : `not taken: ${refused}`,
		`context ${context ? 'yes' : 'no'}`,
		`pins ${pins}`,
	];
	return parts.join(', ');
}

/**
 * What a command looks back with, as a start would: from a session at work with its own pins, or from none.
 * Writes nothing.
 */
export async function viewpointNow(
	{ place, continuity, session }: Pick<Viewpoint, 'place' | 'continuity' | 'session'>,
	ports: Ports,
): Promise<Viewpoint> {
	const registry = await readRegistry(place, ports);
	const summaries = await summariesUpToDate({ place, continuity, registry }, ports);
	const record = session && (await ports.records.read(place, session));
	const pins = record?.kind === 'present' ? record.doc.pins : [];
	const own = pins.filter(({ origin }) => origin === undefined);
	return { place, continuity, session, own, registry, summaries, known: [] };
}

/** The summaries as they will be once a start has recovered what dead sessions left in their journals (D13). */
async function summariesUpToDate(
	{ place, continuity, registry }: Pick<Viewpoint, 'place' | 'continuity' | 'registry'>,
	ports: Ports,
): Promise<readonly RecordSummary[]> {
	const summaries = await ports.records.summaries(place, continuity.retentionDays);
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
