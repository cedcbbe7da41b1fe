import type { Continuity } from '../config/settings.ts';
import { isOfFuture } from '../store/clock.ts';
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
	/** Full ids of sessions that noted something on the branch: they are of it, wherever they went on. */
	readonly noted: ReadonlySet<string>;
	/** Full ids of live sessions: never a source (D25). */
	readonly live: ReadonlySet<string>;
	/** `currentTerms`. */
	readonly current: ReadonlySet<string>;
	/** Ids of the tasks that are still pending. */
	readonly pending: ReadonlySet<string>;
	readonly continuity: Continuity;
}

/** A session, and what of it is passed on. */
export interface Source {
	readonly record: SessionRecord;
	/** 0–1 */
	readonly score: number;
	/** What it did and learned; of a session whose work is finished, only what it learned. */
	readonly context: 'all' | 'lessons' | 'none';
	/** Ordinary pins come from their own branch, critical ones from any (D20, D23). */
	readonly pins: 'all' | 'critical' | 'none';
}

/** A session as the choice saw it: a row of `session preview`. */
export interface Candidate extends Source {
	readonly hours: number;
	readonly relevance: Relevance;
	readonly refused: Refusal | undefined;
}

type Refusal = (typeof REFUSALS)[number][0];
type Seen = Pick<Candidate, 'record' | 'hours' | 'score'>;

/** Why a session is no source, as `session preview` words it: of those that hold the first. */
export const REFUSALS = [
	['self', 'the session itself', ({ record }, { self }) => record.uuid === self],
	['live', 'still running', ({ record }, { live }) => live.has(record.uuid)],
	['other_user', 'of another user', ({ record }, { user }) => record.user !== user],
	['other_channel', 'of a nested Claude Code', ({ record }, facts) => record.channel !== facts.channel],
	['too_old', 'too old; `req session continue` brings it in', isTooOld],
	['no_work', 'nothing to pass on', ({ record }) => !hasWork(record) && record.pins.length === 0],
	['below_threshold', 'below the threshold', ({ score }, { continuity }) => score < continuity.relevance.threshold],
	['outscored', 'others score higher (`max_sessions`)', () => false],
] as const satisfies readonly (readonly [
	why: string,
	words: string,
	holds: (seen: Seen, facts: ChoiceFacts) => boolean,
])[];

function isTooOld({ record, hours }: Seen, { now, continuity }: ChoiceFacts): boolean {
	return isOfFuture(record.last_activity, now) || !(hours <= continuity.lookbackDays * 24);
}

/** These keep back neither a session's critical pins nor the files that it left uncommitted. */
const AT_ANY_SCORE: readonly Refusal[] = ['below_threshold', 'no_work', 'outscored'];

const HOUR = 3_600_000;

/**
 * All sessions that were looked at, the highest score first, and what each gives (D12, D20–D25): context the best
 * scored ones, pins the most recent one of the branch that has some, critical pins every one.
 */
export function chooseSources(records: readonly SessionRecord[], facts: ChoiceFacts): readonly Candidate[] {
	const scored = records.map((record) => scoreSession(record, facts)).sort(byScore);
	const open = scored.filter(({ refused }) => refused === undefined);
	const [pinned] = open.filter((one) => offersPins(one, facts)).sort(byAge);
	const { maxSessions } = facts.continuity.relevance;
	const contributing = open.filter(({ record }) => hasContext(record)).sort(byWorth);
	const chosen = new Set(contributing.slice(0, maxSessions));
	return scored.map((one) => {
		const passed = passesCritical(one) ? 'critical' : 'none';
		const isFinished = one.record.closed === true;
		const pins = one === pinned && !isFinished ? 'all' : passed;
		const did = isFinished ? 'lessons' : 'all';
		const context = chosen.has(one) ? did : 'none';
		if (context !== 'none' || pins !== 'none') return { ...one, context, pins };
		return { ...one, refused: one.refused ?? (hasContext(one.record) ? 'outscored' : 'no_work') };
	});
}

/** Whether a session is recent, over and the user's own, whatever its score. */
export function isWithinReach({ refused }: Candidate): boolean {
	return refused === undefined || AT_ANY_SCORE.includes(refused);
}

/** Whether its critical pins are passed on: no score keeps them back. */
function passesCritical(one: Candidate): boolean {
	return isWithinReach(one) && one.record.pins.some(({ importance }) => importance === 'critical');
}

function scoreSession(record: SessionRecord, facts: ChoiceFacts): Candidate {
	const { now, current, pending, continuity } = facts;
	const hours = Math.max(0, (now - Date.parse(record.last_activity)) / HOUR);
	const tasks = record.pending_tasks.filter(({ id }) => pending.has(id));
	const overlap = topicOverlap(current, record.hot_topics, isOfBranch(record, facts));
	const relevance = relevanceOf({ hours, overlap, pendingTasks: tasks.length }, continuity);
	const seen = { record, hours, score: relevance.score };
	const refused = REFUSALS.find(([, , holds]) => holds(seen, facts))?.[0];
	return { ...seen, relevance, refused, context: 'none', pins: 'none' };
}

/** A session that only took pins over has nothing else to pass on; a finished one, only what it learned. */
function hasContext(record: SessionRecord): boolean {
	const learned = record.recent_learnings.length > 0;
	return learned || (record.closed !== true && hasWork(record));
}

function offersPins({ record, score }: Candidate, facts: ChoiceFacts): boolean {
	const isPinned = isOfBranch(record, facts) && record.pins.length > 0;
	return isPinned && score >= facts.continuity.relevance.pinThreshold;
}

function isOfBranch({ branch, uuid }: SessionRecord, facts: ChoiceFacts): boolean {
	return branch === facts.branch || facts.noted.has(uuid);
}

function byAge(one: Candidate, other: Candidate): number {
	return one.hours - other.hours;
}

/** Of scores that hardly differ, as those of one day on one branch, the session that learned more is worth more. */
function byWorth(one: Candidate, other: Candidate): number {
	const hundredths = ({ score }: Candidate) => Math.round(score * 100);
	const learned = other.record.recent_learnings.length - one.record.recent_learnings.length;
	return hundredths(other) - hundredths(one) || learned || byScore(one, other);
}

function byScore(one: Candidate, other: Candidate): number {
	const { key } = one.record;
	return other.score - one.score || byAge(one, other) || (key < other.record.key ? -1 : 1);
}
