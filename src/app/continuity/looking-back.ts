import type { Continuity } from '../../core/config/continuity.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../../core/registry/schema.ts';
import { currentTerms } from '../../core/relevance/current-terms.ts';
import {
	type Candidate,
	type ChoiceFacts,
	chooseSources,
} from '../../core/restore/choose-sources.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Pin } from '../../core/session-record/schema.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';
import { isPending } from '../../core/task/pending.ts';
import type { Task } from '../../core/task/schema.ts';
import { tasksOf } from '../../core/task/tasks.ts';
import { named } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import { machineOf } from '../registering.ts';
import { CHANNEL } from './linking.ts';

/** Who looks back, and from where. */
export interface Looking {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined`: the next session, whoever that will be. */
	readonly session: Session | undefined;
	/** Pins it has made itself: they win. */
	readonly own: readonly Pin[];
	readonly registry: Registry;
	/** Rows of the index: `ports.records.summaries`. */
	readonly summaries: readonly RecordSummary[];
}

/** What earlier sessions there are, how relevant each is, and which are taken from. */
export interface Lookback {
	readonly facts: ChoiceFacts;
	/** Highest score first. */
	readonly candidates: readonly Candidate[];
	/** `tasks.json`; `undefined` where it cannot be read. */
	readonly tasks: readonly Task[] | undefined;
}

/** Finds and scores the sessions a start may take from (seed 002 FR-002, FR-006). Writes nothing. */
export async function lookBack(looking: Looking, ports: Ports): Promise<Lookback> {
	const { place, continuity, session, registry, summaries } = looking;
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
export function liveEntries(registry: Registry, ports: Ports): [string, RegistryEntry][] {
	const machine = machineOf(ports);
	return entriesOf(registry).filter(([, entry]) => isAlive(entry, machine));
}

/** One scoring decision with its numbers (S2-100). */
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
