import type { Continuity } from '../../config/settings.ts';
import { isOfFuture } from '../../state/registry-kind.ts';
import type { Importance } from '../journal/enums.ts';
import { type Relevance, relevanceOf, topicOverlap } from '../relevance/relevance.ts';
import { type RecordSummary, TERMINAL, topicsOf } from '../session-record/record-summary.ts';
import type { SessionRecord } from '../session-record/schema.ts';

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
	/** Ids of the tasks that are still pending; `undefined` where the list cannot be read. */
	readonly pending: ReadonlySet<string> | undefined;
	readonly continuity: Continuity;
}

/** A session as the choice saw it: what `session preview` and the debug lines tell. */
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

/** Why a session is no source: of those that hold the first. These hold of notes that wait for a session, too. */
const WHOSE = [
	{ why: 'self', holds: ({ summary }, { self }) => summary.uuid === self },
	{ why: 'live', holds: ({ summary }, { live }) => live.has(summary.uuid) },
	{ why: 'other_user', holds: ({ summary }, { user }) => summary.user !== user },
	{
		why: 'other_channel',
		holds: ({ summary }, { channel }) => summary.channel !== channel && !isNoted(summary),
	},
	{
		why: 'other_branch',
		holds: ({ summary }, { branch }) => isNoted(summary) && summary.branch !== branch,
	},
] as const satisfies readonly Rule[];
const REFUSALS = [
	...WHOSE,
	{ why: 'archived', holds: ({ summary }) => summary.status === 'archived' },
	{
		why: 'too_old',
		holds: ({ summary, hours }, { now, continuity }) =>
			(hours === 0 && isOfFuture(summary.lastActivity, now)) ||
			!(hours <= continuity.lookbackDays * 24),
	},
	{
		why: 'no_work',
		holds: ({ summary: { hasWork, pins, insights, pendingTasks } }) =>
			!hasWork && pins.standard + pins.critical + insights + pendingTasks.length === 0,
	},
	{
		why: 'below_threshold',
		holds: ({ relevance }, { continuity }) => relevance.score < continuity.relevance.threshold,
	},
] as const satisfies readonly Rule[];
type Seen = Pick<Candidate, 'summary' | 'hours' | 'relevance'>;
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
	summaries: readonly RecordSummary[],
	facts: ChoiceFacts,
): readonly Candidate[] {
	const judged = summaries.map((summary) => judge(summary, facts)).sort(byScore);
	const open = judged.filter(({ refused }) => refused === undefined);
	const [pinned] = open.filter((candidate) => offersPins(candidate, facts)).sort(byAge);
	const isPinned = (candidate: Candidate) => candidate === pinned;
	const seated = open.filter(({ summary }) => hasContext(summary)).sort(byWorth);
	const seats = [...seated.filter(isPinned), ...seated.filter((one) => !isPinned(one))];
	const most = facts.continuity.relevance.maxSessions;
	const unchosen = most === 0 ? 'none_wanted' : 'outscored';
	const sessions = seats.filter(({ summary }) => !isNoted(summary)).slice(0, most);
	// What was noted in a terminal takes no session's place: it waits for this one, or comes along with the one that had it.
	const keys = new Set(sessions.map(({ summary }) => summary.key));
	const notes = seats
		.filter(({ summary }) => isNoted(summary))
		.filter(({ summary }) => summary.waits === true || keys.has(summary.continuedBy ?? ''));
	const chosen = new Set([...sessions, ...notes]);
	const critical = new Set(carriers(judged).slice(0, MAX_PIN_SOURCES));
	return judged.map((candidate) => {
		const passed = critical.has(candidate) ? 'critical' : 'none';
		if (candidate.refused !== undefined && passed === 'none') return candidate;
		const { waits, closed } = candidate.summary;
		const pins = waits || (isPinned(candidate) && !closed) ? 'all' : passed;
		const context = chosen.has(candidate);
		const isUsed = context || pins !== 'none';
		const unused = hasContext(candidate.summary) ? unchosen : 'no_work';
		const refused = candidate.refused ?? (isUsed ? undefined : unused);
		const { summary, hours, relevance } = candidate;
		return { summary, hours, relevance, refused, context, pins };
	});
}

/** Those that something is taken from, newest first. */
export function sourcesOf(candidates: readonly Candidate[]): readonly Candidate[] {
	return candidates.filter(({ context, pins }) => context || pins !== 'none').sort(byAge);
}

function judge(summary: RecordSummary, facts: ChoiceFacts): Candidate {
	const { now, branch, current, pending, continuity } = facts;
	const hours = Math.max(0, (now - Date.parse(summary.lastActivity)) / HOUR);
	const tasks = summary.pendingTasks.filter((id) => pending === undefined || pending.has(id));
	const isHere = summary.branch === branch;
	const overlap = topicOverlap(current, isHere ? [] : topicsToCompare(summary, current), isHere);
	const relevance = relevanceOf({ hours, overlap, pendingTasks: tasks.length }, continuity);
	const seen = { summary, hours, relevance };
	const rules = summary.waits ? WHOSE : REFUSALS;
	const refused = rules.find(({ holds }) => holds(seen, facts))?.why;
	// Each field by its name: to spread the rest for 2,000 sessions takes 15 ms.
	return { summary, hours, relevance, refused, context: false, pins: 'none' };
}

/** With more than this, looking for each takes longer than splitting what they are looked for in. */
const FEW_TERMS = 8;

/** The topics of a session; none where no current term occurs in their text: splitting those of 2,000 takes 7 ms. */
function topicsToCompare(summary: RecordSummary, current: ReadonlySet<string>): readonly string[] {
	if (current.size > FEW_TERMS) return topicsOf(summary);
	for (const term of current) if (summary.topics.includes(term)) return topicsOf(summary);
	return [];
}

/** What only took pins over has nothing to tell beside them; one whose work is finished, only what it learnt. */
function hasContext({ closed, hasWork, insights, pendingTasks }: RecordSummary): boolean {
	if (closed) return insights > 0;
	return hasWork || insights + pendingTasks.length > 0;
}

function offersPins({ summary, relevance }: Candidate, facts: ChoiceFacts): boolean {
	return (
		summary.branch === facts.branch &&
		!isNoted(summary) &&
		summary.pins.standard + summary.pins.critical > 0 &&
		relevance.score >= facts.continuity.relevance.pinThreshold
	);
}

/** Who is refused for no more than that still gives its critical pins. */
const AT_ANY_SCORE: readonly Refusal[] = ['below_threshold', 'no_work', 'other_branch'];

/**
 * Who gives critical pins, newest first: at any score, unless a session that may pass them on itself has gone
 * on from there.
 */
function carriers(judged: readonly Candidate[]): readonly Candidate[] {
	const isWithinReach = ({ refused }: Candidate) =>
		refused === undefined || AT_ANY_SCORE.some((why) => why === refused);
	const within = judged.filter(isWithinReach);
	const byKey = new Map(within.map((candidate) => [candidate.summary.key, candidate]));
	return within
		.filter(({ summary }) => summary.pins.critical > 0)
		.filter(({ summary }) => {
			const next = byKey.get(summary.continuedBy ?? '');
			return next === undefined || next.summary.startedAt < summary.lastActivity;
		})
		.sort(byAge);
}

/** Whether a person noted it in a terminal, where no session was live. */
function isNoted({ channel }: RecordSummary): boolean {
	return channel === TERMINAL;
}

function byAge(a: Candidate, b: Candidate): number {
	return a.hours - b.hours;
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
