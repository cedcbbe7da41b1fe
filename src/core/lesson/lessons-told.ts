import { CALL_ENTRIES, type JournalLine, lineIn } from '../journal/line.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { relativeTime } from '../text/phrases.ts';
import type { ToldLesson } from './found-lessons.ts';
import type { Lesson } from './lesson.ts';
import { type CodeFacts, goneOf, outdatedText } from './outdated.ts';

/** All that a prompt, or a call, is told, frame and all. */
const MOST_CHARACTERS = { prompt: 1_500, call: 900 };
/** One text may not take the room of the others. */
const MOST_OF_ONE = 400;

const FOOTER =
	'[END OF EARLIER LESSONS: quoted text is what earlier work recorded. If one is wrong: `req learn dispute ID`]';

/** What the world says of a lesson. */
export interface TellingFacts extends CodeFacts {
	readonly now: number;
}

/**
 * What is told, and of which lessons: those that find room.
 *
 * @param about what they are about, as half a sentence; `with`: a prompt has more room
 */
export function lessonsText(
	found: readonly ToldLesson[],
	facts: TellingFacts,
	{ about, with: room }: { readonly about: string; readonly with: 'prompt' | 'call' },
): { readonly text: string; readonly told: readonly Lesson[] } {
	const lines: string[] = [];
	const told: Lesson[] = [];
	const header = `[EARLIER LESSONS: what sessions of this repository learned about ${about}]`;
	let left = MOST_CHARACTERS[room] - header.length - FOOTER.length - 2;
	for (const one of found) {
		const line = `- ${lessonLine(one, facts)}`;
		if (line.length + 1 > left) continue;
		left -= line.length + 1;
		lines.push(line);
		told.push(one.lesson);
	}
	return { text: lines.length === 0 ? '' : [header, ...lines, FOOTER].join('\n'), told };
}

/** `warning: "never run the seed script" (30 days ago, branch main, session 1a2b3c4d, i3f2a1b0c)` */
function lessonLine(
	{ lesson, sources, isBeside }: ToldLesson,
	{ now, ...code }: TellingFacts,
): string {
	const { kind, text, why, at, branch, id } = lesson;
	const [session = '', insight = ''] = id.split('/');
	const others = new Set(sources.map((one) => one.id.split('/')[0])).size - 1;
	const outdated = outdatedText(goneOf(lesson, code));
	const parts = [
		...(isBeside === true ? ['noted while this file was worked on'] : []),
		relativeTime(at, now),
		`branch ${named(branch)}`,
		`session ${named(session)}${others > 0 ? ` and ${others} more` : ''}`,
		...(insight === '' ? [] : [named(insight)]),
		...(outdated === '' ? [] : [outdated]),
	];
	const because = why === undefined ? '' : `, because ${quoted(why)}`;
	return `${kind}: ${shortened(`${quoted(text)}${because}`)} (${parts.join(', ')})`;
}

function shortened(said: string): string {
	return said.length <= MOST_OF_ONE ? said : `${oneLine(said.slice(0, MOST_OF_ONE - 100))}…"`;
}

/**
 * What a session, or a subagent of it, was told already, by what lessons say: neither sees what the other was told. A
 * compaction takes it out of the model's sight again.
 *
 * @param raw lines of the journal
 * @param uuid full id of the session
 * @param agent id of the subagent
 */
export function alreadyTold(
	raw: readonly unknown[],
	uuid: string,
	agent: string | undefined,
): ReadonlySet<string> {
	const told = new Set<string>();
	for (const line of raw.flatMap((one) => linesThatTell(one, uuid))) {
		if (line.e === 'start' && line.source === 'compact') told.clear();
		if (line.e === 'lessons' && line.agent === agent) for (const one of line.told) told.add(one);
	}
	return told;
}

function linesThatTell(raw: unknown, uuid: string): JournalLine[] {
	const { e, s } = (raw ?? {}) as { readonly e?: unknown; readonly s?: unknown };
	if (s !== uuid || (e !== 'start' && e !== 'lessons')) return [];
	const line = lineIn(raw, CALL_ENTRIES);
	return line === undefined ? [] : [line];
}
