import { type JournalLine, type LineOf, ofKind } from '../journal/line.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { foldActivity, NO_ACTIVITY } from './activity.ts';
import type { FoldSettings } from './fold-settings.ts';
import { foldConfidence, foldInsights, isCandidate } from './insights.ts';
import { foldLife } from './life.ts';
import { foldPins } from './pins.ts';
import { MS_A_DAY, type SessionRecord } from './schema.ts';
import { foldTasks } from './tasks.ts';
import { foldTerms } from './term-counts.ts';
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
	const { tasks, finished } = foldTasks(known, lines);
	const insights = foldInsights(known.insights, lines);
	const folded: SessionRecord = {
		...known,
		...foldLife(known, lines),
		...foldLinks(known, lines),
		...foldInheritance(known, lines),
		...tasks,
		...foldPins(known, lines, settings.pins),
		insights: [...insights],
		recent_learnings: insights.filter((one) => !isCandidate(one)).map(({ id }) => id),
		confidence_updates: foldConfidence(known, lines),
		activity: foldActivity(known.activity, lines, finished),
		notes: [...known.notes, ...lines.flatMap(noteOf)],
		active_projects: foldProjects(known, lines),
		sop_interactions: foldShown(known.sop_interactions, lines),
		journal_bytes: journalBytes,
		journal_begun: journalBegun,
	};
	const counted = { ...folded, terms: foldTerms(before, lines, folded) };
	return withinSize({ ...counted, ...derived(counted, settings) });
}

/** What follows from the rest of the record. */
function derived(
	{ terms: counts, last_activity, expires_at }: SessionRecord,
	settings: FoldSettings,
): Pick<SessionRecord, 'hot_topics' | 'expires_at'> {
	const expires = new Date(Date.parse(last_activity) + settings.expireDays * MS_A_DAY);
	return {
		hot_topics: rankTopics(counts, undefined, settings.topics),
		// A stored last activity may be no time.
		expires_at: Number.isNaN(expires.getTime()) ? expires_at : expires.toISOString(),
	};
}

/** Progress text (D29). */
function noteOf(line: JournalLine): SessionRecord['notes'] {
	if (line.e === 'note') return [{ at: line.at, from: line.from, text: line.text }];
	if (line.e !== 'turn' || line.text === undefined || line.text === '') return [];
	return [{ at: line.at, from: 'turn', text: line.text }];
}

/** What the lines do not tell: under which key the session is filed, and whose sessions these are. */
interface RecordFacts {
	readonly key: string;
	/** Full id: lines of other ids are not of this session. */
	readonly uuid: string;
	/** Where the start line does not say. */
	readonly user: string;
	readonly root: string;
}

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

/** `app` of `/home/u/app`. */
function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

type Links = Pick<
	SessionRecord,
	'previous' | 'parent' | 'lineage' | 'continued_by' | 'continuations' | 'restorations'
>;

/**
 * Whom the session follows, and who follows it (D12). The first predecessor in time and the first
 * successor stay; the last parent that was named holds, with its lineage.
 */
function foldLinks(before: SessionRecord, lines: readonly JournalLine[]): Links {
	const links = ofKind(lines, 'link');
	const others = (keys: readonly (string | null)[]) =>
		keys.filter((key): key is string => key !== null && key !== before.key);
	const successors = others(ofKind(lines, 'continued').map(({ by }) => by));
	const continuations = [...new Set([...before.continuations, ...successors])];
	const previous = before.previous ?? others(links.map((link) => link.previous))[0] ?? null;
	const parent = others(links.map((link) => link.parent)).at(-1) ?? before.parent;
	return {
		previous,
		parent,
		lineage: lineageOf(before, links),
		continued_by: before.continued_by ?? continuations[0] ?? null,
		continuations,
		restorations: [
			...before.restorations,
			...ofKind(lines, 'restore').map(({ from, at, score, mode }) => ({
				from,
				at,
				score,
				mode,
			})),
		],
	};
}

/** What the last link says that says anything; else the first ancestor that was named. */
function lineageOf(before: SessionRecord, links: readonly LineOf<'link'>[]): string[] {
	const others = (keys: readonly (string | null)[]) =>
		keys.filter((key): key is string => key !== null && key !== before.key);
	const told = links.map(({ lineage = [] }) => others(lineage)).findLast((one) => one.length > 0);
	const first = links.flatMap(({ parent, previous }) => others([parent, previous]).slice(0, 1));
	const known = before.lineage.length > 0 ? before.lineage : first.slice(0, 1);
	return [...new Set(told ?? known)];
}

type Inheritance = Pick<SessionRecord, 'inherited' | 'comprehension'>;

/** What a session inherited, and whether it said what it understood of it (seed 000, CMP-1, P3-1..3). */
function foldInheritance(
	before: SessionRecord,
	lines: readonly JournalLine[],
): Partial<Inheritance> {
	const asked = ofKind(lines, 'inherit')[0];
	const inherited =
		before.inherited ??
		(asked && { from: asked.from, at: asked.at, door: asked.door, select: asked.select });
	const comprehension = comprehensionAfter(before, lines);
	return {
		...(inherited === undefined ? {} : { inherited }),
		...(comprehension === undefined ? {} : { comprehension }),
	};
}

const MISSING = 'Agent did not acknowledge inherited context';

/** The last word counts. */
function comprehensionAfter(
	{ comprehension: before }: SessionRecord,
	lines: readonly JournalLine[],
): Inheritance['comprehension'] {
	const asked = ofKind(lines, 'inherit').find(({ required }) => required);
	const said = ofKind(lines, 'ack').at(-1);
	const missed = ofKind(lines, 'unacknowledged').at(-1);
	const required = before?.required === true || asked !== undefined;
	if (said !== undefined) {
		return { required, present: true, text: said.text, warning: null, at: said.at };
	}
	if (before?.present === true) return { ...before, required };
	if (missed !== undefined) return { required, present: false, warning: MISSING, at: missed.at };
	if (before !== undefined || asked === undefined) return before && { ...before, required };
	return { required, present: false, warning: null, at: asked.at };
}

/** Where workspaces keep their packages. */
const PACKAGE = /^(?:packages|apps|libs|services|crates|modules|plugins)\/([^/]+)\/./;

/**
 * The projects a session worked in, by name, its own first: git roots and the packages of workspaces
 * whose files it changed (S2-006).
 */
function foldProjects(
	{ active_projects, project }: SessionRecord,
	lines: readonly JournalLine[],
): string[] {
	return [...new Set([...active_projects, project, ...lines.flatMap(projectsOf)])];
}

function projectsOf(line: JournalLine): string[] {
	if (line.e === 'elsewhere') return [lastPartOf(line.root)];
	if (line.e !== 'tool' && line.e !== 'file') return [];
	if (line.project !== undefined) return [lastPartOf(line.project)];
	const name = line.e === 'file' ? PACKAGE.exec(line.path)?.[1] : undefined;
	return name === undefined ? [] : [name];
}

type Shown = SessionRecord['sop_interactions'];

/**
 * Which requirements the session was shown, by which tool's refusal, and whether it followed: a later
 * satisfaction says so (S2-010, S2-027). Shown again before that, it is the same.
 */
function foldShown(before: Shown, lines: readonly JournalLine[]): Shown {
	return lines.reduce<Shown>((shown, line) => {
		if (line.e === 'refuse') return shown.concat(newIn(shown, line));
		if (line.e !== 'satisfied') return shown;
		return shown.map((one) =>
			line.names.includes(one.sop_path) ? { ...one, acknowledged: true } : one,
		);
	}, before);
}

function newIn(shown: Shown, { at, names, tool }: LineOf<'refuse'>): Shown {
	const open = shown.filter(({ acknowledged }) => !acknowledged);
	return names
		.filter((name) => !open.some((one) => one.sop_path === name && one.tool_call === tool))
		.map((name) => ({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool }));
}
