import type { Continuity } from '../config/settings.ts';
import type { Importance } from '../journal/work.ts';
import { isOfFuture } from '../state/registry-kind.ts';
import { hasWork, type SessionRecord } from './record.ts';
import { type Relevance, relevanceOf, topicOverlap } from './relevance.ts';

/** Who asks, when and where. */
export interface ChoiceFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly branch: string;
	/** Full id of the session that starts; `undefined` for a preview. */
	readonly self: string | undefined;
	/** Sessions and tasks of others are theirs. */
	readonly user: string;
	readonly channel: string;
	/** Full ids of live sessions: never a source (D25). */
	readonly live: ReadonlySet<string>;
	/** `currentTerms`. */
	readonly current: ReadonlySet<string>;
	/** Ids of the tasks that are still pending; `undefined` if the list cannot be read. */
	readonly pending: ReadonlySet<string> | undefined;
	readonly continuity: Continuity;
}

/** A session as the choice saw it: what `session preview` and the debug lines show. */
export interface Candidate {
	readonly record: SessionRecord;
	readonly hours: number;
	readonly relevance: Relevance;
	readonly refused: Refusal | undefined;
	/** Its tasks, topics, projects, insights and codes come in. */
	readonly context: boolean;
	/** Which of its pins come in: ordinary ones need their branch, critical ones do not (D20, D23). */
	readonly pins: 'all' | 'critical' | 'none';
}

/** Why a session is no source: of those that hold the first. */
const REFUSALS = [
	{ why: 'self', holds: ({ record }, { self }) => record.uuid === self },
	{ why: 'live', holds: ({ record }, { live }) => live.has(record.uuid) },
	{ why: 'other_user', holds: ({ record }, { user }) => record.user !== user },
	{ why: 'other_channel', holds: ({ record }, { channel }) => record.channel !== channel },
	{
		why: 'too_old',
		holds: ({ record, hours }, { now, continuity }) =>
			(hours === 0 && isOfFuture(record.last_activity, now)) ||
			!(hours <= continuity.lookbackDays * 24),
	},
	{ why: 'no_work', holds: ({ record }) => !hasWork(record) && record.pins.length === 0 },
	{
		why: 'below_threshold',
		holds: ({ relevance }, { continuity }) => relevance.score < continuity.relevance.threshold,
	},
] as const satisfies readonly Rule[];
type Seen = Pick<Candidate, 'record' | 'hours' | 'relevance'>;
interface Rule {
	readonly why: string;
	readonly holds: (seen: Seen, facts: ChoiceFacts) => boolean;
}
type Refusal = (typeof REFUSALS)[number]['why'] | 'outscored' | 'none_wanted';

const HOUR = 3_600_000;
/** More sessions than this need not be asked for critical pins: hardly one each finds room. */
const MAX_PIN_SOURCES = 10;

/**
 * The sessions that a start takes something from, and all that were looked at (D12, D20–D25). Context comes
 * from the best scored that did something of their own, pins from the most recent session on the branch that has
 * some, critical pins from every session that no later one has carried on.
 *
 * @returns highest score first
 */
export function chooseSources(
	records: readonly SessionRecord[],
	facts: ChoiceFacts,
): readonly Candidate[] {
	const judged = records.map((record) => judge(record, facts)).sort(byScore);
	const open = judged.filter(({ refused }) => refused === undefined);
	const [pinned] = open.filter((candidate) => offersPins(candidate, facts)).sort(byAge);
	const seated = open.filter(({ record }) => hasContext(record)).sort(byWorth);
	const seats = [
		...seated.filter((one) => one === pinned),
		...seated.filter((one) => one !== pinned),
	];
	const most = facts.continuity.relevance.maxSessions;
	const unchosen = most === 0 ? 'none_wanted' : 'outscored';
	const chosen = new Set(seats.slice(0, most));
	const critical = new Set(carriers(judged).slice(0, MAX_PIN_SOURCES));
	return judged.map((candidate) => {
		const { record } = candidate;
		const passed = critical.has(candidate) ? 'critical' : 'none';
		if (candidate.refused !== undefined && passed === 'none') return candidate;
		const pins = candidate === pinned && record.closed !== true ? 'all' : passed;
		const context = chosen.has(candidate);
		const isUsed = context || pins !== 'none';
		const unused = hasContext(record) ? unchosen : 'no_work';
		const refused = candidate.refused ?? (isUsed ? undefined : unused);
		return { ...candidate, refused, context, pins };
	});
}

/** Those that something is taken from, newest first. */
export function sourcesOf(candidates: readonly Candidate[]): readonly SourceRecord[] {
	return candidates
		.filter(({ context, pins }) => context || pins !== 'none')
		.sort(byAge)
		.map(({ record, relevance, context, pins }) => {
			return { record, score: relevance.score, context, pins };
		});
}

function judge(record: SessionRecord, facts: ChoiceFacts): Candidate {
	const { now, branch, current, pending, continuity } = facts;
	const hours = Math.max(0, (now - Date.parse(record.last_activity)) / HOUR);
	const tasks = record.pending_tasks.filter(({ id }) => pending === undefined || pending.has(id));
	const overlap = topicOverlap(current, record.hot_topics, record.branch === branch);
	const relevance = relevanceOf({ hours, overlap, pendingTasks: tasks.length }, continuity);
	const seen = { record, hours, relevance };
	const refused = REFUSALS.find(({ holds }) => holds(seen, facts))?.why;
	return { ...seen, refused, context: false, pins: 'none' };
}

/** What only took pins over has nothing to tell beside them; one whose work is finished, only what it learnt. */
function hasContext(record: SessionRecord): boolean {
	const learned = record.recent_learnings.length > 0;
	return record.closed === true ? learned : learned || hasWork(record);
}

function offersPins({ record, relevance }: Candidate, facts: ChoiceFacts): boolean {
	return (
		record.branch === facts.branch &&
		record.pins.length > 0 &&
		relevance.score >= facts.continuity.relevance.pinThreshold
	);
}

/** Who is refused for no more than that still gives its critical pins. */
const AT_ANY_SCORE: readonly Refusal[] = ['below_threshold', 'no_work'];

/**
 * Who gives critical pins, newest first: at any score, unless a session that may pass them on itself has gone
 * on from there.
 */
function carriers(judged: readonly Candidate[]): readonly Candidate[] {
	const isWithinReach = ({ refused }: Candidate) =>
		refused === undefined || AT_ANY_SCORE.some((why) => why === refused);
	const within = judged.filter(isWithinReach);
	const byKey = new Map(within.map((candidate) => [candidate.record.key, candidate]));
	return within
		.filter(({ record }) => record.pins.some(({ importance }) => importance === 'critical'))
		.filter(({ record }) => {
			const next = byKey.get(record.continued_by ?? '')?.record;
			return next === undefined || next.started_at < record.last_activity;
		})
		.sort(byAge);
}

function byAge(a: Candidate, b: Candidate): number {
	return a.hours - b.hours;
}

/** Where scores hardly differ, who learnt more is worth more. */
function byWorth(a: Candidate, b: Candidate): number {
	const hundredths = ({ relevance }: Candidate) => Math.round(relevance.score * 100);
	const learned = b.record.recent_learnings.length - a.record.recent_learnings.length;
	return hundredths(b) - hundredths(a) || learned || byScore(a, b);
}

function byScore(a: Candidate, b: Candidate): number {
	return (
		b.relevance.score - a.relevance.score ||
		a.hours - b.hours ||
		(a.record.key < b.record.key ? -1 : 1)
	);
}

/** A chosen session with its record. */
export interface SourceRecord extends Pick<Candidate, 'record' | 'context' | 'pins'> {
	readonly score: number;
}

/** Whether a pin of this importance comes in from a source that gives such pins. */
export function isAllowed(pins: Candidate['pins'], importance: Importance): boolean {
	return pins === 'all' || (pins === 'critical' && importance === 'critical');
}
