import { homeOfCaller } from '../events/session-memory.ts';
import { filesNow } from '../memory/files-now.ts';
import { readNotes } from '../memory/notes.ts';
import { findGone, outdatedText } from '../memory/recall.ts';
import { entriesOfNotes, entriesOfRecord, entriesOfTasks, type SearchHit, searchEntries } from '../memory/search.ts';
import { allSessions } from '../memory/sessions.ts';
import { readableTasks } from '../memory/task-list.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { callerAt, command, TABLE_OPTIONS } from './command.ts';
import { type Cells, layoutOf, table } from './layout.ts';

/** Scripts get all. */
const MOST_SHOWN = 20;

/** `req search WORDS…` */
export const search = command({
	about: 'search what all sessions noted and did',
	details:
		'Archived sessions too: first lessons, decisions and notes, then what sessions did, files and topics. Every word must be found; another form of it, or its beginning, is enough.',
	words: { '<words...>': 'what to look for' },
	options: TABLE_OPTIONS,
	examples: ['req search rate limit', 'req search jwt --json'],
	run: async ({ words, wide }, context) => {
		const place = homeOfCaller(callerAt(context, undefined), context);
		const records = allSessions(place, context);
		const tasks = await readableTasks(place, context);
		const entries = [
			...entriesOfNotes(readNotes(place).all, records),
			...records.flatMap(entriesOfRecord),
			...entriesOfTasks(tasks, records),
		];
		const hits = searchEntries(entries, words.join(' '));
		const now = filesNow(place);
		const layout = layoutOf({ wide }, context);
		const cells: Cells<SearchHit> = {
			AGE: ({ at }) => layout.when(at),
			SESSION: ({ name, session }) => oneLine(name ?? session ?? '-'),
			KIND: ({ kind }) => kind,
			ID: ({ note }) => note?.id ?? '',
			TEXT: ({ text }) => oneLine(text),
			WHY: (hit) => {
				const { note, matched, ended = '' } = hit;
				const newer = newerThan(hit);
				const superseded = newer === undefined ? '' : `superseded by ${newer}`;
				const outdated = note === undefined ? '' : outdatedText(note, now);
				const why = [`has ${matched.map(quoted).join(' and ')}`, superseded, ended, outdated];
				return oneLine(why.filter((one) => one !== '').join('; '));
			},
		};
		const more = hits.length - MOST_SHOWN;
		const rest = more > 0 ? `\n+${more} more: --json` : '';
		return {
			text: () =>
				hits.length === 0
					? `nothing found in ${counted(records.length, 'session')}`
					: `${table(hits.slice(0, MOST_SHOWN), cells, layout)}${rest}`,
			json: () =>
				hits.map((hit) => ({
					session: hit.session ?? null,
					name: hit.name ?? null,
					kind: hit.kind,
					text: hit.text,
					at: hit.at,
					score: Math.round(hit.score * 1_000) / 1_000,
					matched: hit.matched,
					ended: hit.ended ?? null,
					superseded_by: newerThan(hit) ?? null,
					gone: hit.note === undefined ? [] : findGone(hit.note, now),
					id: hit.note?.id ?? null,
				})),
		};
	},
});

/** Id of the lesson that took its place, unless it was confirmed since. */
function newerThan({ note }: SearchHit): string | undefined {
	return note?.confidence === 0 ? note.supersededBy : undefined;
}
