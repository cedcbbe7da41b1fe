import {
	countTerms,
	countTermsOfName,
	countTermsOfNames,
	rankTopics,
	type TermCounts,
} from '../../memory/topics.ts';
import { isOfFuture } from '../../state/registry-kind.ts';
import { textIn } from '../../store/foreign-json.ts';
import { addLine, anyLineIn, lifeIn } from '../journal/entries.ts';
import { type JournalLine, ofKind } from '../journal/line.ts';
import { compareTexts } from '../text/strings.ts';
import { draftOf, lastPartOf } from './draft.ts';
import { type FoldSettings, MS_A_DAY, type SessionRecord } from './schema.ts';
import { withinSize } from './within-size.ts';

/** Lines that were read, where in the journal they end, in bytes, and the time of the first line in it. */
interface FoldedLines {
	/** Of this session, in the order of their times: `recordLinesOf`. */
	readonly lines: readonly JournalLine[];
	readonly journalBytes: number;
	readonly journalBegun: string | undefined;
}

/** What one fold made of a record. */
export interface FoldStep {
	/** `undefined`: nothing was folded yet. */
	readonly before: SessionRecord | undefined;
	readonly doc: SessionRecord;
	/** The lines of this session that are new in it, oldest first. */
	readonly lines: readonly JournalLine[];
}

/**
 * The record of a session after more lines of its journal (D9). Folding lines in two goes, the earlier
 * ones first, gives what folding them at once gives; up to 50 KB nothing is left out (D28).
 *
 * @param before `undefined`: nothing was folded yet
 * @returns `undefined` where nothing says that the session started
 */
export function foldLines(
	before: SessionRecord | undefined,
	{ lines, journalBytes, journalBegun }: FoldedLines,
	{ facts, settings }: { readonly facts: RecordFacts; readonly settings: FoldSettings },
): SessionRecord | undefined {
	const known = before ?? newRecord(lines, facts);
	if (known === undefined) return undefined;
	const draft = draftOf(known, settings.pins.max);
	for (const line of lines) addLine(draft, line);
	const folded: SessionRecord = {
		...withLife(known, lines),
		...draft.parts(),
		journal_bytes: journalBytes,
		journal_begun: journalBegun,
	};
	const counted = { ...folded, terms: foldTerms({ before, after: folded }, lines, draft.terms) };
	return withinSize({ ...counted, ...derived(counted, settings) });
}

/** What follows from the rest of the record. */
function derived(
	{ terms: counts, last_activity, expires_at }: SessionRecord,
	settings: FoldSettings,
) {
	const expires = new Date(Date.parse(last_activity) + settings.expireDays * MS_A_DAY);
	return {
		hot_topics: rankTopics(counts, undefined, settings.topics),
		// A stored last activity may be no time.
		expires_at: Number.isNaN(expires.getTime()) ? expires_at : expires.toISOString(),
	};
}

/**
 * What the lines do not tell: under which key the session is filed, and whose it is. `user`, `root`: where the start line
 * does not say. Lines of another full id are not of this session.
 */
type RecordFacts = Pick<SessionRecord, 'key' | 'uuid' | 'user' | 'root'>;

/** The record of a session that has only started; `undefined` where no line says that it did. */
function newRecord(lines: readonly JournalLine[], facts: RecordFacts): SessionRecord | undefined {
	const start = ofKind(lines, 'start')[0];
	if (start === undefined) return undefined;
	const { at, cwd, branch } = start;
	const root = start.root ?? facts.root;
	return {
		...emptyRecord(facts),
		user: start.user ?? facts.user,
		channel: start.channel ?? 'cli',
		project: lastPartOf(root),
		...{ root, cwd, branch, started_at: at, last_activity: at, expires_at: at },
	};
}

/** What a session has done when it has done nothing. */
export const NO_ACTIVITY: SessionRecord['activity'] = {
	files: [],
	functions: [],
	completed: [],
	next_actions: [],
	blockers: [],
	turns: 0,
	tools: {},
	skills: [],
	commits: [],
};

/** Of a record that names no time. */
const NEVER = new Date(0).toISOString();

/** A record that says nothing but whose it is. */
export function emptyRecord({ key, uuid }: Pick<SessionRecord, 'key' | 'uuid'>): SessionRecord {
	return {
		...{ schema_version: 1, key, uuid, user: '', channel: '', project: '', root: '', cwd: '' },
		...{ branch: '', started_at: NEVER, last_activity: NEVER, ended_at: null, status: 'active' },
		...{ expires_at: NEVER, previous: null, parent: null, continued_by: null },
		...{ continuations: [], lineage: [], restorations: [], pins: [], insights: [] },
		...{ activity: NO_ACTIVITY, notes: [], terms: {}, hot_topics: [], active_projects: [] },
		...{ pending_tasks: [], recent_learnings: [], confidence_updates: [] },
		...{ sop_interactions: [], journal_bytes: 0 },
	};
}

/** Characters. No door lets a longer text in: what is above comes from a stranger. */
const MAX_TEXT = 4_000;
/** Lists and maps within each other. No line of ours has more; what a stranger nests deeper is nothing. */
const MAX_DEPTH = 8;

/**
 * The lines of one session that its record is folded from, in the order of their times; of one time, in the order of the
 * file. Torn, foreign and unknown lines, and those of the future, cost only themselves (D9).
 *
 * @param uuid full id of the session
 * @param now milliseconds since the epoch
 */
export function recordLinesOf(raw: readonly unknown[], uuid: string, now: number): JournalLine[] {
	return raw
		.filter((line) => !isOfFuture(textIn(line, 'at'), now))
		.flatMap((line) => recordLine(line, uuid) ?? [])
		.sort((one, other) => compareTexts(one.at, other.at));
}

function recordLine(raw: unknown, uuid: string): JournalLine | undefined {
	const { at, s } = (raw ?? {}) as Record<string, unknown>;
	if (s !== uuid || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
	return anyLineIn({ ...(clipped(raw, 0) as object), at: new Date(Date.parse(at)).toISOString() });
}

/** The same value with no text longer, and nothing deeper, than allowed. */
function clipped(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return value.slice(0, MAX_TEXT);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return null;
	if (Array.isArray(value)) return value.map((one) => clipped(one, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key.slice(0, MAX_TEXT), clipped(one, depth + 1)]),
	);
}

/** The record after what these lines say of its session's life (D13): a start reopens it, whatever ended it before. */
function withLife(record: SessionRecord, lines: readonly JournalLine[]): SessionRecord {
	const life = { ...record };
	for (const line of lines) Object.assign(life, stepOf(life, line));
	return life;
}

function stepOf(life: SessionRecord, line: JournalLine): Partial<SessionRecord> {
	const { at, e } = line;
	if (e === 'start') {
		const { cwd, branch, pid, pid_started, host } = line;
		return { ...reopened(at, life), ...{ cwd, branch, pid, pid_started, host } };
	}
	if (e === 'end') {
		if (life.ended_at !== null && life.status !== 'crashed') return {};
		const ending = { status: 'complete' as const, ended_at: at, end_reason: line.reason };
		return { ...ending, crash_recovered: undefined, last_activity: later(life, at) };
	}
	if (e === 'crashed') {
		if (life.ended_at !== null) return {};
		return { status: 'crashed', crash_recovered: true, ended_at: life.last_activity };
	}
	return signOfLife(life, line);
}

function signOfLife(life: SessionRecord, line: JournalLine): Partial<SessionRecord> {
	const said = lifeIn(line);
	if (said === 'none') return {};
	const branch = line.e === 'turn' ? line.branch : life.branch;
	if (life.ended_at === null) return { branch, last_activity: later(life, line.at) };
	const wasWrong = life.crash_recovered === true && said === 'alive' && line.at > life.ended_at;
	return wasWrong ? { ...reopened(line.at, life), branch } : {};
}

function reopened(at: string, life: SessionRecord) {
	return {
		status: 'active' as const,
		ended_at: null,
		end_reason: undefined,
		crash_recovered: undefined,
		archived_at: undefined,
		last_activity: later(life, at),
	};
}

function later({ last_activity }: SessionRecord, at: string): string {
	return at > last_activity ? at : last_activity;
}

/** How much a word counts, by what it stands in; what lines count is in their table. */
const TITLE = 2;
const NAME = 2;
const TEXT = 1;
/** A turn's end waits for this: so many files, and so many functions, say where the work was. */
const MOST_NAMES = 100;

type Weighted = readonly (readonly [string, number])[];

/**
 * How often each term occurred in the session, after these lines (D28): what was said deliberately counts
 * more than what was mentioned, and that more than what only files and functions are called.
 *
 * @param record as it was, `undefined` for one that is new, and the same with everything folded in but its terms
 * @param inLines what the lines themselves are about
 */
function foldTerms(
	{ before, after }: { readonly before: SessionRecord | undefined; readonly after: SessionRecord },
	lines: readonly JournalLine[],
	inLines: Weighted,
): Record<string, number> {
	const counts = new Map(Object.entries(before?.terms ?? {}));
	const said = [
		...standingTerms(before, after),
		...branchesOf(before, lines).flatMap((branch) => weighted(countTermsOfName(branch), NAME)),
		...inLines,
	];
	for (const [term, count] of said) counts.set(term, (counts.get(term) ?? 0) + count);
	return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

/**
 * What the record as a whole says: of its projects, tasks, files and functions, each once. Of those that are as
 * they were nothing is counted: a turn's end waits for this.
 */
function standingTerms(before: SessionRecord | undefined, after: SessionRecord): Weighted {
	return STANDING.flatMap(({ textsOf, terms }) => {
		const then = before === undefined ? [] : textsOf(before);
		const now = textsOf(after);
		if (now.join('\n') === then.join('\n')) return [];
		return [...terms(now), ...terms(then).map(([term, count]) => [term, -count] as const)];
	});
}

/** Texts of one kind, and their terms. */
const STANDING: readonly {
	readonly textsOf: (record: SessionRecord) => readonly string[];
	readonly terms: (texts: readonly string[]) => Weighted;
}[] = [
	{
		textsOf: ({ active_projects: projects, project: own }) =>
			projects.filter((project) => project !== own || isTelling(project)),
		terms: (names) => names.flatMap((name) => weighted(countTermsOfName(name), NAME)),
	},
	{
		textsOf: ({ pending_tasks: pending, settled_tasks: settled = [] }) =>
			[...pending, ...settled].map(({ title }) => title),
		terms: (titles) => titles.flatMap((title) => weighted(countTerms(title), TITLE)),
	},
	{
		textsOf: ({ activity: { files, functions } }) => [
			...files.slice(-MOST_NAMES).map(({ path }) => path),
			...functions.slice(-MOST_NAMES),
		],
		terms: (names) => weighted(countTermsOfNames(names), TEXT),
	},
];

/** `lbf-ham-radio` says what it is; that work in `shop` is about the shop tells nothing. */
function isTelling(project: string): boolean {
	return /[^-_][-_][^-_]/.test(project);
}

function weighted(terms: TermCounts, weight: number): Weighted {
	return Object.entries(terms).map(([term, count]) => [term, count * weight]);
}

/** The branches the session came to. */
function branchesOf(before: SessionRecord | undefined, lines: readonly JournalLine[]): string[] {
	const visited = lines.flatMap((line) =>
		line.e === 'start' || line.e === 'turn' ? [line.branch] : [],
	);
	return visited.filter((branch, index) => branch !== (visited[index - 1] ?? before?.branch));
}
