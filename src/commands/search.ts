import { homeOfCaller } from '../app/commands/memory-of.ts';
import { recallFacts } from '../app/continuity/learned-today.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { CommandPorts } from '../app/ports.ts';
import {
	matchesOf,
	matchText,
	type SearchEntry,
	searchEntriesOf,
	snippetOf,
	taskEntry,
} from '../core/search/search-entry.ts';
import { Task } from '../core/task/tasks.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { counted } from '../core/text/phrases.ts';
import type { Place } from '../git/place.ts';
import { findGone, outdatedText } from '../memory/recall-text.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { callerAt, command, TABLE_OPTIONS } from './command.ts';
import { columns, type Layout, layoutOf } from './layout.ts';
import { paintOn } from './paint.ts';

/** What a reader wants to see at once; scripts get all. */
const MOST_SHOWN = 20;

/** `req search WORDS…` */
export const search = command({
	about:
		'Looks through all sessions of this repository, archived ones too: insights, pins, tasks, notes, commits, files, topics. Every word must be found; the beginning of a word is enough, and a misspelling is forgiven; each find says which word it was taken for.',
	words: { '<words...>': 'what to look for' },
	options: TABLE_OPTIONS,
	examples: ['req search rate limit', 'req search jwt --json'],
	run: async ({ words, wide }, ports) => {
		const place = await homeOfCaller(callerAt(ports, undefined), ports);
		const records = await everyRecord(place, ports);
		const entries = [...records.flatMap(searchEntriesOf), ...(await taskEntries(place, ports))];
		const texts = entries.map(({ text }) => text);
		const said = words.join(' ');
		const found = await allPorts(ports).searchTexts(texts, said);
		const hits = once(
			found.flatMap(({ index, score, terms }) => {
				const entry = entries[index];
				return entry === undefined ? [] : [{ ...entry, score, terms }];
			}),
		);
		const { exists } = recallFacts(place, ports);
		const all = hits.map((hit) => ({
			...hit,
			gone: hit.lesson === undefined ? [] : findGone(hit.lesson(), exists),
		}));
		const shown = all.slice(0, MOST_SHOWN);
		const more = all.length > MOST_SHOWN ? [`+${all.length - MOST_SHOWN} more: --json`] : [];
		const none = `nothing found in ${counted(records.length, 'session')}`;
		const layout = layoutOf({ wide }, ports);
		return {
			text: () =>
				hits.length === 0
					? none
					: [
							...hitLines(shown, said, { ...layout, bold: paintOn(ports.context).bold }),
							...more,
						].join('\n'),
			json: () =>
				all.map(({ id, session, name, score, terms, supersededBy, gone, ...hit }) => ({
					session: session ?? null,
					name: name ?? null,
					...{ kind: hit.kind, text: hit.text, at: hit.at },
					score: Math.round(score * 1_000) / 1_000,
					matched: matchesOf(said, terms),
					superseded_by: supersededBy ?? null,
					gone,
					id: id ?? null,
				})),
		};
	},
});

/** One thing found. `terms`: the words of its text that were meant. */
interface Hit extends SearchEntry {
	readonly score: number;
	readonly terms: readonly string[];
}

/** `gone`: files that it names and that are gone. */
interface ShownHit extends Hit {
	readonly gone: readonly string[];
}

const SNIPPET = 90;

const SHORTEST = 20;

/** Best first, with the words in bold that were meant, and what was taken for others that were asked for. */
function hitLines(
	hits: readonly ShownHit[],
	asked: string,
	{ width, when, bold }: Layout & Pick<Paint, 'bold'>,
): string[] {
	const heads = columns(
		hits.map(({ id, session, name, kind, lesson, at }) => {
			const whose = name ?? session ?? '-';
			// Of an insight, what kind of one, and the id by which it is confirmed, disputed and replaced.
			return [when(at), oneLine(whose), lesson?.().kind ?? kind, id ?? ''];
		}),
	);
	return hits.map(({ text, terms, supersededBy, gone }, at) => {
		const head = heads[at] ?? '';
		const why = [
			matchText(matchesOf(asked, terms)),
			supersededBy === undefined ? '' : `superseded by ${supersededBy}`,
			outdatedText(gone),
		].filter((one) => one !== '');
		const reason = why.length === 0 ? '' : `  (${oneLine(why.join('; '))})`;
		const room = Math.max(SHORTEST, Math.min(SNIPPET, width - head.length - reason.length - 2));
		const { text: shown, matches } = snippetOf(text, terms, room);
		return `${head}  ${marked(shown, matches, bold)}${reason}`;
	});
}

function marked(
	text: string,
	matches: readonly (readonly [number, number])[],
	bold: (text: string) => string,
): string {
	let end = 0;
	const parts = matches.map(([from, to]) => {
		const part = text.slice(end, from) + bold(text.slice(from, to));
		end = to;
		return part;
	});
	return [...parts, text.slice(end)].join('');
}

/** The same text of the same session is one find: a task stands in the list and in its session. */
function once(hits: readonly Hit[]): Hit[] {
	const known = new Map<string, Hit>();
	for (const hit of hits) {
		const id = `${hit.session} ${hit.kind} ${hit.text}`;
		if (!known.has(id)) known.set(id, hit);
	}
	return [...known.values()];
}

/** Tasks that somebody added outside any session, or whose session is gone. */
async function taskEntries(place: Place, ports: CommandPorts): Promise<SearchEntry[]> {
	const loaded = await ports.tasks.read(place);
	const tasks = loaded.kind === 'present' ? loaded.doc.tasks : [];
	return tasks.flatMap((raw) => (Task.fits(raw) ? [taskEntry(raw)] : []));
}
