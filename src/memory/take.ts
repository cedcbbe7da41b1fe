import type { Ports } from '../app/ports.ts';
import type { Continuity } from '../config/settings.ts';
import type { Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import { compareTexts } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { DAY_MS, type Pin } from '../journal/work.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { liveEntries, liveIds, type Registry } from '../state/registry-kind.ts';
import {
	type Candidate,
	type ChoiceFacts,
	chooseSources,
	type SourceRecord,
	sourcesOf,
} from './choose-sources.ts';
import { learnedToday } from './learned-today.ts';
import { CHANNEL } from './links.ts';
import { withNotes } from './make-record.ts';
import { readNotes } from './notes.ts';
import { emptyRecord, type SessionRecord, TERMINAL } from './record.ts';
import { currentTerms } from './relevance.ts';
import type { LearnedToday, Restoration, RestoreFacts } from './restoration.ts';
import { ownContext, restore } from './restore.ts';
import { readSession, recentSessions } from './sessions.ts';
import { loadTasks } from './task-list.ts';
import { isPending, type Task, tasksOf } from './tasks.ts';
import { countDocuments } from './topics.ts';

/** Who looks back, and from where. */
export interface Viewpoint {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined`: the next session, whoever that will be. */
	readonly session: Session | undefined;
	/** Pins it has made itself: they win. */
	readonly own: readonly Pin[];
	readonly registry: Registry;
	/** Records of recent sessions, the latest activity first. */
	readonly records: readonly SessionRecord[];
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
	const loaded = await loadTasks(place, ports.context);
	return loaded.kind === 'present' ? tasksOf(loaded.doc) : undefined;
}

/** One scoring decision with its numbers. */
function candidateLine({ record, hours, relevance, refused, context, pins }: Candidate): string {
	const { score, recency, overlap, tasks, lifted } = relevance;
	return [
		`session ${named(record.key)}, ${hours.toFixed(1)} h old`,
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
	const records = recentSessions(place, continuity.retentionDays, ports);
	const { pins = [] } = readSession(place, session, ports) ?? {};
	const own = pins.filter(({ origin }) => origin === undefined);
	return { place, continuity, session, own, registry, records };
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
	/** What was noted in a terminal on the branch after an ISO time. */
	| { readonly kind: 'noted'; readonly since: string }
	/** The session's own after its compaction, with what it had taken from others (D19). */
	| { readonly kind: 'own'; readonly record: SessionRecord };

/** Takes what sessions have to give, and says how they were chosen, the highest score first. Writes nothing. */
export async function take(viewpoint: Viewpoint, from: From, ports: Ports) {
	const tasks = await readTasks(viewpoint.place, ports);
	const choice = choiceFacts(viewpoint, tasks, ports);
	const candidates = chooseSources(viewpoint.records, choice);
	if (ports.trace !== undefined) candidates.map(candidateLine).forEach(ports.trace);
	const sources = sourcesFrom(from, candidates, viewpoint, ports);
	const { registry, session, records } = viewpoint;
	const live = liveEntries(registry, machineOf(ports.context)).map(([key]) => key);
	const facts: RestoreFacts = {
		...{ ...choice, tasks, live: new Set(live.filter((key) => key !== session?.key)) },
		documents: countDocuments(records.map(({ terms }) => terms)),
		mode: from.kind === 'named' ? 'explicit' : 'auto',
		own: from.kind === 'own' ? from.record.pins : viewpoint.own,
		today: todayOf(sources, from, viewpoint, ports),
	};
	const restoration = restore(sources, facts);
	if (from.kind === 'own') {
		return { candidates, restoration: ownContext(from.record, restoration, facts) };
	}
	if (from.kind !== 'noted') traceRestoration(restoration, ports);
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
	return learnedToday(place, read);
}

function sourcesFrom(
	from: From,
	candidates: readonly Candidate[],
	viewpoint: Viewpoint,
	ports: Ports,
): SourceRecord[] {
	switch (from.kind) {
		case 'best': {
			const all = [...sourcesOf(candidates), ...notedSource('', viewpoint, ports)];
			return all.sort((one, other) =>
				compareTexts(other.record.last_activity, one.record.last_activity),
			);
		}
		case 'noted':
			return notedSource(from.since, viewpoint, ports);
		case 'named': {
			const noted = from.withNotes ? notedSource('', viewpoint, ports) : [];
			return [...namedSources(from.records, candidates), ...noted];
		}
		case 'own': {
			const { record } = from;
			const wasTold = record.restorations.some((one) => one.from === TERMINAL);
			const noted = wasTold ? notedSource('', viewpoint, ports) : [];
			return [...takenBefore(record, candidates), ...noted];
		}
		default:
			return from satisfies never;
	}
}

/** What was noted in a terminal on the branch since an ISO time and is open still, as if a session had said it. */
function notedSource(
	since: string,
	{ place, continuity }: Viewpoint,
	ports: Ports,
): SourceRecord[] {
	const { branch } = place;
	const { user } = ports.host;
	const oldest = ports.now() - continuity.lookbackDays * DAY_MS;
	const notes = readNotes(place)
		.all.filter((note) => note.session === undefined && !note.isTeams && note.ended === undefined)
		.filter((note) => note.branch === branch && note.user === user)
		.filter(({ at }) => at > since && Date.parse(at) >= oldest);
	const times = notes.map(({ at }) => at).sort();
	const [first, last] = [times[0], times.at(-1)];
	if (first === undefined || last === undefined) return [];
	const record: SessionRecord = {
		...emptyRecord({ key: TERMINAL, uuid: TERMINAL }),
		user,
		channel: TERMINAL,
		branch,
		started_at: first,
		last_activity: last,
	};
	const all = notes.map((note) => ({ ...note, session: TERMINAL }));
	const noted = withNotes(record, { all, verdicts: [] });
	return [{ record: noted, score: 1, context: true, pins: 'all' }];
}

/** Only the nearest gives its pins. */
function namedSources(records: readonly SessionRecord[], candidates: readonly Candidate[]) {
	return records.map((record, index): SourceRecord => {
		const ranked = candidates.find((one) => one.record.uuid === record.uuid);
		const score = ranked?.relevance.score ?? 0;
		return { record, score, context: true, pins: index === 0 ? 'all' : 'none' };
	});
}

/** Those that a session took from by itself: what was inherited on somebody's word is in its bundle. */
function takenBefore(record: SessionRecord, candidates: readonly Candidate[]): SourceRecord[] {
	const holding = holdingRestorations(record).filter(({ from }) => from !== record.inherited?.from);
	const keys = new Set(holding.map(({ from }) => from));
	return candidates
		.filter((one) => keys.has(one.record.key))
		.map(({ record: source, relevance }) => {
			return { record: source, score: relevance.score, context: true, pins: 'none' };
		});
}

/** One that the user asked for has taken the place of those before it (D24). */
function holdingRestorations({ restorations }: SessionRecord): SessionRecord['restorations'] {
	const asked = restorations.findLastIndex(({ mode }) => mode === 'explicit');
	return restorations.slice(Math.max(asked, 0));
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
