import { cut, oneLine } from '../core/text/one-line.ts';
import { compareTexts } from '../core/text/strings.ts';
import type { Note } from './notes.ts';
import type { SessionRecord } from './record.ts';
import type { Task } from './tasks.ts';
import { stemOf, wordsOf } from './terms.ts';

/** What can be found, in the order it is listed: what somebody said, what was done, names. */
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
	readonly note?: Note;
}

/** What was said; each thing once, for what a session inherited is another session's. */
export function entriesOfNotes(
	notes: readonly Note[],
	records: readonly SessionRecord[],
): SearchEntry[] {
	const sessions = new Map(records.map((record) => [record.uuid, record]));
	return notes.map((note) => {
		const { kind, label, text, why, tags, at, isTeams } = note;
		const record = sessions.get(note.session ?? '');
		const said = [label, text, why].filter((part) => part !== undefined).join(': ');
		const listed = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
		const name = isTeams ? 'team' : record?.name;
		return { kind, text: `${said}${listed}`, at, session: record?.key, name, note };
	});
}

/** What a session did, beyond what it said. */
export function entriesOfRecord({ key, name, activity, ...record }: SessionRecord): SearchEntry[] {
	const entry = (kind: SearchEntry['kind'], text: string, at = record.last_activity) => {
		return { kind, text, at, session: key, name };
	};
	const done = activity.completed.filter((text) => !/^(?:commit|done):/.test(text));
	const topics = record.hot_topics.join(', ');
	return [
		...record.pending_tasks.map(({ id, title, last_activity: at }) =>
			entry('task', `${id}: ${title}`, at),
		),
		...record.notes.map(({ text, at }) => entry('note', text, at)),
		...(name === undefined ? [] : [entry('name', name)]),
		...done.map((text) => entry('done', text)),
		...activity.commits.map(({ subject, at }) => entry('commit', subject, at)),
		...activity.files.map(({ path, last }) => entry('file', path, last)),
		...activity.functions.map((text) => entry('function', text)),
		...(topics === '' ? [] : [entry('topic', topics)]),
	];
}

/** A task that outlived its session. */
export function entryOfTask({ id, title, description, session, ...task }: Task): SearchEntry {
	const text = [id, title, description].filter((part) => part !== undefined).join(': ');
	return { kind: 'task', text, at: task.last_activity, session };
}

/** Why a word of a text was taken for one that was asked for, and what that is worth. */
const HOW = {
	word: { weight: 1, words: '' },
	form: { weight: 0.8, words: 'is a form of' },
	beginning: { weight: 0.5, words: 'begins' },
	misspelling: { weight: 0.2, words: 'taken for' },
} as const;

/** Words in lower case. */
interface Match {
	readonly asked: string;
	readonly found: string;
	readonly how: keyof typeof HOW;
}

export interface SearchHit extends SearchEntry {
	/** 0–1; the higher, the better. */
	readonly score: number;
	readonly matched: readonly Match[];
}

/** Finds the entries that have all words asked for, by kind, the best of each first, of equals the newer. */
export function searchEntries(entries: readonly SearchEntry[], asked: string): SearchHit[] {
	const read = entries.map((entry) => ({ entry, words: new Set(wordsOf(entry.text)) }));
	const all = new Set(read.flatMap(({ words }) => [...words]));
	const wanted = [...new Set(wordsOf(asked))].map((word) => matchWord(word, all));
	if (wanted.length === 0) return [];
	const hits = read.flatMap(({ entry, words }): SearchHit[] => {
		const found = wanted.map((matches) => matches.filter((match) => words.has(match.found)));
		if (found.some((matches) => matches.length === 0)) return [];
		const best = found.map((matches) => Math.max(...matches.map(({ how }) => HOW[how].weight)));
		const score = best.reduce((sum, weight) => sum + weight, 0) / wanted.length;
		return [{ ...entry, score, matched: found.flat() }];
	});
	const groupOf = ({ kind }: SearchEntry) =>
		KIND_GROUPS.findIndex((kinds: readonly string[]) => kinds.includes(kind));
	hits.sort(
		(one, other) =>
			groupOf(one) - groupOf(other) || other.score - one.score || compareTexts(other.at, one.at),
	);
	// A task is in its list and in its session.
	return [...new Map(hits.map((hit) => [`${hit.session} ${hit.kind} ${hit.text}`, hit])).values()];
}

/** A misspelling is looked for if nothing else is found. Short words are too like each other. */
function matchWord(asked: string, words: ReadonlySet<string>): Match[] {
	const howOf = (found: string): Match['how'] | undefined => {
		if (found === asked) return 'word';
		if (stemOf(found) === stemOf(asked)) return 'form';
		return found.startsWith(asked) ? 'beginning' : undefined;
	};
	const meant = [...words].flatMap((found): Match[] => {
		const how = howOf(found);
		return how === undefined ? [] : [{ asked, found, how }];
	});
	if (meant.length > 0 || asked.length < 4) return meant;
	const cuts = new Set(withOneLetterLess(asked));
	const near = [...words].filter((word) => withOneLetterLess(word).some((one) => cuts.has(one)));
	return near.map((found) => ({ asked, found, how: 'misspelling' }));
}

/** Two words share one of these if a letter is wrong, missing or added, or two are swapped. */
function withOneLetterLess(word: string): string[] {
	return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** `running, data begins database, deploymnt taken for deployment` */
export function matchText(matches: readonly Match[]): string {
	return matches
		.map(({ asked, found, how }) =>
			how === 'word' ? asked : `${asked} ${HOW[how].words} ${found}`,
		)
		.join(', ');
}

/** So much of the text before the first match says what it is about. */
const BEFORE = 30;
const SNIPPET = 90;

/** The part of a text around the first word that was found, as one harmless line. */
export function snippetOf({ text, matched }: Pick<SearchHit, 'text' | 'matched'>): string {
	const flat = text.replace(/\s+/g, ' ').trim();
	const isFound = (word: string) => matched.some(({ found }) => found === word.toLowerCase());
	const first = [...flat.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => isFound(word))?.index ?? 0;
	const isFar = first > BEFORE && flat.length > SNIPPET;
	const rest = isFar ? `…${flat.slice(flat.lastIndexOf(' ', first - BEFORE / 2) + 1)}` : flat;
	return oneLine(rest.length <= SNIPPET ? rest : `${cut(rest, SNIPPET - 1)}…`);
}
