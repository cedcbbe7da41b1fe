import type { Continuity } from '../config/continuity.ts';
import type { Importance } from '../journal/values.ts';
import { type Relevance, relevanceOf, topicOverlap } from '../relevance/relevance.ts';
import { isOfFuture } from '../session/is-of-future.ts';
import { type RecordSummary, topicsOf } from '../session-record/record-summary.ts';
import type { SessionRecord } from '../session-record/schema.ts';

/** Who asks, when and where. */
export interface ChoiceFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly branch: string;
	/** Full id of the session that starts; `undefined` for a preview. */
	readonly self: string | undefined;
	readonly user: string;
	readonly channel: string;
	/** Full ids of live sessions: never a source (D25). */
	readonly live: ReadonlySet<string>;
	/** `currentTerms`. */
	readonly current: ReadonlySet<string>;
	/** Ids of the tasks that are still pending; `undefined` where the list cannot be read. */
	readonly pending: ReadonlySet<string> | undefined;
	readonly continuity: Continuity;
}

/** Why a session is no source. */
type Refusal =
	| 'self'
	| 'live'
	| 'other_user'
	| 'other_channel'
	| 'archived'
	| 'too_old'
	| 'no_work'
	| 'below_threshold'
	| 'outscored';

/** A session as the choice saw it: what `context preview` and the debug lines tell. */
export interface Candidate {
	readonly summary: RecordSummary;
	readonly hours: number;
	readonly relevance: Relevance;
	readonly refused: Refusal | undefined;
	/** Its tasks, topics, projects, insights and codes come in. */
	readonly context: boolean;
	/** Which of its pins come in: ordinary ones need their branch, critical ones do not (D20, D23). */
	readonly pins: 'all' | 'critical' | 'none';
}

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
	summaries: readonly RecordSummary[],
	facts: ChoiceFacts,
): readonly Candidate[] {
	const judged = summaries.map((summary) => judge(summary, facts)).sort(byScore);
	const pinned = mostRecent(judged.filter((candidate) => offersPins(candidate, facts)));
	const seated = judged.filter(
		({ refused, summary }) => refused === undefined && hasContext(summary),
	);
	const first = seated.filter((candidate) => candidate === pinned);
	const others = seated.filter((candidate) => candidate !== pinned).sort(byWorth);
	const chosen = new Set([...first, ...others].slice(0, facts.continuity.relevance.maxSessions));
	const critical = new Set(carriers(judged).slice(0, MAX_PIN_SOURCES));
	return judged.map((candidate) => {
		const passed = critical.has(candidate) ? 'critical' : 'none';
		if (candidate.refused !== undefined && passed === 'none') return candidate;
		const pins = candidate === pinned && !candidate.summary.closed ? 'all' : passed;
		const context = chosen.has(candidate);
		const { summary, hours, relevance } = candidate;
		const refused = candidate.refused ?? whyUnused(summary, context || pins !== 'none');
		return { summary, hours, relevance, refused, context, pins };
	});
}

/** Why nothing is taken from a session that could give something. */
function whyUnused(summary: RecordSummary, isUsed: boolean): Refusal | undefined {
	if (isUsed) return undefined;
	return hasContext(summary) ? 'outscored' : 'no_work';
}

/** Those that something is taken from, newest first. */
export function sourcesOf(candidates: readonly Candidate[]): readonly Candidate[] {
	return candidates
		.filter(({ context, pins }) => context || pins !== 'none')
		.sort((a, b) => a.hours - b.hours);
}

function judge(summary: RecordSummary, facts: ChoiceFacts): Candidate {
	const { branch, current, pending, continuity } = facts;
	const hours = Math.max(0, (facts.now - Date.parse(summary.lastActivity)) / HOUR);
	const tasks = summary.pendingTasks.filter((id) => pending === undefined || pending.has(id));
	const isHere = summary.branch === branch;
	const overlap = topicOverlap(current, isHere ? [] : topicsToCompare(summary, current), isHere);
	const relevance = relevanceOf({ hours, overlap, pendingTasks: tasks.length }, continuity);
	const refused =
		refusal(summary, facts) ?? refusedAtAge(summary, { hours, relevance, continuity });
	return { summary, hours, relevance, refused, context: false, pins: 'none' };
}

/** With more than this, looking for each takes longer than splitting what they are looked for in. */
const FEW_TERMS = 8;

/** The topics of a session; none where no current term occurs in their text: splitting those of thousands takes a while. */
function topicsToCompare(summary: RecordSummary, current: ReadonlySet<string>): readonly string[] {
	if (current.size > FEW_TERMS) return topicsOf(summary);
	for (const term of current) if (summary.topics.includes(term)) return topicsOf(summary);
	return [];
}

function refusal(summary: RecordSummary, facts: ChoiceFacts): Refusal | undefined {
	if (summary.uuid === facts.self) return 'self';
	if (facts.live.has(summary.uuid)) return 'live';
	if (summary.user !== facts.user) return 'other_user';
	if (summary.channel !== facts.channel) return 'other_channel';
	if (summary.status === 'archived') return 'archived';
	return isOfFuture(summary.lastActivity, facts.now) ? 'too_old' : undefined;
}

function refusedAtAge(
	summary: RecordSummary,
	{
		hours,
		relevance,
		continuity,
	}: Pick<Candidate, 'hours' | 'relevance'> & Pick<ChoiceFacts, 'continuity'>,
): Refusal | undefined {
	if (!(hours <= continuity.lookbackDays * 24)) return 'too_old';
	if (!hasSomething(summary)) return 'no_work';
	return relevance.score < continuity.relevance.threshold ? 'below_threshold' : undefined;
}

function hasSomething({ hasWork, pins, insights, pendingTasks }: RecordSummary): boolean {
	return hasWork || pins.standard + pins.critical + insights + pendingTasks.length > 0;
}

/** What only took pins over has nothing to tell beside them; one whose work is finished, only what it learnt (S1-025). */
function hasContext({ closed, hasWork, insights, pendingTasks }: RecordSummary): boolean {
	if (closed) return insights > 0;
	return hasWork || insights + pendingTasks.length > 0;
}

function offersPins({ summary, refused, relevance }: Candidate, facts: ChoiceFacts): boolean {
	return (
		refused === undefined &&
		summary.branch === facts.branch &&
		summary.pins.standard + summary.pins.critical > 0 &&
		relevance.score >= facts.continuity.relevance.pinThreshold
	);
}

/**
 * Who gives critical pins, newest first: at any score, unless a session that may pass them on itself has gone
 * on from there.
 */
function carriers(judged: readonly Candidate[]): readonly Candidate[] {
	const byKey = new Map(judged.map((candidate) => [candidate.summary.key, candidate]));
	return judged
		.filter((candidate) => candidate.summary.pins.critical > 0 && isWithinReach(candidate))
		.filter(({ summary }) => {
			const next = byKey.get(summary.continuedBy ?? '');
			const isAfter = (next?.summary.startedAt ?? '') >= summary.lastActivity;
			return next === undefined || !isWithinReach(next) || !isAfter;
		})
		.sort((a, b) => a.hours - b.hours);
}

function isWithinReach({ refused }: Candidate): boolean {
	return refused === undefined || refused === 'below_threshold' || refused === 'no_work';
}

function mostRecent(candidates: readonly Candidate[]): Candidate | undefined {
	return [...candidates].sort((a, b) => a.hours - b.hours)[0];
}

/** Where scores hardly differ, who learnt more is worth more. */
function byWorth(a: Candidate, b: Candidate): number {
	const hundredths = ({ relevance }: Candidate) => Math.round(relevance.score * 100);
	return hundredths(b) - hundredths(a) || b.summary.insights - a.summary.insights || byScore(a, b);
}

function byScore(a: Candidate, b: Candidate): number {
	return (
		b.relevance.score - a.relevance.score ||
		a.hours - b.hours ||
		(a.summary.key < b.summary.key ? -1 : 1)
	);
}

/** A chosen session with its record. */
export interface SourceRecord extends Pick<Candidate, 'context' | 'pins'> {
	readonly record: SessionRecord;
	readonly score: number;
}

/** Whether a pin of this importance comes in from a source that gives such pins. */
export function isAllowed(pins: Candidate['pins'], importance: Importance): boolean {
	return pins === 'all' || (pins === 'critical' && importance === 'critical');
}
