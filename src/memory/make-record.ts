import type { Continuity } from '../config/settings.ts';
import { compareTexts } from '../core/text/strings.ts';
import type { Folded } from '../journal/fold.ts';
import { DAY_MS, lastPartOf, type Pin } from '../journal/work.ts';
import { insightId, isInsight, type Note, type Notes, supposedBlockerId } from './notes.ts';
import {
	type Insight,
	isCandidate,
	RECORD_VERSION,
	type SessionRecord,
	SUPPOSED,
} from './record.ts';
import { withinSize } from './record-size.ts';
import { isSessionName } from './session-name.ts';
import { isPending } from './tasks.ts';
import {
	countTerms,
	countTermsOfName,
	countTermsOfNames,
	rankTopics,
	type TermCounts,
} from './topics.ts';

/** What a record takes from the config. */
export type RecordSettings = Pick<Continuity, 'topics' | 'pins' | 'expireDays'>;

/** Where no config is at hand, and nothing is stored. */
export const USUAL_SETTINGS: RecordSettings = {
	topics: 20,
	pins: { max: 10, maxInherited: 5 },
	expireDays: 7,
};

/** What a journal does not tell of its session. `user`, `root`: where its start does not say. */
interface RecordFacts {
	readonly key: string;
	readonly uuid: string;
	readonly user: string;
	readonly root: string;
	readonly notes: Notes;
	readonly journalBytes: number;
	readonly settings: RecordSettings;
}

/** The record of a session: what its journal comes to, with what it said. */
export function makeRecord({ life, work }: Folded, facts: RecordFacts): SessionRecord {
	const { key, uuid, notes, settings } = facts;
	const root = life.root ?? facts.root;
	const project = lastPartOf(root);
	const said = notes.all.filter(({ session }) => session === uuid);
	const expires = new Date(Date.parse(life.lastActivity) + settings.expireDays * DAY_MS);
	const continuations = [...work.continuations];
	const tasks = [...work.tasks.values()].sort((one, other) =>
		compareTexts(`${one.last_activity} ${one.id}`, `${other.last_activity} ${other.id}`),
	);
	const record: SessionRecord = {
		schema_version: RECORD_VERSION,
		key,
		uuid,
		name: work.name !== undefined && isSessionName(work.name) ? work.name : undefined,
		user: life.user ?? facts.user,
		channel: life.channel,
		project,
		root,
		cwd: life.cwd,
		branch: life.branch,
		phase: work.phase,
		pid: life.pid,
		pid_started: life.pidStarted,
		host: life.host,
		started_at: life.startedAt,
		last_activity: life.lastActivity,
		ended_at: life.endedAt ?? null,
		end_reason: life.endReason,
		status: statusOf(life),
		closed: work.isClosed || undefined,
		crash_recovered: life.isCrashed || undefined,
		expires_at: expires.toISOString(),
		previous: work.previous ?? null,
		parent: work.parent ?? null,
		continued_by: continuations[0] ?? null,
		continuations,
		lineage: [...work.lineage],
		restorations: work.restorations,
		inherited: work.inherited,
		comprehension: work.comprehension,
		pins: [...work.pins],
		insights: insightsSupposed(work.candidates),
		activity: activityOf(work),
		notes: lastWithin(work.progress, MOST_PROGRESS),
		terms: {},
		hot_topics: [],
		active_projects: [...new Set([project, ...work.projects])],
		pending_tasks: tasks.filter(isPending),
		recent_learnings: [],
		confidence_updates: [],
		sop_interactions: [...work.shown],
		journal_bytes: facts.journalBytes,
	};
	const terms = termsIn(record, work, said);
	const topics = rankTopics(terms, undefined, settings.topics);
	return withinSize(withNotes({ ...record, terms, hot_topics: topics }, notes, settings.pins.max));
}

type Said = Notes['all'];
type Work = Folded['work'];

function statusOf({ endedAt, isCrashed }: Folded['life']): SessionRecord['status'] {
	if (endedAt === undefined) return 'active';
	return isCrashed ? 'crashed' : 'complete';
}

/** What prompts seemed to decide. */
function insightsSupposed(candidates: Work['candidates']): Insight[] {
	return candidates
		.filter(({ kind }) => kind === 'decision')
		.map(({ text, at }) => {
			const id = insightId('decision', text);
			return { id, kind: 'decision', text, confidence: SUPPOSED, source: 'prompt', created_at: at };
		});
}

const REASONS: Readonly<Record<string, string>> = {
	confirm: 'confirmed',
	dispute: 'disputed',
	supersede: 'superseded',
};

/**
 * A record with what its session said as it is now: what was confirmed, disputed, ended or forgotten since. What no note
 * tells, such as what prompts only seemed to say and the pins of others, stays until somebody has a word on it.
 */
export function withNotes(record: SessionRecord, notes: Notes, maxPins: number): SessionRecord {
	const { uuid, activity } = record;
	const said = notes.all.filter(({ session }) => session === uuid);
	const ids = new Set<string>(notes.all.map(({ id }) => id));
	const settled = new Set(notes.verdicts.map(({ id }) => id));
	const isUntouched = (id: string) => !ids.has(id) && !settled.has(id);
	const insights = [
		...record.insights.filter(({ id }) => isUntouched(id)),
		...said.filter(isInsight).map(insightOf),
	];
	const heard = new Set(said.map(({ kind, label, text }) => JSON.stringify([kind, label, text])));
	const isHeard = (kind: Note['kind'], label: string | undefined, text: string) =>
		heard.has(JSON.stringify([kind, label, text]));
	const times = activity.next_actions_at ?? [];
	const next = [
		...activity.next_actions
			.map((text, index) => ({ text, at: times[index] ?? record.started_at }))
			.filter(({ text }) => !isHeard('next', undefined, text)),
		...said.filter(({ kind, ended }) => kind === 'next' && ended === undefined),
	];
	const completed = completedWith(activity, said);
	return {
		...record,
		pins: pinsOf(record, { said, notes, isUntouched }, maxPins),
		insights,
		recent_learnings: insights.filter((one) => !isCandidate(one)).map(({ id }) => id),
		confidence_updates: notes.verdicts
			.filter(({ session, confidence }) => session === uuid && confidence !== undefined)
			.map(({ id, old = 0, confidence = 0, op, at }) => {
				return {
					memory_id: id,
					old_score: old,
					new_score: confidence,
					reason: REASONS[op] ?? op,
					timestamp: at,
				};
			}),
		activity: {
			...activity,
			completed: [...completed.keys()],
			completed_at: [...completed.values()],
			next_actions: next.map(({ text }) => text),
			next_actions_at: next.map(({ at }) => at),
			blockers: [
				...activity.blockers.filter(
					(one) => !isHeard('blocker', one.type, one.text) && !settled.has(supposedBlockerId(one)),
				),
				...said.flatMap(blockerOf),
			],
		},
	};
}

function insightOf(note: Note): Insight {
	const { id, kind, text, why, confidence, source, at, tags, supersededBy } = note;
	return {
		id,
		kind: kind as Insight['kind'],
		text,
		why,
		confidence,
		source,
		created_at: at,
		superseded_by: supersededBy,
		tags: tags.length === 0 ? undefined : [...tags],
	};
}

function blockerOf({ kind, label: type = '', text, at, source, ended }: Note) {
	if (kind !== 'blocker') return [];
	return [{ type, text, at, source, resolved: ended === undefined ? undefined : true }];
}

/** What was completed, with the next steps that were ended as done. */
function completedWith(activity: SessionRecord['activity'], said: Said): Map<string, string> {
	const times = activity.completed_at ?? [];
	const known = activity.completed.map((what, index): [string, string] => [
		what,
		times[index] ?? '',
	]);
	const done = said.filter(({ kind, ended }) => kind === 'next' && ended === 'done');
	return new Map([
		...known,
		...done.map(({ text, endedAt = '' }): [string, string] => [`done:${text}`, endedAt]),
	]);
}

interface Noted {
	readonly said: Said;
	readonly notes: Notes;
	/** Whether no note and no verdict has this id. */
	readonly isUntouched: (id: string) => boolean;
}

/** Of an inherited pin and an own one of the same label the own one holds; one that was removed is gone. */
function pinsOf(record: SessionRecord, { said, notes, isUntouched }: Noted, most: number): Pin[] {
	const own = said
		.filter(({ kind, ended }) => kind === 'pin' && ended === undefined)
		.map(({ id, label = '', text, critical, at }): Pin => {
			const importance = critical === true ? 'critical' : 'standard';
			return { label, content: text, importance, pinned_at: at, id };
		});
	const labels = new Set(own.map(({ label }) => label));
	const open = new Set<string>(
		notes.all.filter(({ ended }) => ended === undefined).map(({ id }) => id),
	);
	const others = record.pins.filter(({ label, id = '' }) => {
		return !labels.has(label) && (open.has(id) || isUntouched(id));
	});
	return mostWorth([...others, ...own], most);
}

/** Of too many pins inherited standard ones go first, then other standard ones, the oldest of them before the rest (D23). */
function mostWorth(pins: readonly Pin[], most: number): Pin[] {
	if (pins.length <= most) return [...pins];
	const worth = ({ importance, origin }: Pin) => {
		if (importance === 'critical') return 2;
		return origin === undefined ? 1 : 0;
	};
	const leaving = [...pins].sort((one, other) => worth(one) - worth(other));
	const gone = new Set(leaving.slice(0, pins.length - most));
	return pins.filter((pin) => !gone.has(pin));
}

function activityOf(work: Work): SessionRecord['activity'] {
	return {
		files: [...work.files.values()],
		functions: [...work.functions],
		completed: [...work.completed.keys()],
		completed_at: [...work.completed.values()],
		next_actions: [],
		blockers: work.candidates
			.filter(({ kind }) => kind === 'blocker')
			.map(({ type = '', text, at }) => ({ type, text, at, source: 'prompt' })),
		asked: work.asked,
		unmet: work.unmet.length === 0 ? undefined : [...work.unmet],
		failed: work.failedTests.length === 0 ? undefined : [...work.failedTests],
		failures: work.failures.length === 0 ? undefined : [...work.failures],
		turns: work.turns,
		tools: Object.fromEntries(work.tools),
		skills: [...work.skills],
		commits: work.commits,
	};
}

/** Characters of progress text, and terms, that a record keeps: the newest, and the most frequent. */
const MOST_PROGRESS = 8_000;
const MOST_TERMS = 400;

function lastWithin(progress: Work['progress'], room: number): Work['progress'] {
	let left = room;
	const before = progress.findLastIndex(({ text }) => {
		left -= text.length;
		return left < 0;
	});
	return progress.slice(before + 1);
}

/** How much a word counts, by what it stands in: what was said deliberately more than what was mentioned (D28). */
const WEIGHTS = { pin: 3, said: 2, title: 2, name: 2, path: 1 };
/** So many files, and so many functions, say where the work was. */
const MOST_NAMES = 100;

/** How often each term occurred in the session, by what it stands in (D28). */
function termsIn(record: SessionRecord, work: Work, said: Said): Record<string, number> {
	const counts = new Map(work.terms);
	const add = (terms: TermCounts, weight: number) => {
		for (const [term, count] of Object.entries(terms))
			counts.set(term, (counts.get(term) ?? 0) + count * weight);
	};
	for (const { kind, text, label = '', tags } of said) {
		if (kind === 'pin') add(countTerms(`${label}\n${text}`), WEIGHTS.pin);
		else if (kind !== 'next' && kind !== 'blocker')
			add(countTerms([text, ...tags].join('\n')), WEIGHTS.said);
	}
	for (const text of work.mentioned) add(countTerms(text), WEIGHTS.said);
	for (const { title } of work.tasks.values()) add(countTerms(title), WEIGHTS.title);
	for (const branch of work.branches) add(countTermsOfName(branch), WEIGHTS.name);
	// `lbf-ham-radio` says what it is; that work in `shop` is about the shop tells nothing.
	const isTelling = (name: string) => name !== record.project || /[^-_][-_][^-_]/.test(name);
	for (const name of record.active_projects)
		if (isTelling(name)) add(countTermsOfName(name), WEIGHTS.name);
	const paths = record.activity.files.slice(-MOST_NAMES).map(({ path }) => path);
	add(countTermsOfNames([...paths, ...record.activity.functions.slice(-MOST_NAMES)]), WEIGHTS.path);
	const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_TERMS);
	return Object.fromEntries(most);
}
