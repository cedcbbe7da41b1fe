import { cut, oneLine } from '../core/text/one-line.ts';
import { compareTexts } from '../core/text/strings.ts';
import { filesNamed } from './lesson.ts';
import { isInsight, type Note } from './notes.ts';
import type { SessionRecord } from './record.ts';
import type { Task } from './tasks.ts';
import { chunksOf, splitChunk, stemOf } from './terms.ts';

/** What can be found, in the order it is listed: what somebody noted, what was done, names. */
const KIND_GROUPS = [
	['insight', 'pin', 'blocker', 'next'],
	['task', 'note'],
	['name', 'done', 'commit'],
	['file', 'function'],
	['topic'],
] as const;
type EntryKind = (typeof KIND_GROUPS)[number][number];

/** One thing that can be found. */
export interface SearchEntry {
	/** Key of its session; `undefined` for a task of no session. */
	readonly session: string | undefined;
	/** Name of that session. */
	readonly name: string | undefined;
	readonly kind: EntryKind;
	/** The kind as it is listed: of an insight `decision`, `warning` and the like. */
	readonly label: string;
	readonly text: string;
	/** ISO time. */
	readonly at: string;
	/** Of an insight. */
	readonly id?: string;
	/** Id of the insight that took the place of this one. */
	readonly supersededBy?: string | undefined;
	/** Files of its session that an insight names. */
	readonly files?: () => readonly string[];
}

/** All that a session wrote down, each thing once: an inherited pin is another session's. */
export function entriesOf({ key, name, activity, ...record }: SessionRecord): SearchEntry[] {
	const entry = (kind: EntryKind, text: string, at = record.last_activity): SearchEntry => {
		return { session: key, name, kind, label: kind, text, at };
	};
	const insights = record.insights.map((insight): SearchEntry => {
		const { id, kind, text, why, confidence, superseded_by: newer, tags = [] } = insight;
		const listed = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
		return {
			...entry('insight', `${join(text, why)}${listed}`, insight.created_at),
			label: kind,
			id,
			supersededBy: confidence === 0 ? newer : undefined,
			files: () =>
				filesNamed(
					text,
					activity.files.map(({ path }) => path),
				),
		};
	});
	const pins = record.pins.filter(({ origin }) => origin === undefined);
	const done = activity.completed.filter((text) => !text.startsWith('commit:'));
	const topics = record.hot_topics.join(', ');
	return [
		...insights,
		...pins.map((pin) => entry('pin', join(pin.label, pin.content), pin.pinned_at)),
		...activity.blockers.map(({ type, text, at }) => entry('blocker', join(type, text), at)),
		...activity.next_actions.map((text) => entry('next', text)),
		...record.pending_tasks.map((task) =>
			entry('task', join(task.id, task.title), task.last_activity),
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

/** What the team noted, or somebody in a terminal; `undefined` for a note of a session, or one that has ended. */
export function entryOfNote(note: Note): SearchEntry | undefined {
	const { id, kind, text, label, why, tags, at, supersededBy, isTeams } = note;
	if (note.session !== undefined || note.ended !== undefined) return undefined;
	const of = { session: undefined, name: isTeams ? 'team' : undefined, label: kind, id, at };
	if (!isInsight(note)) {
		const said = label === undefined ? text : join(label, text);
		return { ...of, kind: kind as EntryKind, text: said };
	}
	const listed = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
	return { ...of, kind: 'insight', text: `${join(text, why)}${listed}`, supersededBy };
}

/** A task that outlived its session. */
export function entryOfTask({ id, title, description, session, ...task }: Task): SearchEntry {
	const text = join(join(id, title), description);
	return { session, name: undefined, kind: 'task', label: 'task', text, at: task.last_activity };
}

function join(one: string, other: string | undefined): string {
	return other === undefined || other === '' ? one : `${one}: ${other}`;
}

const HOW = {
	word: { weight: 1, words: '' },
	form: { weight: 0.8, words: 'is a form of' },
	beginning: { weight: 0.5, words: 'begins' },
	misspelling: { weight: 0.2, words: 'taken for' },
} as const;

/** Why a word of a text was taken for one that was asked for; both in lower case. */
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

/** Finds the entries that have all words asked for, by kind, the best of each first. */
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
	hits.sort(
		(one, other) =>
			groupOf(one) - groupOf(other) || other.score - one.score || compareTexts(other.at, one.at),
	);
	// A task is in its list and in its session.
	return [...new Map(hits.map((hit) => [`${hit.session} ${hit.kind} ${hit.text}`, hit])).values()];
}

function groupOf({ kind }: SearchEntry): number {
	return KIND_GROUPS.findIndex((kinds: readonly EntryKind[]) => kinds.includes(kind));
}

function wordsOf(text: string): string[] {
	return chunksOf(text).flatMap(({ written }) => splitChunk(written));
}

/** A misspelling is looked for if nothing else is found. Short words are too like each other. */
function matchWord(asked: string, words: ReadonlySet<string>): Match[] {
	const how = (found: string): keyof typeof HOW | undefined => {
		if (found === asked) return 'word';
		if (stemOf(found) === stemOf(asked)) return 'form';
		return found.startsWith(asked) ? 'beginning' : undefined;
	};
	const meant = [...words].flatMap((found): Match[] => {
		const is = how(found);
		return is === undefined ? [] : [{ asked, found, how: is }];
	});
	if (meant.length > 0 || asked.length < 4) return meant;
	const cuts = new Set(withOneLetterLess(asked));
	const near = [...words].filter((word) => withOneLetterLess(word).some((cut) => cuts.has(cut)));
	return near.map((found) => ({ asked, found, how: 'misspelling' }));
}

/** Two words share one of these if a letter is wrong, missing or added, or two are swapped. */
function withOneLetterLess(word: string): string[] {
	return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** `data begins database, deploymnt taken for deployment`; empty if all words are whole. */
export function matchText(matches: readonly Match[]): string {
	const other = matches.filter(({ how }) => how !== 'word');
	return other.map(({ asked, found, how }) => `${asked} ${HOW[how].words} ${found}`).join(', ');
}

const WORD = /[\p{L}\p{N}]+/gu;
/** So much of the text before the first match says what it is about. */
const BEFORE = 30;

/**
 * The part of a text around the first word that was found, as one harmless line.
 *
 * @param words in lower case
 * @param length how many characters at most, with an ellipsis
 */
export function snippetOf(text: string, words: readonly string[], length: number): string {
	const flat = text.replace(/\s+/g, ' ').trim();
	const isFound = ([word]: RegExpExecArray) => words.includes(word.toLowerCase());
	const first = [...flat.matchAll(WORD)].find(isFound)?.index ?? 0;
	const isFar = first > BEFORE && flat.length > length;
	const start = isFar ? flat.lastIndexOf(' ', first - BEFORE / 2) + 1 : 0;
	const rest = flat.slice(start);
	const short = rest.length <= length ? rest : `${cut(rest, length - 1)}…`;
	return oneLine(`${start === 0 ? '' : '…'}${short}`);
}

/** Marks words in a line; `words` in lower case. */
export function markWords(line: string, words: readonly string[], mark: (word: string) => string) {
	return line.replace(WORD, (word) => (words.includes(word.toLowerCase()) ? mark(word) : word));
}
