import type { Task } from '../journal/work.ts';
import { compareTexts } from '../text/strings.ts';
import type { Note } from './notes.ts';
import type { SessionRecord } from './record.ts';
import { isPending } from './tasks.ts';
import { stemOf, wordsOf } from './terms.ts';

/** Kinds of entries in the order they are listed: what was said, what was done, names. */
const KIND_GROUPS = [
	['warning', 'decision', 'learning', 'pattern', 'pin', 'blocker', 'next'],
	['task', 'note'],
	['name', 'done', 'commit'],
	['file', 'function'],
	['topic'],
] as const;

/** One thing that can be found. */
export interface SearchEntry {
	readonly kind: (typeof KIND_GROUPS)[number][number];
	readonly text: string;
	/** ISO time. */
	readonly at: string;
	/** Key of its session; `undefined` if it is of none, or of a deleted one. */
	readonly session?: string | undefined;
	/** Name of that session, or `team`. */
	readonly name?: string | undefined;
	/** How a note or a task ended: `done`, `removed`, `dropped`. */
	readonly ended?: string | undefined;
	readonly note?: Note;
}

/** What was said; each thing once, for what a session inherited is another session's. */
export function entriesOfNotes(notes: readonly Note[], records: readonly SessionRecord[]): SearchEntry[] {
	const sessions = new Map(records.map((record) => [record.uuid, record]));
	return notes.map((note) => {
		const { kind, label, text, why, tags, at, isTeams, ended } = note;
		const record = sessions.get(note.session ?? '');
		const said = [label, text, why].filter((part) => part !== undefined).join(': ');
		const listed = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
		const name = isTeams ? 'team' : record?.name;
		return { kind, text: `${said}${listed}`, at, session: record?.key, name, ended, note };
	});
}

/** What a session did, beyond what it said and its tasks. */
export function entriesOfRecord({ key, name, activity, ...record }: SessionRecord): SearchEntry[] {
	const entry = (kind: SearchEntry['kind'], text: string, at = record.last_activity) => {
		return { kind, text, at, session: key, name };
	};
	const done = activity.completed.filter((text) => !/^(?:commit|done):/.test(text));
	const topics = record.hot_topics.join(', ');
	return [
		...record.notes.map(({ text, at }) => entry('note', text, at)),
		...(name === undefined ? [] : [entry('name', name)]),
		...done.map((text) => entry('done', text)),
		...activity.commits.map(({ subject, at }) => entry('commit', subject, at)),
		...activity.files.map(({ path, last }) => entry('file', path, last)),
		...activity.functions.map((text) => entry('function', text)),
		...(topics === '' ? [] : [entry('topic', topics)]),
	];
}

/** The tasks of the list, with the session that touched each last. */
export function entriesOfTasks(tasks: readonly Task[], records: readonly SessionRecord[]): SearchEntry[] {
	const names = new Map(records.map(({ key, name }) => [key, name]));
	return tasks.map((task) => {
		const { id, title, description, session, last_activity: at } = task;
		const text = [id, title, description].filter((part) => part !== undefined).join(': ');
		const ended = isPending(task) ? undefined : task.status;
		return { kind: 'task', text, at, session, name: names.get(session ?? ''), ended };
	});
}

export interface SearchHit extends SearchEntry {
	/** 0–1: the share of the words asked for that it has as they were asked. */
	readonly score: number;
	/** Its words that were meant, in lower case. */
	readonly matched: readonly string[];
}

/**
 * Finds the entries that have all words asked for, each in any form or as the beginning of a word: by kind, the best of
 * each first, of equals the newer.
 */
export function searchEntries(entries: readonly SearchEntry[], asked: string): SearchHit[] {
	const wanted = [...new Set(wordsOf(asked))].map((word) => ({ word, stem: stemOf(word) }));
	if (wanted.length === 0) return [];
	const hits = entries.flatMap((entry): SearchHit[] => {
		const words = [...new Set(wordsOf(entry.text))];
		const met = wanted.map(({ word, stem }) =>
			words.filter((found) => found.startsWith(word) || stemOf(found) === stem),
		);
		if (met.some((found) => found.length === 0)) return [];
		const score = wanted.filter(({ word }) => words.includes(word)).length / wanted.length;
		return [{ ...entry, score, matched: [...new Set(met.flat())] }];
	});
	const groupOf = ({ kind }: SearchEntry) => KIND_GROUPS.findIndex((kinds: readonly string[]) => kinds.includes(kind));
	return hits.sort(
		(one, other) => groupOf(one) - groupOf(other) || other.score - one.score || compareTexts(other.at, one.at),
	);
}
