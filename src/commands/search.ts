import { homeOfCaller, rememberingProject } from '../app/commands/memory-of.ts';
import { limitOf } from '../app/commands/typed-values.ts';
import { tellingFacts } from '../app/continuity/learned-today.ts';
import { everyRecord } from '../app/continuity/records.ts';
import { lessonsAbout } from '../app/continuity/tell-lessons.ts';
import { localOffset } from '../app/local-time.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { type FoundLesson, MOST_LESSONS } from '../core/lesson/found-lessons.ts';
import { lessonLine, lessonsText } from '../core/lesson/lessons-told.ts';
import { goneOf, outdatedText } from '../core/lesson/outdated.ts';
import { plainForm, standsIn } from '../core/lesson/stands-in.ts';
import type { Place } from '../core/place/place.ts';
import {
	ENTRY_KINDS,
	matchesOf,
	matchText,
	type SearchEntry,
	searchEntriesOf,
	snippetOf,
	taskEntry,
} from '../core/search/search-entry.ts';
import { Task } from '../core/task/tasks.ts';
import { askedStretch } from '../core/text/asked-time.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { type Answer, callerAt, command, TABLE_OPTIONS } from './command.ts';
import { columns, type Layout, layoutOf } from './layout.ts';
import { paint } from './paint.ts';

/** `req search WORDS…` */
export const search = command({
	about:
		'Looks through all sessions of this repository, archived ones too: insights, pins, tasks, notes, commits, files, topics. Every word must be found; the beginning of a word is enough, and a misspelling is forgiven; each find says which word it was taken for.',
	words: { '<words...>': 'what to look for' },
	options: {
		'--kind <kind>': { about: 'only things of this kind', choices: ENTRY_KINDS },
		'--since <when>': 'only what is not older, such as 7d',
		'--as-prompt': 'what a prompt of these words would be told, what just missed, and why',
		'--limit <number>': { about: 'how many at most', usual: '20' },
		...TABLE_OPTIONS,
	},
	examples: [
		'req search rate limit',
		'req search jwt --kind insight --json',
		'req search --as-prompt run the seed script',
	],
	run: async ({ words, kind, since, limit: most, wide, asPrompt }, ports) => {
		if (asPrompt === true) {
			const what = '--as-prompt takes neither --kind nor --since: a prompt has neither';
			const hint = `req search --as-prompt ${words.map(oneLine).join(' ')}`;
			if (kind !== undefined || since !== undefined) throw new Fault('usage', what, { hint });
			return toldToPrompt(words.join(' '), limitOf(most), ports);
		}
		const limit = limitOf(most);
		const when = { since, until: undefined };
		const { from } = askedStretch(when, { now: ports.now(), offset: localOffset });
		const place = await homeOfCaller(callerAt(ports, undefined), ports);
		const records = await everyRecord(place, ports);
		const entries = [...records.flatMap(searchEntriesOf), ...(await taskEntries(place, ports))]
			.filter((entry) => kind === undefined || entry.kind === kind)
			.filter(({ at }) => !(Date.parse(at) < from));
		const texts = entries.map(({ text }) => text);
		const said = words.join(' ');
		const found = await allPorts(ports).searchTexts(texts, said);
		const hits = once(
			found.flatMap(({ index, score, terms }) => {
				const entry = entries[index];
				return entry === undefined ? [] : [{ ...entry, score, terms }];
			}),
		);
		const code = tellingFacts(place, ports);
		const shown = hits.slice(0, limit).map((hit) => ({
			...hit,
			gone: hit.lesson === undefined ? [] : goneOf(hit.lesson(), code),
		}));
		const more = hits.length > limit ? [`+${hits.length - limit} more: --limit`] : [];
		const none = `nothing found in ${counted(records.length, 'session')}`;
		const layout = layoutOf({ wide }, ports);
		return {
			text: () =>
				hits.length === 0 ? none : [...hitLines(shown, said, layout), ...more].join('\n'),
			json: () =>
				shown.map(({ id, session, name, score, terms, supersededBy, gone, ...hit }) => ({
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

type ShownLesson = Omit<FoundLesson, 'missed'> & { readonly missed: string | undefined };

/** The lessons that these words would bring as a prompt to a session that was told nothing yet. */
async function toldToPrompt(prompt: string, limit: number, ports: Ports): Promise<Answer> {
	const home = await rememberingProject(callerAt(ports, undefined), ports);
	const { place, config } = home;
	const all = await lessonsAbout(prompt, { home, withMissed: true }, ports);
	const read = (await ports.clientMemory(place)).map(plainForm);
	const { holdsSecret } = await import('../core/redact/redact.ts');
	const missedOf = ({ missed, lesson }: FoundLesson) => {
		if (standsIn(lesson.text, read)) return 'the client reads it by itself';
		return missed ?? (config.continuity.recall ? undefined : 'continuity.recall is false');
	};
	const judged = all
		.filter(({ lesson: { text, why = '' } }) => ![text, why].some(holdsSecret))
		.map((one): ShownLesson => ({ ...one, missed: missedOf(one) }));
	const facts = tellingFacts(place, ports);
	const fitting = judged.filter(({ missed }) => missed === undefined).slice(0, MOST_LESSONS);
	const room = lessonsText(fitting, facts, { about: 'this', with: 'prompt' });
	const found = judged.slice(0, limit).map((one): ShownLesson => {
		if (one.missed !== undefined || room.told.includes(one.lesson)) return one;
		return {
			...one,
			missed: fitting.includes(one) ? 'no room beside others' : 'others fit better',
		};
	});
	const why = ({ score, terms, missed }: ShownLesson) =>
		`  ${score.toFixed(2)}, has: ${terms.map(oneLine).join(', ')}${missed === undefined ? '' : `; ${missed}`}`;
	const part = (title: string, ones: readonly ShownLesson[]) => {
		const lines = ones.flatMap((one) => [`- ${lessonLine(one, facts)}`, why(one)]);
		return lines.length === 0 ? [] : [title, ...lines];
	};
	const told = found.filter(({ missed }) => missed === undefined);
	const missed = found.filter((one) => one.missed !== undefined);
	const none = `a prompt of these words is told nothing${config.continuity.recall ? '' : ': continuity.recall is false'}`;
	const rest = 'what was disputed or superseded is not among these: req learn list --all';
	return {
		text: () =>
			[
				...(told.length === 0 ? [none] : part('told:', told)),
				...part('not told:', missed),
				...(told.length === 0 ? [rest] : []),
			].join('\n'),
		json: () =>
			found.map(({ lesson, sources, score, terms, missed: reason }) => ({
				...{ id: lesson.id, kind: lesson.kind, text: lesson.text, why: lesson.why ?? null },
				...{ branch: lesson.branch, at: lesson.at, sources: sources.map(({ id }) => id), terms },
				...{ score: Math.round(score * 1_000) / 1_000, told: reason === undefined },
				missed: reason ?? null,
			})),
	};
}

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
function hitLines(hits: readonly ShownHit[], asked: string, { width, when }: Layout): string[] {
	const { bold } = paint();
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
async function taskEntries(place: Place, ports: Ports): Promise<SearchEntry[]> {
	const loaded = await ports.tasks.read(place);
	const tasks = loaded.kind === 'present' ? loaded.doc.tasks : [];
	return tasks.flatMap((raw) => {
		const task = Task.safeParse(raw);
		return task.success ? [taskEntry(task.data)] : [];
	});
}
