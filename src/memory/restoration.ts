import { KIND_OF, LISTS, type Selection, selects } from '../config/selection.ts';
import { DAY_MS, type TaskSnapshot } from '../journal/work.ts';
import { compareTexts } from '../text/strings.ts';
import { type ChosenNotes, chooseNotes, type Drop, type NoteFacts } from './choose-notes.ts';
import type { Source } from './choose-sources.ts';
import type { NewEvent } from './events.ts';
import { type ChangedFile, type LastSession, lastSession } from './last-session.ts';
import { expiresAt, type SessionRecord } from './record.ts';
import { isPending, type Task } from './tasks.ts';
import { type DocumentCounts, rankTopics } from './topics.ts';

/** What is known when something is restored. */
export interface RestoreFacts extends NoteFacts {
	/** The project's tasks; `undefined` if there is no list that can be read: then the snapshots count. */
	readonly tasks: readonly Task[] | undefined;
	/** Keys of other live sessions: what they work on waits for nobody. */
	readonly live: ReadonlySet<string>;
	/** In how many sessions each term occurs (D28). */
	readonly documents: DocumentCounts | undefined;
	/** Files that sessions changed and that differ from HEAD in this checkout now, the one changed last first. */
	readonly uncommitted: readonly ChangedFile[];
}

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration extends ChosenNotes {
	/** The most recent, or the nearest, first. */
	readonly sources: readonly {
		readonly key: string;
		readonly uuid: string;
		readonly score: number;
		readonly expiresAt: string;
		/** Ids of what came in of its pins: the `restore` line of the session that starts. */
		readonly pins: readonly string[];
	}[];
	/** The one worked on last first; `days`: whole ones since then. `elsewhere`: its branch, if that is another one. */
	readonly tasks: readonly (Readonly<Record<'id' | 'title' | 'stage', string>> & {
		readonly days: number;
		readonly elsewhere?: string | undefined;
	})[];
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	/** The sessions whose work is shown, oldest first. */
	readonly work: readonly SessionRecord[];
	readonly lastSession: LastSession;
}

/**
 * What a session gets of chosen others, or after its compaction of itself (D18..D25), before it is put into words.
 * The records stay as they are.
 *
 * @param sources the most recent, or the nearest, first
 */
export function restore(sources: readonly Source[], facts: RestoreFacts): Restoration {
	const records = sources.filter(({ context }) => context === 'all').map(({ record }) => record);
	const here = records.filter(({ branch }) => facts.mode !== 'auto' || branch === facts.branch);
	const last = here.find(({ uuid }) => uuid !== facts.self);
	const { live, uncommitted } = facts;
	// One that never ended and is not live has crashed (D13): a start has recorded that, a preview records nothing.
	const isOpen = last?.ended_at === null && !live.has(last.key);
	const isCrashed = last?.crash_recovered === true || isOpen;
	const notes = chooseNotes(sources, facts);
	const dropped = [...notes.dropped];
	// That work in a project was about that project tells nothing.
	const projects = records.flatMap(({ active_projects: all, project }) =>
		all.filter((name) => name !== project),
	);
	return {
		...notes,
		sources: sources.flatMap(({ record, score, context }) => {
			const { key, uuid } = record;
			const given = notes.pins.filter(({ giver }) => giver === uuid);
			if (context === 'none' && given.length === 0) return [];
			const pins = given.map(({ note }) => note.id);
			return [{ key, uuid, score, expiresAt: expiresAt(record, facts.continuity), pins }];
		}),
		tasks: tasksOf(records, facts, dropped),
		projects: [...new Set(projects)],
		topics: topicsOf(records, facts),
		work: here.toReversed(),
		lastSession: last === undefined ? [] : lastSession(last, { uncommitted, isCrashed }),
		dropped,
	};
}

/**
 * Tasks that still wait: the user's own of the branch, and those the sources had pending; not what was ended or removed
 * meanwhile, nor what an old session left on the client's own list. Those that nobody has touched for as long as
 * sessions are looked back on are only counted, unless the user named the source.
 */
function tasksOf(records: readonly SessionRecord[], facts: RestoreFacts, dropped: Drop[]) {
	const { mode, now, branch, user, live, continuity } = facts;
	const daysOf = ({ last_activity: at }: TaskSnapshot) =>
		Math.max(0, (now - Date.parse(at)) / DAY_MS) || 0;
	const isRecent = (task: TaskSnapshot) => daysOf(task) <= continuity.lookbackDays;
	const snapshots = records.toReversed().flatMap(({ pending_tasks: pending }) => pending);
	const asked = new Map(snapshots.map((task) => [task.id, task]));
	const isOwn = (task: Task) =>
		task.branch === branch &&
		(task.user ?? user) === user &&
		(task.source === 'req' || isRecent(task));
	const listed = facts.tasks?.filter((task) => isPending(task) && !live.has(task.session ?? ''));
	const waiting: readonly TaskSnapshot[] = listed?.filter(
		(task) => asked.has(task.id) || isOwn(task),
	) ?? [...asked.values()];
	const told = waiting.filter((task) => mode !== 'auto' || isRecent(task));
	const old = waiting.filter((task) => !told.includes(task));
	dropped.push(...old.map(({ id }): Drop => ({ what: `task ${id}`, why: 'old' })));
	told.sort((a, b) => compareTexts(b.last_activity, a.last_activity) || compareTexts(a.id, b.id));
	return told.map((task) => {
		const { id, title, status, stage = status } = task;
		const days = Math.floor(daysOf(task));
		return { id, title, stage, days, elsewhere: task.branch === branch ? undefined : task.branch };
	});
}

/** The sources' terms together, against all sessions (D28): what is everywhere tells nothing. */
function topicsOf(records: readonly SessionRecord[], { documents, continuity }: RestoreFacts) {
	const counts = new Map<string, number>();
	for (const { terms, hot_topics: topics } of records) {
		// Of a record that has lost its terms to its size (D28), the topics are left.
		const own = Object.entries(terms);
		const all = own.length > 0 ? own : topics.map((topic): [string, number] => [topic, 2]);
		for (const [term, count] of all) counts.set(term, (counts.get(term) ?? 0) + count);
	}
	return rankTopics(Object.fromEntries(counts), documents, continuity.topics);
}

/** The restoration without the insights and tasks that were left out of the text. */
export function onlyTold(restoration: Restoration, dropped: readonly Drop[]): Restoration {
	const left = new Set(dropped.map(({ what }) => what));
	const { insights, tasks } = restoration;
	return {
		...restoration,
		insights: insights.filter(({ note: { kind, id } }) => !left.has(`${kind} ${id}`)),
		tasks: tasks.filter(({ id }) => !left.has(`task ${id}`)),
	};
}

/** The restoration without the insights of lists that were not selected (D24); notes from a terminal always come. */
export function onlySelected(restoration: Restoration, select: Selection): Restoration {
	const kinds = LISTS.filter((list) => selects(select, list)).map((list) => KIND_OF[list]);
	const insights = restoration.insights.filter(
		({ note, from }) => from === undefined || kinds.some((kind) => kind === note.kind),
	);
	return { ...restoration, insights };
}

/** One start has no more to say of each: the events must not grow with the lists. */
const MOST_EVENTS = 25;

/**
 * What a start that told a restoration did, as events.
 *
 * @param session full id of the session that starts
 */
export function restoredEvents(restoration: Restoration, session: string): readonly NewEvent[] {
	const { sources, pins } = restoration;
	const restored = {
		from_session_ids: sources.map(({ uuid }) => uuid),
		pins_inherited: pins.length,
		relevance_scores: sources.map(({ score }) => score),
	};
	const faded = restoration.insights.flatMap(({ note, confidence, hours }): NewEvent[] => {
		if (hours === undefined) return [];
		const scores = { original_score: note.confidence, decayed_score: confidence };
		const data = { memory_id: note.id, ...scores, hours_elapsed: hours };
		return [{ name: 'confidence_decay_applied', session, data }];
	});
	const surfaced = restoration.tasks.map(({ id, days }): NewEvent => {
		return { name: 'pending_task_surfaced', session, data: { task_id: id, days_pending: days } };
	});
	return [
		...sources
			.slice(0, 1)
			.map((): NewEvent => ({ name: 'session_restored', session, data: restored })),
		...faded.slice(0, MOST_EVENTS),
		...surfaced.slice(0, MOST_EVENTS),
	];
}
