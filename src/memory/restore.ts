import { KIND_OF, LISTS } from '../config/selection.ts';
import { compareTexts } from '../core/text/strings.ts';
import { DAY_MS, type Pin, type TaskSnapshot } from '../journal/work.ts';
import { isAllowed, type SourceRecord } from './choose-sources.ts';
import { cancelledNext, toldCodes } from './codes.ts';
import { decayed } from './decay.ts';
import { type Insight, isCandidate, isDoubted, type SessionRecord, TERMINAL } from './record.ts';
import {
	type Drop,
	type InheritedPin,
	lastSession,
	type Restoration,
	type RestoredInsight,
	type RestoredTask,
	type RestoreFacts,
} from './restoration.ts';
import { isPending, type Task } from './tasks.ts';
import { rankTopics } from './topics.ts';

/** Projects that are named. */
const MAX_PROJECTS = 10;
const HOUR = 3_600_000;

/**
 * What a session gets of chosen others (D18..D25), before it is put into words. The records stay as they are.
 *
 * @param sources newest first
 */
export function restore(sources: readonly SourceRecord[], facts: RestoreFacts): Restoration {
	const { mode, branch } = facts;
	const giving = sources.filter(({ context }) => context);
	// A session whose work is finished passes on what it learnt, and nothing of what it did, unless the user names it.
	const records = giving
		.map(({ record }) => record)
		.filter(({ closed }) => mode === 'explicit' || closed !== true);
	const here = records.filter((record) => mode === 'explicit' || record.branch === branch);
	const last = here.find((record) => !isNoted(record));
	const pins = pinsOf(sources, facts);
	const insights = insightsOf(giving, facts);
	const codes = codesOf(here);
	// That work in a folder was about that folder tells nothing; `proj:` names it.
	const projects = new Set(
		records.flatMap(({ active_projects: active, project }) =>
			active.filter((name) => name !== project),
		),
	);
	return {
		sources: sources.flatMap(({ record, score, context }) => {
			const own = pins.kept.filter(({ source }) => source === record).map(({ pin }) => pin);
			if (!context && own.length === 0) return [];
			const { key, uuid } = record;
			return [{ key, uuid, score, pins: own, ...noted(record) }];
		}),
		pins: pins.kept.map(({ pin, source }) => ({ ...pin, ...elsewhere(source, facts) })),
		insights: insights.kept.map(({ insight }) => insight),
		...tasksOf(
			records.flatMap(({ pending_tasks: pending }) => pending),
			facts,
		),
		projects: [...projects].slice(0, MAX_PROJECTS),
		topics: topicsOf(records, facts),
		codes: codes.kept,
		lastSession: last && lastSession(last),
		dropped: [...pins.dropped, ...insights.dropped, ...codes.dropped],
	};
}

/**
 * What a session gets back after its compaction (D19): its own pins, insights, tasks and codes, none of them faded, and
 * the insights it had inherited.
 *
 * @param inherited what `restore` makes of the sessions it took from, anew
 */
export function ownContext(
	record: SessionRecord,
	inherited: Restoration | undefined,
	facts: RestoreFacts,
): Restoration {
	// Nothing of its own has faded.
	const source = { record, score: 1, context: true, pins: 'all' as const };
	const own = restore([source], { ...facts, mode: 'explicit', own: [] });
	const ids = new Set(record.insights.map(({ id }) => id));
	return {
		...own,
		sources: [],
		pins: own.pins.map((pin) => record.pins.find(({ label }) => label === pin.label) ?? pin),
		insights: [
			...own.insights.map((one) => ({ ...one, confidence: one.insight.confidence })),
			...(inherited?.insights ?? []).filter(({ insight }) => !ids.has(insight.id)),
		],
		lastSession: undefined,
	};
}

/** Whether a person noted it in a terminal, for the next session. */
function isNoted({ channel }: SessionRecord): boolean {
	return channel === TERMINAL;
}

function noted(record: SessionRecord): { readonly isNoted?: true } {
	return isNoted(record) ? { isNoted: true } : {};
}

/** The branch of a source, where that is another one. */
function elsewhere({ branch }: SessionRecord, facts: RestoreFacts): { elsewhere?: string } {
	return branch === facts.branch ? {} : { elsewhere: branch };
}

/** Something that a source could pass on. */
interface Offer {
	readonly what: string;
	/** By which it is known as the same as another. */
	readonly marks: readonly string[];
	/** Why it is not passed on, whoever else offers it; and why not where it is the first. */
	readonly refused: Drop['why'] | undefined;
	readonly over: Drop['why'] | undefined;
	/** Nobody after it says the same, also where it is dropped. */
	readonly claims: boolean;
}

/** The offers that come in, each once. */
function sift<One extends Offer>(offers: readonly One[]) {
	const seen = new Set<string>();
	const dropped: Drop[] = [];
	const kept = offers.filter(({ what, marks, refused, over, claims }) => {
		const again = marks.some((mark) => seen.has(mark)) ? 'duplicate' : over;
		const why: Drop['why'] | undefined = refused ?? again;
		if (why === undefined || claims) for (const mark of marks) seen.add(mark);
		if (why !== undefined) dropped.push({ what, why });
		return why === undefined;
	});
	return { kept, dropped };
}

function dropForCap(offers: readonly Offer[]): Drop[] {
	return offers.map(({ what }) => ({ what, why: 'cap' }));
}

/** A pin with the source it came by. */
interface PinOffer extends Offer {
	readonly pin: InheritedPin;
	readonly source: SessionRecord;
}

/**
 * The pins of the sources that come in: each label and each text once, critical ones first, no more than the caps
 * (D23).
 *
 * @param sources newest first
 */
function pinsOf(sources: readonly SourceRecord[], facts: RestoreFacts) {
	const { own, mode, continuity } = facts;
	const offers = sources.flatMap(({ record, pins }) =>
		record.pins
			.filter(({ importance }) => isAllowed(pins, importance))
			.map((pin) => pinOffer(pin, record, facts)),
	);
	const { kept, dropped } = sift(offers);
	const isCritical = ({ pin }: PinOffer) => pin.importance === 'critical';
	const ordered = [...kept.filter(isCritical), ...kept.filter((one) => !isCritical(one))];
	const free = Math.max(0, continuity.pins.max - own.length);
	const room = mode === 'explicit' ? free : Math.min(continuity.pins.maxInherited, free);
	return {
		kept: ordered.slice(0, room),
		dropped: [...dropped, ...dropForCap(ordered.slice(room))],
	};
}

function pinOffer(one: Pin, source: SessionRecord, facts: RestoreFacts): PinOffer {
	const { own, mode, now, continuity } = facts;
	const { label, content, importance } = one;
	const origin = one.origin ?? { session: source.key, at: source.last_activity };
	const pin = { ...one, origin };
	// An ordinary pin ends with its origin: as long after it as sessions are looked back on.
	const isOrdinary = importance === 'standard' && !isNoted(source);
	const isOver = !(now - Date.parse(origin.at) <= continuity.lookbackDays * DAY_MS);
	return {
		...{ pin, source, what: `pin ${label}` },
		marks: [`label ${keyOf(label)}`, `content ${keyOf(content)}`],
		refused: own.some((mine) => keyOf(mine.label) === keyOf(label)) ? 'own_wins' : undefined,
		over: mode === 'auto' && isOver && isOrdinary ? 'expired' : undefined,
		claims: false,
	};
}

function keyOf(text: string): string {
	return text.trim().toLowerCase();
}

interface InsightOffer extends Offer {
	readonly insight: RestoredInsight;
	readonly record: SessionRecord;
}

/**
 * What the sources learned, with the confidence that time has left (D22): each once, what has faded left out,
 * the most confident of each kind first, no more of a kind than its cap.
 *
 * @param sources newest first
 */
function insightsOf(sources: readonly SourceRecord[], facts: RestoreFacts) {
	const offers = sources.flatMap(({ record }) =>
		record.insights.map((insight) => insightOffer(insight, record, facts)),
	);
	const found = sift(offers);
	const lists = LISTS.map((list) => {
		const most = facts.continuity.caps[list];
		const all = found.kept.filter(({ insight: one }) => one.insight.kind === KIND_OF[list]);
		all.sort(byConfidence);
		const kept = all.slice(0, most).map((one) => orOutdated(one, facts));
		return { kept, over: all.slice(most) };
	});
	return {
		kept: lists.flatMap(({ kept }) => kept),
		dropped: [...found.dropped, ...dropForCap(lists.flatMap(({ over }) => over))],
	};
}

/** Why it is left out; whoever asks for a session gets what has faded as well. */
function tooUnsure(insight: Insight, isKept: boolean): 'disputed' | 'faded' | undefined {
	if (isDoubted(insight)) return 'disputed';
	return isKept ? undefined : 'faded';
}

function insightOffer(insight: Insight, record: SessionRecord, facts: RestoreFacts): InsightOffer {
	const { kind, id, text } = insight;
	const hours = Math.max(0, (facts.now - Date.parse(record.last_activity)) / HOUR) || 0;
	const { confidence, kept } = decayed(insight.confidence, hours, facts.continuity.decay);
	const { today } = facts;
	const read = today?.isRead(text) === true ? 'read' : undefined;
	return {
		record,
		insight: {
			...{ insight, from: record.key, confidence, hours, ...elsewhere(record, facts) },
			...noted(record),
		},
		what: `${kind} ${id}`,
		marks: [`id ${id}`, `text ${keyOf(text)}`],
		refused: isCandidate(insight) ? 'unconfirmed' : read,
		over: tooUnsure(insight, kept || facts.mode === 'explicit'),
		claims: !isCandidate(insight),
	};
}

/** Asked of what is kept only: to find what an insight names takes longer than to leave it out. */
function orOutdated(offer: InsightOffer, { today }: RestoreFacts): InsightOffer {
	const outdated = today?.outdated(offer.insight.insight, offer.record) ?? '';
	return outdated === '' ? offer : { ...offer, insight: { ...offer.insight, outdated } };
}

function byConfidence({ insight: a }: InsightOffer, { insight: b }: InsightOffer): number {
	const byAge = compareTexts(b.insight.created_at, a.insight.created_at);
	return b.confidence - a.confidence || byAge;
}

/**
 * Tasks that still wait: the user's own of the branch, and those the sources had pending. One that
 * was ended or removed meanwhile is not told, nor what is left of a client's own list once sessions are
 * not looked back on so far; other tasks of that age are only counted. Last worked on first.
 *
 * @param snapshots the sources' pending tasks, newest source first
 */
function tasksOf(
	snapshots: readonly TaskSnapshot[],
	facts: RestoreFacts,
): Pick<Restoration, 'tasks' | 'olderTasks'> {
	const once = new Map(snapshots.toReversed().map((task) => [task.id, task]));
	const waiting: readonly (Task | TaskSnapshot)[] =
		facts.tasks?.filter((task) => isWaiting(task, once, facts)) ??
		snapshots.filter((task) => once.get(task.id) === task);
	const recent = waiting.filter((task) => facts.mode === 'explicit' || isRecent(task, facts));
	recent.sort((a, b) => compareTexts(b.last_activity, a.last_activity) || compareTexts(a.id, b.id));
	const tasks = recent.map(({ id, title, stage, status, last_activity: at }): RestoredTask => {
		return { id, title, stage: stage ?? status, days: Math.floor(daysSince(at, facts)) };
	});
	return { tasks, olderTasks: waiting.length - tasks.length };
}

function isWaiting(
	task: Task,
	asked: ReadonlyMap<string, TaskSnapshot>,
	facts: RestoreFacts,
): boolean {
	if (!isPending(task) || facts.live.has(task.session ?? '')) return false;
	if (asked.has(task.id)) return true;
	const isOwn = task.user === undefined || task.user === facts.user;
	const isKept = task.source === 'req' || isRecent(task, facts);
	return task.branch === facts.branch && isOwn && isKept;
}

function isRecent({ last_activity: at }: Task | TaskSnapshot, facts: RestoreFacts): boolean {
	return daysSince(at, facts) <= facts.continuity.lookbackDays;
}

function daysSince(at: string, { now }: RestoreFacts): number {
	return Math.max(0, (now - Date.parse(at)) / DAY_MS) || 0;
}

/** The sources' terms together, against all sessions (D28): what is everywhere tells nothing. */
function topicsOf(
	records: readonly SessionRecord[],
	{ documents, continuity }: RestoreFacts,
): readonly string[] {
	const counts = new Map<string, number>();
	for (const { terms, hot_topics: topics } of records) {
		// Where a record has lost its terms to its size (D28), its topics stand for them.
		const own = Object.entries(terms);
		const all = own.length > 0 ? own : topics.map((topic): [string, number] => [topic, 2]);
		for (const [term, count] of all) counts.set(term, (counts.get(term) ?? 0) + count);
	}
	return rankTopics(Object.fromEntries(counts), documents, continuity.topics);
}

/**
 * The codes of the sources' work on the branch, oldest session first; a session the user names gives them from
 * whichever branch.
 *
 * @param records newest first
 */
function codesOf(records: readonly SessionRecord[]) {
	const oldestFirst = records.toReversed();
	const dropped = cancelledNext(oldestFirst).map((line): Drop => {
		return { what: `code ${line}`, why: 'done' };
	});
	return { kept: toldCodes(oldestFirst), dropped };
}
