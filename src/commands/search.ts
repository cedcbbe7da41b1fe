import { homeOfCaller } from '../app/commands/memory-of.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { filesNow } from '../memory/learned-today.ts';
import { readNotes } from '../memory/notes.ts';
import { findGone, outdatedText } from '../memory/recall.ts';
import {
	entriesOf,
	entryOfNote,
	entryOfTask,
	markWords,
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
		const ofTasks = loaded.kind === 'present' ? tasksOf(loaded.doc).map(entryOfTask) : [];
		const noted = readNotes(place).all.flatMap((note) => entryOfNote(note) ?? []);
		const entries = [...records.flatMap(entriesOf), ...noted, ...ofTasks];
		const hits = searchEntries(entries, words.join(' '));
		const now = filesNow(place);
		const filesOf = ({ files }: SearchHit) => ({ files: files?.() ?? [] });
		const { width, when } = layoutOf({ wide }, ports);
		const { bold } = paintOn(ports.context);
		const lines = () => {
			const shown = hits.slice(0, MOST_SHOWN);
			const heads = columns(
				shown.map(({ id = '', session, name, label, at }) => {
					return [when(at), oneLine(name ?? session ?? '-'), label, id];
				}),
			);
			return shown.map((hit, index) => {
				const head = heads[index] ?? '';
				const why = reasonOf(hit, outdatedText(filesOf(hit), now));
				const found = hit.matched.map((match) => match.found);
				const room = Math.min(SNIPPET.most, width - head.length - why.length - 2);
				const text = snippetOf(hit.text, found, Math.max(SNIPPET.least, room));
				return `${head}  ${markWords(text, found, bold)}${why}`;
			});
		};
		const more = hits.length > MOST_SHOWN ? [`+${hits.length - MOST_SHOWN} more: --json`] : [];
		return {
			text: () =>
				hits.length === 0
					? `nothing found in ${counted(records.length, 'session')}`
					: [...lines(), ...more].join('\n'),
			json: () =>
				hits.map((hit) => ({
					session: hit.session ?? null,
					name: hit.name ?? null,
					kind: hit.kind,
					text: hit.text,
					at: hit.at,
					score: Math.round(hit.score * 1_000) / 1_000,
					matched: hit.matched,
					superseded_by: hit.supersededBy ?? null,
					gone: findGone(filesOf(hit), now),
					id: hit.id ?? null,
				})),
		};
	},
});

/** Why it was found, and what no longer holds of it. */
function reasonOf({ matched, supersededBy }: SearchHit, outdated: string): string {
	const superseded = supersededBy === undefined ? '' : `superseded by ${supersededBy}`;
	const why = [matchText(matched), superseded, outdated].filter((one) => one !== '');
	return why.length === 0 ? '' : `  (${oneLine(why.join('; '))})`;
}
