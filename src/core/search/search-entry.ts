import { type Lesson, learnedLesson } from '../../memory/lesson.ts';
import { supersededBy } from '../session-record/insights.ts';
import type { Insight, SessionRecord } from '../session-record/schema.ts';
import type { Task } from '../task/tasks.ts';
import { cut, oneLine } from '../text/one-line.ts';

/** What kind of thing was found. */
export const ENTRY_KINDS = [
	...['name', 'insight', 'pin', 'task', 'note', 'next', 'blocker', 'done'],
	...['commit', 'file', 'function', 'topic'],
] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

/** One thing that can be looked for. */
export interface SearchEntry {
	/** Key of the session it is of; `undefined` for a task that no session has. */
	readonly session: string | undefined;
	/** Name of that session. */
	readonly name: string | undefined;
	readonly kind: EntryKind;
	/** Of an insight. */
	readonly id?: string;
	readonly text: string;
	/** ISO time. */
	readonly at: string;
	/** Id of the insight that took the place of this one. */
	readonly supersededBy?: string | undefined;
	/** An insight as prompts and files are told of it. */
	readonly lesson?: () => Lesson;
}

/**
 * Everything a session wrote down, each thing for itself and once: an inherited pin is that of another session, and a
 * commit is among those that were brought to an end, too.
 */
export function searchEntriesOf(record: SessionRecord): SearchEntry[] {
	const { activity, last_activity: last } = record;
	const of = (kind: EntryKind, text: string, at = last): SearchEntry => ({
		...{ session: record.key, name: record.name, kind, text, at },
	});
	return [
		...(record.name === undefined ? [] : [of('name', record.name)]),
		...record.insights.map((insight) => {
			const lesson = () => learnedLesson(insight, record);
			return {
				...of('insight', insightText(insight), insight.created_at),
				...{ id: insight.id, supersededBy: supersededBy(insight), lesson },
			};
		}),
		...record.pins
			.filter(({ origin }) => origin === undefined)
			.map(({ label, content, pinned_at }) => of('pin', joined(label, content), pinned_at)),
		...record.pending_tasks.map(({ id, title, last_activity }) =>
			of('task', joined(id, title), last_activity),
		),
		...record.notes.map(({ text, at }) => of('note', text, at)),
		...activity.next_actions.map((text) => of('next', text)),
		...activity.blockers.map(({ type, text, at }) => of('blocker', joined(type, text), at)),
		...activity.completed
			.filter((text) => !text.startsWith('commit:'))
			.map((text) => of('done', text)),
		...activity.commits.map(({ subject, at }) => of('commit', subject, at)),
		...activity.files.map(({ path, last: changed }) => of('file', path, changed)),
		...activity.functions.map((text) => of('function', text)),
		...(record.hot_topics.length === 0 ? [] : [of('topic', record.hot_topics.join(', '))]),
	];
}

function insightText({ text, why, tags }: Pick<Insight, 'text' | 'why' | 'tags'>): string {
	const said = joined(text, why);
	return tags === undefined || tags.length === 0 ? said : `${said} [${tags.join(', ')}]`;
}

/** A task that outlived its session. */
export function taskEntry(task: Task): SearchEntry {
	const { id, title, description, session, last_activity } = task;
	const text = joined(joined(id, title), description);
	return { session, name: undefined, kind: 'task', text, at: last_activity };
}

function joined(one: string, other: string | undefined): string {
	return other === undefined || other === '' ? one : `${one}: ${other}`;
}

/** Why a word of a text was taken for one that was asked for. */
interface Match {
	readonly asked: string;
	/** In lower case. */
	readonly found: string;
	readonly how: 'word' | 'beginning' | 'misspelling';
}

/**
 * What each word asked for was found as.
 *
 * @param terms the words of the text that were meant, in lower case
 */
export function matchesOf(asked: string, terms: readonly string[]): Match[] {
	const words = [...new Set(asked.toLowerCase().match(WORD) ?? [])];
	const whole = new Set(terms.filter((term) => words.includes(term)));
	// What a misspelling stands for is a word that nothing else was found for.
	const begun = (word: string) => terms.some((term) => term.startsWith(word));
	const open = words.filter((word) => !begun(word));
	return terms.flatMap((found): Match[] => {
		if (whole.has(found)) return [{ asked: found, found, how: 'word' }];
		const start = words.find((word) => found.startsWith(word));
		if (start !== undefined) return [{ asked: start, found, how: 'beginning' }];
		const [near = words[0] ?? ''] = open;
		return [{ asked: near, found, how: 'misspelling' }];
	});
}

const TAKEN = { word: 'is', beginning: 'begins', misspelling: 'taken for' } as const;

/** In words, where it is more than the words themselves: `data begins database, deploymnt taken for deployment`. */
export function matchText(matches: readonly Match[]): string {
	const other = matches.filter(({ how }) => how !== 'word');
	return other.map(({ asked, found, how }) => `${asked} ${TAKEN[how]} ${found}`).join(', ');
}

/** A part of a text, and where in it the words stand that were meant: `[from, to)`. */
interface Snippet {
	readonly text: string;
	readonly matches: readonly (readonly [from: number, to: number])[];
}

/** So much of the text before the first match tells what it is about. */
const BEFORE = 30;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The part of a text around the first word that was meant, as one harmless line.
 *
 * @param terms those words, in lower case
 * @param length how many characters at most
 */
export function snippetOf(text: string, terms: readonly string[], length: number): Snippet {
	const flat = text.replace(/\s+/g, ' ').trim();
	const first = wordsIn(flat, terms)[0]?.[0] ?? 0;
	const isFar = first > BEFORE && flat.length > length;
	const start = isFar ? flat.lastIndexOf(' ', first - BEFORE / 2) + 1 : 0;
	const rest = flat.slice(start);
	const short = rest.length <= length ? rest : `${cut(rest, length - 1)}…`;
	const shown = oneLine(`${start === 0 ? '' : '…'}${short}`);
	return { text: shown, matches: wordsIn(shown, terms) };
}

function wordsIn(text: string, terms: readonly string[]): [number, number][] {
	const meant = new Set(terms);
	return [...text.matchAll(WORD)]
		.filter(([word]) => meant.has(word.toLowerCase()))
		.map(({ index, 0: word }) => [index, index + word.length]);
}
