import type { Continuity } from '../../config/settings.ts';
import type { InsightKind } from '../journal/enums.ts';
import { compareTexts, fnv1a } from '../text/strings.ts';
import type { Insight, SessionRecord } from './schema.ts';

/**
 * The id of an insight: the same words of one kind are one insight, whoever says them and how often.
 *
 * @param text as it is stored: redacted
 */
export function insightId(kind: InsightKind, text: string): string {
	return `i${fnv1a(`${kind}\n${text}`)}`;
}

/** Confidence of what somebody noted by hand, and the most there is (D22). */
export const CERTAIN = 1;
const STEP = 0.1;
const HALF = 0.5;

/** Whether an insight is a supposition: a prompt's, that nobody has confirmed (D26). */
export function isCandidate({
	source,
	confidence,
}: Pick<Insight, 'source' | 'confidence'>): boolean {
	return source === 'prompt' && confidence < CERTAIN;
}

/** Disputed or superseded: no surer than one dispute leaves it. */
export function isDoubted({ confidence }: Pick<Insight, 'confidence'>): boolean {
	return confidence <= HALF;
}

/** Whether later sessions can be told of it at all (D22). */
export function isPassedOn(confidence: number, { floor }: Continuity['decay']): boolean {
	return confidence >= floor;
}

/**
 * A supposition becomes certain, and so does what another one had taken the place of; what was noted gains a tenth, and is
 * told again however often it was disputed.
 */
export function confirmed(insight: Pick<Insight, 'source' | 'confidence'>): number {
	if (isCandidate(insight) || insight.confidence === 0) return CERTAIN;
	return rounded(Math.min(CERTAIN, Math.max(insight.confidence, HALF) + STEP));
}

/** Half of what it was. */
export function disputed({ confidence }: Pick<Insight, 'confidence'>): number {
	return rounded(confidence * HALF);
}

function rounded(score: number): number {
	return Math.round(score * 1e6) / 1e6;
}

/** What a line says of an insight. */
export interface SaidInsight {
	readonly at: string;
	readonly id: string;
	readonly kind: InsightKind;
	readonly text: string;
	readonly why?: string | undefined;
	readonly confidence: number;
	readonly source: string;
	readonly tags?: string[] | undefined;
}

/** Said again, an insight is the same one, and no less sure. */
export function insightAfter(known: Insight | undefined, line: SaidInsight): Insight {
	const { at, id, kind, text, why, confidence, source, tags } = line;
	const said: Insight = {
		...{ id, kind, text, ...(why === undefined ? {} : { why }) },
		...{ confidence, source, created_at: at, ...(tags === undefined ? {} : { tags }) },
	};
	if (known === undefined) return said;
	if (known.confidence > confidence) return known;
	return { ...known, ...said, created_at: known.created_at };
}

/** What was worked on within this long was so "at the time" (ms). */
export const AT_THE_TIME = 30 * 60_000;
/** A warning is about one of the files around it, if about any. */
const MOST_NEAR = 6;
/** What was open when it was noted is likelier than what came after, which has the other places. */
const MOST_BEFORE = 4;

/** Whether what was noted may be about files that it does not name. */
export function isOfFiles({ kind }: Pick<Insight, 'kind'>): boolean {
	return kind === 'warning' || kind === 'decision';
}

/** Whether a file that is worked on at that time, or later, may be one it is about. */
export function takesFiles({ kind, near = [], created_at: noted }: Insight, at: string): boolean {
	const isOver = Date.parse(at) - Date.parse(noted) > AT_THE_TIME;
	return isOfFiles({ kind }) && near.length < MOST_NEAR && !isOver;
}

/** @param one ISO time, as `other` */
export function isAtTheTime(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) <= AT_THE_TIME;
}

/**
 * The files that were worked on last before something was noted or failed, no longer ago than half an hour.
 *
 * @param files as they stood then, the one worked on last at the end
 * @param at ISO time
 */
export function nearBefore(
	files: ReadonlyMap<string, SessionRecord['activity']['files'][number]>,
	at: string,
): string[] {
	const latest = [...files.values()].slice(-MOST_BEFORE);
	return latest.filter(({ last }) => isAtTheTime(last, at)).map(({ path }) => path);
}

/** The id of what took its place, where anything did and nobody has confirmed it since. */
export function supersededBy(insight: Insight): string | undefined {
	return insight.confidence === 0 ? insight.superseded_by : undefined;
}

/** All of these tags, each once however it is written, in their order. */
export function tagsTogether(...lists: readonly (readonly string[] | undefined)[]): string[] {
	const known = new Map<string, string>();
	for (const tag of lists.flatMap((list) => list ?? [])) {
		const lower = tag.toLowerCase();
		if (!known.has(lower)) known.set(lower, tag);
	}
	return [...known.values()];
}

/**
 * Tags, and as many more as find room beside them.
 *
 * @param most characters, with `, ` between two
 */
export function tagsWithin(
	most: number,
	tags: readonly string[] | undefined,
	more: readonly string[],
): readonly string[] | undefined {
	if (more.length === 0) return tags;
	return more.reduce((all, tag) => {
		const next = tagsTogether(all, [tag]);
		return next.join(', ').length <= most ? next : all;
	}, tags ?? []);
}

/** An insight with the sessions that have it. */
export interface KnownInsight {
	readonly insight: Insight;
	/** The newest first. */
	readonly records: readonly SessionRecord[];
}

/** All tags of an insight, whichever of its sessions has them. */
export function tagsOf({ insight: { id }, records }: KnownInsight): string[] {
	const all = records.flatMap(({ insights }) => insights.filter((one) => one.id === id));
	return tagsTogether(...all.map(({ tags }) => tags));
}

/** Fewer characters name too much (D5). */
export const SHORTEST_INSIGHT = 4;

/**
 * The insights of these sessions, newest first. One that several sessions have is told once, as the
 * newest has it.
 */
export function knownInsights(records: readonly SessionRecord[]): KnownInsight[] {
	const byId = new Map<string, { insight: Insight; records: SessionRecord[] }>();
	const newestFirst = records
		.flatMap((record) => record.insights.map((insight) => ({ insight, record })))
		.sort((one, other) => compareTexts(other.insight.created_at, one.insight.created_at));
	for (const { insight, record } of newestFirst) {
		const known = byId.get(insight.id);
		if (known === undefined) byId.set(insight.id, { insight, records: [record] });
		else known.records.push(record);
	}
	return [...byId.values()];
}

/** The id, or its beginning, that is meant, with or without its session before it. */
function wantedId(reference: string): string {
	return reference.trim().toLowerCase().split('/').at(-1) ?? '';
}

/** Those that an id or a beginning of at least 4 characters means. */
export function insightsNamed(reference: string, known: readonly KnownInsight[]): KnownInsight[] {
	const wanted = wantedId(reference);
	const exact = known.filter(({ insight }) => insight.id === wanted);
	if (exact.length > 0 || wanted.length < SHORTEST_INSIGHT) return exact;
	return known.filter(({ insight }) => insight.id.startsWith(wanted));
}

/** What holds work up, with the sessions that have it (D26). */
export interface KnownBlocker {
	readonly id: string;
	readonly type: string;
	readonly text: string;
	readonly at: string;
	readonly records: readonly SessionRecord[];
}

const DIGITS = 8;
/** As insights are named, with a letter of their own. */
const REFERENCE = /^b[0-9a-f]{3,8}$/;

/** Whether a reference can only mean a blocker: an id, or a beginning of at least 4 characters (D5). */
export function isBlockerId(reference: string): boolean {
	return REFERENCE.test(reference.trim().toLowerCase());
}

/** The blockers of these sessions that nobody has confirmed or ended, newest first, each once. */
export function supposedBlockers(
	records: readonly SessionRecord[],
	sha256: (text: string) => string,
): KnownBlocker[] {
	const idOf = ({ type, text }: Blocker) => `b${sha256(`${type}\n${text}`).slice(0, DIGITS)}`;
	return openBlockers(records, ({ source }) => source === 'prompt', idOf);
}

/** Those that somebody noted and nobody has ended: prompts and files are told of them. */
export function toldBlockers(records: readonly SessionRecord[]): KnownBlocker[] {
	return openBlockers(records, ({ source }) => source !== 'prompt', blockerId);
}

type Blocker = SessionRecord['activity']['blockers'][number];

/** Names a blocker where it is told. */
export function blockerId({ type, text }: Pick<Blocker, 'type' | 'text'>): string {
	return `b${fnv1a(`${type}\n${text}`)}`;
}

function openBlockers(
	records: readonly SessionRecord[],
	isWanted: (one: Blocker) => boolean,
	idOf: (one: Blocker) => string,
): KnownBlocker[] {
	const byId = new Map<string, KnownBlocker>();
	for (const record of records) {
		for (const blocker of record.activity.blockers) {
			const { type, text, at, resolved } = blocker;
			if (!isWanted(blocker) || resolved === true) continue;
			const id = idOf(blocker);
			const known = byId.get(id);
			const holders = [...(known?.records ?? []), record];
			byId.set(id, { id, type, text, at: known?.at ?? at, records: holders });
		}
	}
	return [...byId.values()].sort((one, other) => (one.at < other.at ? 1 : -1));
}

const { raw } = String;
const NOT = raw`(?:n['\u2019]t| not)`;
/** Where it goes on, it says something else: "does not change anything that users see". */
const END = raw`(?=\s*(?:$|[.,;:!)])| (?:either|at all|here|because|since|though)\b)`;
const WENT_WRONG = raw`(?:not|\w+n['\u2019]t|still|fail(?:s|ed)?|broke|worse|slower|errors?|hung|crash(?:es|ed)?|nothing|in vain)`;

/** How somebody tells that something did not work. What they did not do themselves, and what changes nothing else, was no try. */
const FAILED_TRY = new RegExp(
	[
		raw`(?<!\b(?:I|we) )\bdid${NOT} (?:work|help|(?:fix|change) (?:it|that|this|anything)${END})`,
		raw`\bdo(?:es)?${NOT} (?:work|help|fix|change (?:anything|it|that)${END})`,
		raw`\bhad no effect|\bno luck${END}|\bmade (?:it|things) worse`,
		raw`\b(?:tried|attempted)\b.*\b(?:failed|broke|in vain|but\b.*\b${WENT_WRONG})\b`,
	].join('|'),
	'im',
);
/** A sentence ends with its mark, or its line. */
const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]+)*[.!?]*/g;
/** Longer ones say more than that. */
const MAX_SENTENCE = 200;
/** What stands before an item of a list. */
const ITEM = /^(?:[-*+>]\s+)+/;

/** Sentences that say what was tried in vain, each once. */
export function triedIn(texts: readonly string[]): string[] {
	const telling = texts.filter((text) => FAILED_TRY.test(text));
	const sentences = telling.flatMap((text) => text.match(SENTENCE) ?? []);
	const failed = sentences
		.map((one) => one.trim().replace(ITEM, ''))
		.filter((one) => one.length <= MAX_SENTENCE && FAILED_TRY.test(one) && !one.endsWith('?'));
	return [...new Set(failed)];
}
