import { KIND_OF, LISTS, type Selection, selects } from '../config/selection.ts';
import { compareTexts } from '../core/text/strings.ts';
import { DAY_MS, type Pin, type TaskSnapshot } from '../journal/work.ts';
import type { ChoiceFacts, Source } from './choose-sources.ts';
import type { NewEvent } from './events.ts';
import { type ChangedFile, type LastSession, lastSession } from './last-session.ts';
import { expiresAt, type Insight, isDoubted, type SessionRecord, TERMINAL } from './record.ts';
import { decayed } from './relevance.ts';
import { isPending, type Task } from './tasks.ts';
import { type DocumentCounts, rankTopics } from './topics.ts';

/** What is known when something is restored. */
export interface RestoreFacts
	extends Pick<ChoiceFacts, 'now' | 'branch' | 'self' | 'user' | 'continuity'> {
	/**
	 * `auto`: what comes by itself. `explicit`, `own`: the user named the source, or it is the session itself after its
	 * compaction. Then neither age nor the share of inherited pins counts (D22–D24).
	 */
	readonly mode: 'auto' | 'explicit' | 'own';
	/** Pins the session has already. They win on the label. */
	readonly own: readonly Pin[];
	/** The project's tasks; `undefined` if there is no list that can be read: then the snapshots count. */
	readonly tasks: readonly Task[] | undefined;
	/** Keys of other live sessions: what they work on waits for nobody. */
	readonly live: ReadonlySet<string>;
	/** In how many sessions each term occurs (D28). */
	readonly documents: DocumentCounts | undefined;
	/** Whether Claude Code puts a text before the model anyway. */
	readonly isRead: (text: string) => boolean;
	/** What became of the files that a lesson names: `outdatedText`. */
	readonly outdated: (insight: Insight) => string;
	/** Files that sessions changed and that differ from HEAD in this checkout now, the one changed last first. */
	readonly uncommitted: readonly ChangedFile[];
}

/** What a session gets of others, or after a compaction of itself, before it is put into words. */
export interface Restoration {
	/** The most recent, or the nearest, first. */
	readonly sources: readonly {
		readonly key: string;
		readonly uuid: string;
		readonly score: number;
		readonly expiresAt: string;
		/** A person noted it in a terminal: it is no session. */
		readonly isNoted: boolean;
		/** What came in of its pins: the `restore` line of the session that starts. */
		readonly pins: readonly (Pin & { readonly origin: { session: string; at: string } })[];
	}[];
	/** Critical ones first. */
	readonly pins: readonly (Pin & FromBranch)[];
	/** Warnings, decisions, learnings, patterns; of each kind the most confident first. */
	readonly insights: readonly RestoredInsight[];
	/** The one worked on last first; `days`: whole ones since then. */
	readonly tasks: readonly (FromBranch &
		Readonly<Record<'id' | 'title' | 'stage', string>> & { readonly days: number })[];
	readonly projects: readonly string[];
	readonly topics: readonly string[];
	/** The sessions whose work is shown, oldest first. */
	readonly work: readonly SessionRecord[];
	readonly lastSession: LastSession;
	readonly dropped: readonly Drop[];
}

interface FromBranch {
	/** The branch it is from, if that is another one. */
	readonly elsewhere?: string | undefined;
}

/** An insight as it is passed on: the stored one keeps its confidence (D22). */
export interface RestoredInsight extends FromBranch {
	readonly insight: Insight;
	/** Key of its session. */
	readonly from: string;
	/** What time has left of its confidence, 0–1. */
	readonly confidence: number;
	/** Since its session was last active; `undefined` if nothing of it has faded. */
	readonly hours?: number | undefined;
	/** What became of the files that it names: `outdatedText`. */
	readonly outdated?: string;
}

/** Something that is not passed on, and why: `warning i3f2a1b0c`. */
export interface Drop {
	readonly what: string;
	readonly why: keyof typeof REASONS;
}

/** Why something is not passed on, as `session preview` words it. */
export const REASONS = {
	faded: 'its confidence has faded',
	disputed: 'it was disputed',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	old: 'untouched for long: `req task list`',
	read: 'Claude Code reads it anyway',
} as const;

/**
 * What a session gets of chosen others, or after its compaction of itself (D18..D25), before it is put into words.
 * The records stay as they are.
 *
 * @param sources the most recent, or the nearest, first
 */
export function restore(sources: readonly Source[], facts: RestoreFacts): Restoration {
	const dropped: Drop[] = [];
	const records = sources.filter(({ context }) => context === 'all').map(({ record }) => record);
	const here = records.filter(({ branch }) => facts.mode !== 'auto' || branch === facts.branch);
	const last = here.find(({ key, uuid }) => key !== TERMINAL && uuid !== facts.self);
	const { live, uncommitted } = facts;
	// One that never ended and is not live has crashed (D13): a start has recorded that, a preview records nothing.
	const isOpen = last?.ended_at === null && !live.has(last.key);
	const isCrashed = last?.crash_recovered === true || isOpen;
	const pins = pinsOf(sources, facts, dropped);
	// That work in a project was about that project tells nothing.
	const projects = records.flatMap(({ active_projects: all, project }) =>
		all.filter((name) => name !== project),
	);
	return {
		sources: sources.flatMap(({ record, score, context }) => {
			const given = pins.filter(({ source }) => source === record).map(({ pin }) => pin);
			if (context === 'none' && given.length === 0) return [];
			const { key, uuid } = record;
			const expires = expiresAt(record, facts.continuity);
			return [{ key, uuid, score, expiresAt: expires, isNoted: key === TERMINAL, pins: given }];
		}),
		pins: pins.map(({ pin, source, branch }) => {
			// After a compaction the session's own pins come from nowhere else.
			const isOwn = source.uuid === facts.self && pin.origin.session === source.key;
			const origin = isOwn ? undefined : pin.origin;
			return { ...pin, origin, elsewhere: elsewhere(branch, facts) };
		}),
		insights: insightsOf(sources, facts, dropped),
		tasks: tasksOf(records, facts, dropped),
		projects: [...new Set(projects)],
		topics: topicsOf(records, facts),
		work: here.toReversed(),
		lastSession: last === undefined ? [] : lastSession(last, { uncommitted, isCrashed }),
		dropped,
	};
}

function elsewhere(branch: string | undefined, facts: RestoreFacts): string | undefined {
	return branch === facts.branch ? undefined : branch;
}

/** Something that a source could pass on. `why`: why it is not passed on. */
interface Offer extends Pick<Drop, 'what'> {
	readonly why: Drop['why'] | undefined;
	/** By which it is known as the same as another. */
	readonly marks: readonly string[];
}

/** The first so many of the offers that are passed on, each once; the others go to `dropped`. */
function pick<One extends Offer>(offers: readonly One[], most: number, dropped: Drop[]): One[] {
	const seen = new Set<string>();
	const picked: One[] = [];
	for (const offer of offers) {
		const keys = offer.marks.map((mark) => mark.trim().toLowerCase());
		const again = keys.some((key) => seen.has(key)) ? 'duplicate' : undefined;
		const why = offer.why ?? again ?? (picked.length < most ? undefined : 'cap');
		if (why === undefined) picked.push(offer);
		else dropped.push({ what: offer.what, why });
		if (offer.why === undefined) for (const key of keys) seen.add(key);
	}
	return picked;
}

/**
 * The pins of the sources: each label and each text once, critical ones first, no more than the caps (D23). An ordinary
 * pin ends with its origin: as long after it as sessions are looked back on.
 */
function pinsOf(sources: readonly Source[], facts: RestoreFacts, dropped: Drop[]) {
	const { own, mode, now, continuity } = facts;
	const labels = new Set(own.map(({ label }) => label.trim().toLowerCase()));
	const branches = new Map(sources.map(({ record }) => [record.key, record.branch]));
	// What was noted in terminals on several branches has one key.
	branches.delete(TERMINAL);
	const offers = sources.flatMap(({ record: source, pins }) => {
		const passed = source.pins.filter(({ importance }) => pins === 'all' || pins === importance);
		return passed.map((one) => {
			const { label, content, importance } = one;
			const origin = one.origin ?? { session: source.key, at: source.last_activity };
			const isRecent = now - Date.parse(origin.at) <= continuity.lookbackDays * DAY_MS;
			const holds = isRecent || importance === 'critical' || source.key === TERMINAL;
			const expired = holds || mode !== 'auto' ? undefined : ('expired' as const);
			const why = labels.has(label.trim().toLowerCase()) ? ('own_wins' as const) : expired;
			const marks = [`label ${label}`, `content ${content}`];
			const branch = branches.get(origin.session) ?? source.branch;
			return { what: `pin ${label}`, marks, why, pin: { ...one, origin }, source, branch };
		});
	});
	const isCritical = ({ pin }: (typeof offers)[number]) => pin.importance === 'critical';
	offers.sort((one, other) => Number(isCritical(other)) - Number(isCritical(one)));
	const free = Math.max(0, continuity.pins.max - own.length);
	const most = mode === 'auto' ? Math.min(continuity.pins.maxInherited, free) : free;
	return pick(offers, most, dropped);
}

const HOUR = 3_600_000;

/**
 * What the sources learned, with the confidence that time has left (D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap. Nothing of the session itself has faded.
 */
function insightsOf(sources: readonly Source[], facts: RestoreFacts, dropped: Drop[]) {
	const { now, self, continuity } = facts;
	const giving = sources.filter(({ context }) => context !== 'none').map(({ record }) => record);
	const offers = giving.flatMap((record) => {
		const age = Math.max(0, (now - Date.parse(record.last_activity)) / HOUR) || 0;
		const hours = record.uuid === self ? undefined : age;
		return record.insights.map((insight) => {
			const { kind, id, text } = insight;
			const { confidence, kept } = decayed(insight.confidence, hours ?? 0, continuity.decay);
			const marks = [`id ${id}`, `text ${text}`];
			const why = whyNot(insight, kept, facts);
			return { what: `${kind} ${id}`, marks, why, insight, record, confidence, hours };
		});
	});
	offers.sort((one, other) => {
		const byAge = compareTexts(other.insight.created_at, one.insight.created_at);
		return other.confidence - one.confidence || byAge;
	});
	const best = LISTS.flatMap((list) => {
		const all = offers.filter(({ insight }) => insight.kind === KIND_OF[list]);
		return pick(all, continuity.caps[list], dropped);
	});
	return best.map(({ insight, record, confidence, hours }) => ({
		insight,
		from: record.key,
		confidence,
		hours,
		elsewhere: elsewhere(record.branch, facts),
		outdated: facts.outdated(insight),
	}));
}

/** @param isSure time has left enough of it */
function whyNot(insight: Insight, isSure: boolean, facts: RestoreFacts): Drop['why'] | undefined {
	if (facts.isRead(insight.text)) return 'read';
	if (isDoubted(insight)) return 'disputed';
	return isSure || facts.mode !== 'auto' ? undefined : 'faded';
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
		return { id, title, stage, days, elsewhere: elsewhere(task.branch, facts) };
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
		insights: insights.filter(({ insight: { kind, id } }) => !left.has(`${kind} ${id}`)),
		tasks: tasks.filter(({ id }) => !left.has(`task ${id}`)),
	};
}

/** The restoration without the insights of lists that were not selected (D24); notes from a terminal always come. */
export function onlySelected(restoration: Restoration, select: Selection): Restoration {
	const kinds = LISTS.filter((list) => selects(select, list)).map((list) => KIND_OF[list]);
	const insights = restoration.insights.filter(
		({ insight, from }) => from === TERMINAL || kinds.some((kind) => kind === insight.kind),
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
	const sources = restoration.sources.filter(({ isNoted }) => !isNoted);
	const restored = {
		from_session_ids: sources.map(({ uuid }) => uuid),
		pins_inherited: restoration.sources.flatMap(({ pins }) => pins).length,
		relevance_scores: sources.map(({ score }) => score),
	};
	const faded = restoration.insights.flatMap(({ insight, confidence, hours }): NewEvent[] => {
		if (hours === undefined) return [];
		const scores = { original_score: insight.confidence, decayed_score: confidence };
		const data = { memory_id: insight.id, ...scores, hours_elapsed: hours };
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
