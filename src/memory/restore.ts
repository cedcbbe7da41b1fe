import { KIND_OF, LISTS } from '../config/selection.ts';
import { compareTexts } from '../core/text/strings.ts';
import { DAY_MS, type Pin, type TaskSnapshot } from '../journal/work.ts';
import type { ChoiceFacts, Source } from './choose-sources.ts';
import { codeSections } from './codes.ts';
import { lastSession } from './last-session.ts';
import { type Insight, isCandidate, isDoubted, type SessionRecord, TERMINAL } from './record.ts';
import { decayed } from './relevance.ts';
import type { Drop, Restoration } from './restoration.ts';
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
	/** `may be outdated: …`, if a file that an insight names is gone; else empty. */
	readonly outdated: (insight: Insight, record: SessionRecord) => string;
	/** Whether a file differs from HEAD in this checkout now. */
	readonly isUncommitted: (path: string) => boolean;
}

const HOUR = 3_600_000;

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
	const pins = pinsOf(sources, facts, dropped);
	return {
		sources: sources.flatMap(({ record, score, context }) => {
			const given = pins.filter(({ source }) => source === record).map(({ pin }) => pin);
			const { key, uuid, expires_at: expiresAt } = record;
			const isNoted = key === TERMINAL;
			const isUsed = context !== 'none' || given.length > 0;
			return isUsed ? [{ key, uuid, score, expiresAt, isNoted, pins: given }] : [];
		}),
		pins: pins.map(({ pin, source, branch }) => {
			// After a compaction the session's own pins come from nowhere else.
			const isOwn = source.uuid === facts.self && pin.origin.session === source.key;
			const origin = isOwn ? undefined : pin.origin;
			return { ...pin, origin, elsewhere: elsewhere(branch, facts) };
		}),
		insights: insightsOf(sources, facts, dropped),
		tasks: tasksOf(records, facts, dropped),
		// That work in a project was about that project tells nothing.
		projects: [
			...new Set(
				records.flatMap(({ active_projects: all, project }) =>
					all.filter((name) => name !== project),
				),
			),
		],
		topics: topicsOf(records, facts),
		codes: codeSections(here.toReversed()),
		lastSession: last && lastSession(last, facts.isUncommitted),
		dropped,
	};
}

function elsewhere(branch: string | undefined, facts: RestoreFacts): string | undefined {
	return branch === facts.branch ? undefined : branch;
}

/** Something that a source could pass on. */
interface Offer {
	readonly what: string;
	/** By which it is known as the same as another. */
	readonly marks: readonly string[];
	/** Why it is not passed on. */
	readonly why: Drop['why'] | undefined;
}

/** The offers that are passed on, each once; the others go to `dropped`. */
function sift<One extends Offer>(offers: readonly One[], dropped: Drop[]): One[] {
	const seen = new Set<string>();
	return offers.filter(({ what, marks, why }) => {
		const keys = marks.map((mark) => mark.trim().toLowerCase());
		const reason = why ?? (keys.some((key) => seen.has(key)) ? 'duplicate' : undefined);
		if (reason !== undefined) dropped.push({ what, why: reason });
		else for (const key of keys) seen.add(key);
		return reason === undefined;
	});
}

/** The first so many; the others go to `dropped`. */
function capped<One extends Offer>(offers: readonly One[], most: number, dropped: Drop[]): One[] {
	for (const { what } of offers.slice(most)) dropped.push({ what, why: 'cap' });
	return offers.slice(0, most);
}

/**
 * The pins of the sources: each label and each text once, critical ones first, no more than the caps (D23). An ordinary
 * pin ends with its origin: as long after it as sessions are looked back on.
 */
function pinsOf(sources: readonly Source[], facts: RestoreFacts, dropped: Drop[]) {
	const { own, mode, now, continuity } = facts;
	const labels = new Set(own.map(({ label }) => label.trim().toLowerCase()));
	const branches = new Map(sources.map(({ record }) => [record.key, record.branch]));
	const offers = sources.flatMap(({ record: source, pins }) => {
		const passed = source.pins.filter(({ importance }) => pins === 'all' || pins === importance);
		return passed.map((one) => {
			const { label, content, importance } = one;
			const origin = one.origin ?? { session: source.key, at: source.last_activity };
			const isRecent = now - Date.parse(origin.at) <= continuity.lookbackDays * DAY_MS;
			const holds = isRecent || mode !== 'auto' || importance === 'critical';
			const why = holds || source.key === TERMINAL ? undefined : ('expired' as const);
			return {
				what: `pin ${label}`,
				marks: [`label ${label}`, `content ${content}`],
				why: labels.has(label.trim().toLowerCase()) ? ('own_wins' as const) : why,
				pin: { ...one, origin },
				source,
				branch: branches.get(origin.session) ?? source.branch,
			};
		});
	});
	const kept = sift(offers, dropped);
	const isCritical = ({ pin }: (typeof kept)[number]) => pin.importance === 'critical';
	const ordered = [...kept.filter(isCritical), ...kept.filter((one) => !isCritical(one))];
	const free = Math.max(0, continuity.pins.max - own.length);
	const most = mode === 'auto' ? Math.min(continuity.pins.maxInherited, free) : free;
	return capped(ordered, most, dropped);
}

/**
 * What the sources learned, with the confidence that time has left (D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap. Nothing of the session itself has faded.
 */
function insightsOf(sources: readonly Source[], facts: RestoreFacts, dropped: Drop[]) {
	const { now, self, continuity } = facts;
	const giving = sources.filter(({ context }) => context !== 'none').map(({ record }) => record);
	const offers = giving.flatMap((record) => {
		const age = record.uuid === self ? undefined : (now - Date.parse(record.last_activity)) / HOUR;
		const hours = age === undefined ? undefined : Math.max(0, age) || 0;
		return record.insights.map((insight) => {
			const { kind, id, text } = insight;
			const { confidence, kept } = decayed(insight.confidence, hours ?? 0, continuity.decay);
			const marks = [`id ${id}`, `text ${text}`];
			const why = whyNot(insight, kept, facts);
			return { what: `${kind} ${id}`, marks, why, insight, record, confidence, hours };
		});
	});
	const known = sift(offers, dropped);
	const best = LISTS.flatMap((list) => {
		const all = known.filter(({ insight }) => insight.kind === KIND_OF[list]);
		all.sort((one, other) => {
			const byAge = compareTexts(other.insight.created_at, one.insight.created_at);
			return other.confidence - one.confidence || byAge;
		});
		return capped(all, continuity.caps[list], dropped);
	});
	return best.map(({ insight, record, confidence, hours }) => ({
		insight,
		from: record.key,
		confidence,
		hours,
		elsewhere: elsewhere(record.branch, facts),
		outdated: facts.outdated(insight, record),
	}));
}

/** @param isSure time has left enough of it */
function whyNot(insight: Insight, isSure: boolean, facts: RestoreFacts): Drop['why'] | undefined {
	if (isCandidate(insight)) return 'unconfirmed';
	if (facts.isRead(insight.text)) return 'read';
	if (isDoubted(insight)) return 'disputed';
	return isSure || facts.mode !== 'auto' ? undefined : 'faded';
}

/**
 * Tasks that still wait: the user's own of the branch, and those the sources had pending; not what was ended or removed
 * meanwhile, nor what an old session left on the client's own list. Those that nobody has touched for as long as
 * sessions are looked back on find no room, unless the user named the source.
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
	dropped.push(...old.map(({ id }): Drop => ({ what: `task ${id}`, why: 'room' })));
	told.sort((a, b) => compareTexts(b.last_activity, a.last_activity) || compareTexts(a.id, b.id));
	return told.map((task) => {
		const { id, title, status, stage = status } = task;
		const days = Math.floor(daysOf(task));
		return { id, title, stage, days, elsewhere: elsewhere(task.branch, facts) };
	});
}

/** The sources' terms together, against all sessions (D28): what is everywhere tells nothing. */
function topicsOf(
	records: readonly SessionRecord[],
	{ documents, continuity }: RestoreFacts,
): readonly string[] {
	const counts = new Map<string, number>();
	for (const { terms, hot_topics: topics } of records) {
		// Of a record that has lost its terms to its size (D28), the topics are left.
		const own = Object.entries(terms);
		const all = own.length > 0 ? own : topics.map((topic): [string, number] => [topic, 2]);
		for (const [term, count] of all) counts.set(term, (counts.get(term) ?? 0) + count);
	}
	return rankTopics(Object.fromEntries(counts), documents, continuity.topics);
}
