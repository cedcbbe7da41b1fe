import { parseSessionId } from '../host/session-id.ts';
import { ENTRIES, type JournalLine } from '../journal/entries.ts';
import { reopen } from '../journal/gate-entries.ts';
import { linesOf, ofKind } from '../journal/lines.ts';
import { complete } from '../journal/row.ts';
import { lastPartOf, type Pin } from '../journal/work.ts';
import { isOfFuture } from '../store/clock.ts';
import { compareTexts } from '../text/strings.ts';
import { isInsight, type Note, type NoteKind, type Notes, noteId } from './notes.ts';
import { emptyRecord, type Insight, type InsightKind, NEVER, type SessionRecord } from './record.ts';
import { isSessionName } from './session-name.ts';
import { isPending } from './tasks.ts';
import { countTerms, countTermsOfName, rankTopics, type TermCounts } from './topics.ts';

/** What is not in the journal. `user`, `root`: if its start does not name them. */
interface RecordFacts {
	readonly user: string;
	readonly root: string;
	readonly notes: Notes;
	readonly journalBytes: number;
	/** The record that was stored last. */
	readonly stored?: SessionRecord | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** Topics of a record, the most significant. */
const MOST_TOPICS = 20;

/**
 * The record of a session: what the lines of its journal add up to (D9), what follows from that, and what the session said.
 * Torn, foreign and unknown lines, those of other sessions and those of the future cost only themselves. What `req prune`
 * removed of a journal is in the record that was stored: newer lines are added to that.
 *
 * @param raw parsed lines in the order of the file
 * @param session its full id and its key
 * @returns `undefined` if nothing says that the session started
 */
export function makeRecord(
	raw: readonly unknown[],
	session: { readonly uuid: string; readonly key: string },
	facts: RecordFacts,
): SessionRecord | undefined {
	const { stored, now, notes } = facts;
	const all = linesOf(raw, session.uuid)
		.filter(({ at }) => Date.parse(at) && !isOfFuture(at, now))
		.sort((one, other) => compareTexts(one.at, other.at));
	const start = all.find(({ e }) => e === 'start')?.at;
	const began = stored?.started_at ?? NEVER;
	if (start !== undefined && (began === NEVER || start <= began)) {
		const folded = foldLines(emptyRecord(session), all);
		const record = deriveFields(folded, facts);
		const terms = termsIn({ ...record, pending_tasks: folded.pending_tasks }, all, notes);
		const topics = rankTopics(terms, undefined, MOST_TOPICS);
		return withinSize(withNotes({ ...record, terms, hot_topics: topics }, notes));
	}
	if (stored === undefined) return undefined;
	const isNew = ({ e, at }: JournalLine) => ENTRIES[e].life === 'none' || at > stored.last_activity;
	const record = deriveFields(foldLines(structuredClone(stored), all.filter(isNew)), facts);
	return withinSize(withNotes(record, notes));
}

/** The record with lines added to it, in the order of their times. */
function foldLines(record: SessionRecord, lines: readonly JournalLine[]): SessionRecord {
	// An answer to a command of req says nothing about the work.
	const asides = new Set(ofKind(lines, 'prompt').map(({ aside, p }) => aside && p));
	for (const line of lines) {
		const { life, adds } = ENTRIES[line.e] as {
			life: string;
			adds: (record: SessionRecord, line: JournalLine) => void;
		};
		const { ended_at: ended, crash_recovered: isCrashed } = record;
		// The session that found it dead was wrong if a hook of it writes again.
		if (isCrashed === true && life === 'alive' && line.at > (ended ?? '')) reopen(record);
		const isAside = (line.e === 'turn' || line.e === 'held') && asides.has(line.p ?? '');
		adds(record, isAside ? { ...line, text: '' } : line);
		const isActive = life !== 'none' && record.ended_at === null;
		if (isActive && line.at > record.last_activity) record.last_activity = line.at;
	}
	return record;
}

/** Characters of progress text that a record keeps: the newest. */
const MOST_PROGRESS = 8_000;

/** A record with what follows from all its lines together. */
function deriveFields(record: SessionRecord, facts: RecordFacts): SessionRecord {
	const { name = '', activity, continuations } = record;
	const root = record.root || facts.root;
	const project = lastPartOf(root);
	const tasks = [...record.pending_tasks].sort((one, other) =>
		compareTexts(`${one.last_activity} ${one.id}`, `${other.last_activity} ${other.id}`),
	);
	return {
		...record,
		root,
		project,
		user: record.user || facts.user,
		name: isSessionName(name) ? name : undefined,
		status: statusOf(record),
		continuations: distinct(continuations),
		continued_by: continuations[0] ?? null,
		activity: { ...activity, functions: distinct(activity.functions) },
		notes: keepNewest(record.notes, MOST_PROGRESS),
		active_projects: distinct([project, ...record.active_projects]),
		pending_tasks: tasks.filter(isPending),
		journal_bytes: facts.journalBytes,
	};
}

/** The id of a candidate (D26), on any branch. */
export function candidateId({ kind, type, text }: SessionRecord['candidates'][number]): string {
	return noteId({ kind, label: type, text, branch: '' });
}

function distinct(list: readonly string[]): string[] {
	return [...new Set(list)];
}

/** The status of a session that is not archived. */
export function statusOf(record: Pick<SessionRecord, 'ended_at' | 'crash_recovered'>): SessionRecord['status'] {
	if (record.ended_at === null) return 'active';
	return record.crash_recovered === true ? 'crashed' : 'complete';
}

function keepNewest<One extends { text: string }>(progress: readonly One[], room: number): One[] {
	let left = room;
	const before = progress.findLastIndex(({ text }) => {
		left -= text.length;
		return left < 0;
	});
	return progress.slice(before + 1);
}

/** How the record names what was said of a lesson. */
const REASONS: Readonly<Record<string, string>> = {
	confirm: 'confirmed',
	dispute: 'disputed',
	supersede: 'superseded',
};

/**
 * A record with what its session noted as it is now: what was confirmed, disputed, ended or forgotten since, wherever that
 * was said. A lesson that only the record has stays. Of the pins that came in those are left that have not ended; an own one
 * takes the place of one of its label.
 */
export function withNotes(record: SessionRecord, notes: Notes): SessionRecord {
	const isOwn = ({ session }: { readonly session?: string | undefined }) => session === record.uuid;
	const own = notes.all.filter(isOwn);
	const known = new Set([...notes.all, ...notes.verdicts].map(({ id }) => id));
	const open = own.filter(({ ended }) => ended === undefined);
	const ofKind = (kind: NoteKind) => open.filter((note) => note.kind === kind);
	const pinned = ofKind('pin');
	const held = heldPins(record).flatMap((id) =>
		notes.all.filter((note) => {
			const isReplaced = pinned.some(({ label }) => label === note.label);
			return note.id === id && note.ended === undefined && !isReplaced;
		}),
	);
	const only = record.insights.filter(({ id }) => !known.has(id));
	const insights = [...only, ...own.filter(isInsight).map(insightOf)];
	const steps = ofKind('next');
	const { completed, completed_at } = record.activity;
	const activity = {
		...record.activity,
		completed: [...completed],
		completed_at: [...completed_at],
		next_actions: steps.map(({ text }) => text),
		next_actions_at: steps.map(({ at }) => at),
		blockers: own
			.filter(({ kind }) => kind === 'blocker')
			.map(({ label: type = '', text, at, source, ended }) => {
				return { type, text, at, source, resolved: ended !== undefined || undefined };
			}),
	};
	for (const { kind, text, ended, endedAt = '' } of own)
		if (kind === 'next' && ended === 'done') complete({ activity }, `done:${text}`, endedAt);
	return {
		...record,
		activity,
		insights,
		pins: [...held.map((note) => pinOf(note, true)), ...pinned.map((note) => pinOf(note, false))],
		candidates: record.candidates.filter((one) => !known.has(candidateId(one))),
		recent_learnings: insights.map(({ id }) => id),
		confidence_updates: notes.verdicts
			.filter((one) => isOwn(one) && one.confidence !== undefined)
			.map(({ id, old = 0, confidence = 0, op, at }) => ({
				memory_id: id,
				old_score: old,
				new_score: confidence,
				reason: REASONS[op] ?? op,
				timestamp: at,
			})),
	};
}

/** Ids of the pins that came in. A session that the user named takes the place of those that gave pins before it (D24). */
function heldPins({ restorations }: SessionRecord): readonly string[] {
	const named = restorations.findLastIndex(({ mode }) => mode === 'explicit');
	return distinct(restorations.slice(Math.max(named, 0)).flatMap(({ pins = [] }) => pins));
}

function insightOf({ id, kind, text, why, confidence, source, at, ...note }: Note): Insight {
	const tags = note.tags.length > 0 ? [...note.tags] : undefined;
	const said = { id, kind: kind as InsightKind, text, why, confidence, source, created_at: at };
	return { ...said, superseded_by: note.supersededBy, tags };
}

function pinOf({ id, label = '', text, critical, at, session = '' }: Note, isHeld: boolean): Pin {
	const importance = critical === true ? 'critical' : 'standard';
	const pin: Pin = { id, label, content: text, importance, pinned_at: at };
	return isHeld ? { ...pin, origin: { session: parseSessionId(session)?.key ?? session, at } } : pin;
}

/** Terms that a record keeps, the most frequent. */
const MOST_TERMS = 400;
/** How much a word counts, by its source: what was said deliberately more than what was mentioned (D28). */
const WEIGHTS = { pin: 3, said: 2, title: 2, name: 2, path: 1 };
/** So many files, and so many functions, say where the work was. */
const MOST_NAMES = 100;
/** Files of one folder repeat its name. */
const MOST_OF_NAMES = 2;

/** How often each term occurred in the session, by its source (D28). */
function termsIn(
	{ uuid, project, activity, terms: prompted, ...record }: SessionRecord,
	lines: readonly JournalLine[],
	notes: Notes,
): Record<string, number> {
	const counts = new Map(Object.entries(prompted));
	const add = (terms: TermCounts, weight: number) => {
		for (const [term, count] of Object.entries(terms)) counts.set(term, (counts.get(term) ?? 0) + count * weight);
	};
	for (const note of notes.all.filter(({ session }) => session === uuid)) {
		const terms = countTerms([note.label ?? '', note.text, ...note.tags].join('\n'));
		if (note.kind === 'pin' || isInsight(note)) add(terms, WEIGHTS[note.kind === 'pin' ? 'pin' : 'said']);
	}
	for (const { subject } of activity.commits) add(countTerms(subject), WEIGHTS.said);
	for (const { title } of record.pending_tasks) add(countTerms(title), WEIGHTS.title);
	const branches = lines.map((line) => (line.e === 'start' || line.e === 'turn' ? line.branch : ''));
	for (const branch of distinct(branches)) add(countTermsOfName(branch), WEIGHTS.name);
	// `lbf-ham-radio` describes the work; `shop` is only where it was done.
	const isTelling = (name: string) => name !== project || /[^-_][-_][^-_]/.test(name);
	for (const name of record.active_projects.filter(isTelling)) add(countTermsOfName(name), WEIGHTS.name);
	const paths = activity.files.slice(-MOST_NAMES).map(({ path }) => path);
	const names = countTerms([...paths, ...activity.functions.slice(-MOST_NAMES)].join('\n'));
	add(
		Object.fromEntries(Object.entries(names).map(([term, count]) => [term, Math.min(count, MOST_OF_NAMES)])),
		WEIGHTS.path,
	);
	const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_TERMS);
	return Object.fromEntries(most);
}

/** Bytes that a record may take on disk (D28). */
export const MAX_RECORD_BYTES = 50 * 1024;

/** The text that a record has on disk: tabs, so that people can read it. */
export function recordText(record: SessionRecord): string {
	return `${JSON.stringify(record, undefined, '\t')}\n`;
}

/**
 * The record within its size (D28): the list that takes the most room, mostly the files, gives up its oldest items;
 * `dropped` counts them.
 */
function withinSize(record: SessionRecord): SessionRecord {
	let excess = excessOf(record);
	if (excess <= 0) return record;
	const lighter = structuredClone(record);
	for (; excess > 0; excess = excessOf(lighter)) {
		const largest = listsOf(lighter).sort((one, other) => other.bytes - one.bytes)[0];
		// A journal that req did not write may have terms of any length.
		if (largest === undefined) return { ...lighter, terms: {} };
		const { holder, name, count, bytes } = largest;
		// By the average of its items, and a part only: then another list may be the largest.
		const going = Math.ceil(count * Math.min(excess / bytes, LARGEST_PART));
		for (const key of [name, `${name}_at`]) {
			const list = holder[key];
			if (Array.isArray(list)) holder[key] = list.slice(going);
		}
		const { dropped = {} } = lighter.activity;
		lighter.activity.dropped = { ...dropped, [name]: (dropped[name] ?? 0) + going };
	}
	return lighter;
}

/** Share of a list that goes at once. */
const LARGEST_PART = 0.1;

function excessOf(record: SessionRecord): number {
	return Buffer.byteLength(recordText(record)) - MAX_RECORD_BYTES;
}

/** The lists of a record that hold something. Lists of times (`completed_at`) go along with what they are of. */
function listsOf(record: SessionRecord) {
	return [record, record.activity].flatMap((holder: Record<string, unknown>) =>
		Object.entries(holder).flatMap(([name, list]) => {
			if (!Array.isArray(list) || list.length === 0 || name.endsWith('_at')) return [];
			// As deep as it is in the record.
			const bytes = Buffer.byteLength(JSON.stringify([[list]], undefined, '\t'));
			return [{ holder, name, count: list.length, bytes }];
		}),
	);
}
