import { homeOfCaller } from '../app/commands/memory-of.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { filesNow } from '../memory/learned-today.ts';
import { filesNamed } from '../memory/lesson.ts';
import { readNotes } from '../memory/notes.ts';
import { type FilesNow, findGone, outdatedText } from '../memory/recall.ts';
import {
	entriesOfNotes,
	entriesOfRecord,
	entryOfTask,
	matchText,
	type SearchHit,
	searchEntries,
	snippetOf,
} from '../memory/search.ts';
import { allSessions } from '../memory/sessions.ts';
import { loadTasks } from '../memory/task-list.ts';
import { tasksOf } from '../memory/tasks.ts';
import { callerAt, command, TABLE_OPTIONS } from './command.ts';
import { columns, layoutOf } from './layout.ts';
import { paintOn } from './paint.ts';

/** Scripts get all. */
const MOST_SHOWN = 20;
/** Characters of a text that are shown, if the line has room for them. */
const SNIPPET = { most: 90, least: 20 };

/** `req search WORDS…` */
export const search = command({
	about:
		'Searches all sessions of this repository, archived ones too: first lessons, decisions and notes, then what sessions did, files and topics. Every word must be found. Another form, the beginning of a word or one wrong letter is enough; each line says which word it was taken for.',
	words: { '<words...>': 'what to look for' },
	options: TABLE_OPTIONS,
	examples: ['req search rate limit', 'req search jwt --json'],
	run: async ({ words, wide }, ports) => {
		const place = await homeOfCaller(callerAt(ports, undefined), ports);
		const records = allSessions(place, ports);
		// Tasks that were added outside any session, or whose session was deleted.
		const loaded = await loadTasks(place, ports.context);
		const tasks = loaded.kind === 'present' ? tasksOf(loaded.doc) : [];
		const entries = [
			...entriesOfNotes(readNotes(place).all, records),
			...records.flatMap(entriesOfRecord),
			...tasks.map(entryOfTask),
		];
		const hits = searchEntries(entries, words.join(' '));
		const now = filesNow(place);
		const { width, when } = layoutOf({ wide }, ports);
		const { bold: mark } = paintOn(ports.context);
		const shown = hits.slice(0, MOST_SHOWN);
		const text = () => {
			const heads = columns(
				shown.map(({ session, name, kind, at, note }) => {
					return [when(at), oneLine(name ?? session ?? '-'), kind, note?.id ?? ''];
				}),
			);
			const lines = shown.map((hit, index) => {
				const head = heads[index] ?? '';
				const why = reasonOf(hit, now);
				const left = Math.min(SNIPPET.most, width - head.length - why.length - 2);
				const found = hit.matched.map((match) => match.found);
				const room = Math.max(SNIPPET.least, left);
				return `${head}  ${snippetOf(hit.text, found, { room, mark })}${why}`;
			});
			const more = hits.length - shown.length;
			return [...lines, ...(more > 0 ? [`+${more} more: --json`] : [])].join('\n');
		};
		return {
			text: () =>
				hits.length === 0 ? `nothing found in ${counted(records.length, 'session')}` : text(),
			json: () =>
				hits.map((hit) => ({
					session: hit.session ?? null,
					name: hit.name ?? null,
					kind: hit.kind,
					text: hit.text,
					at: hit.at,
					score: Math.round(hit.score * 1_000) / 1_000,
					matched: hit.matched,
					superseded_by: newerThan(hit) ?? null,
					gone: findGone(aboutFiles(hit), now),
					id: hit.note?.id ?? null,
				})),
		};
	},
});

/** The files that a note names, as they were. */
function aboutFiles({ note }: SearchHit) {
	const files = note === undefined ? [] : filesNamed(note.text, note.files);
	return { files, digests: note?.digests };
}

/** Id of the lesson that took its place, unless it was confirmed since. */
function newerThan({ note }: SearchHit): string | undefined {
	return note?.confidence === 0 ? note.supersededBy : undefined;
}

/** Why it was found, and what no longer holds of it. */
function reasonOf(hit: SearchHit, now: FilesNow): string {
	const newer = newerThan(hit);
	const superseded = newer === undefined ? '' : `superseded by ${newer}`;
	const outdated = outdatedText(aboutFiles(hit), now);
	const why = [matchText(hit.matched), superseded, hit.note?.ended ?? '', outdated];
	const said = why.filter((one) => one !== '').join('; ');
	return said === '' ? '' : `  (${oneLine(said)})`;
}
