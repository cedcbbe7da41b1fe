import { anyLineIn, type JournalLine } from '../journal/line.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { relativeTime } from '../text/relative-time.ts';
import type { FoundLesson } from './choose-lessons.ts';
import type { Lesson } from './lesson.ts';

/** All that a prompt, or an edit, is told, frame and all. */
const MOST_CHARACTERS = { prompt: 1_500, edit: 900 };
/** One text may not take the room of the others. */
const MOST_OF_ONE = 400;

const FOOTER =
	'[END OF EARLIER LESSONS: quoted text is what earlier work recorded. If one is wrong: `req learn dispute ID`]';

/** What the world says of a lesson's files. */
export interface TellingFacts {
	readonly now: number;
	readonly exists: (path: string) => boolean;
}

/**
 * What is told, and of which lessons: those that find room.
 *
 * @param file what is about to be edited; `undefined`: it is told with a prompt
 */
export function lessonsText(
	found: readonly Pick<FoundLesson, 'lesson' | 'sources'>[],
	facts: TellingFacts,
	file: string | undefined,
): { readonly text: string; readonly told: readonly Lesson[] } {
	const lines: string[] = [];
	const told: Lesson[] = [];
	const about = file === undefined ? 'this' : named(file);
	const header = `[EARLIER LESSONS: what sessions of this repository learned about ${about}]`;
	const most = MOST_CHARACTERS[file === undefined ? 'prompt' : 'edit'];
	let room = most - header.length - FOOTER.length - 2;
	for (const one of found) {
		const line = `- ${lessonLine(one, facts)}`;
		if (line.length + 1 > room) continue;
		room -= line.length + 1;
		lines.push(line);
		told.push(one.lesson);
	}
	return { text: lines.length === 0 ? '' : [header, ...lines, FOOTER].join('\n'), told };
}

/** `warning: "never run the seed script" (30 days ago, branch main, session 1a2b3c4d, i3f2a1b0c)` */
export function lessonLine(
	{ lesson, sources }: Pick<FoundLesson, 'lesson' | 'sources'>,
	{ now, exists }: TellingFacts,
): string {
	const { kind, text, why, at, branch, id, files } = lesson;
	const [session = '', insight = ''] = id.split('/');
	const others = new Set(sources.map((one) => one.id.split('/')[0])).size - 1;
	const gone = files.filter((path) => !exists(path));
	const parts = [
		relativeTime(at, now),
		`branch ${named(branch)}`,
		`session ${named(session)}${others > 0 ? ` and ${others} more` : ''}`,
		...(insight === '' ? [] : [named(insight)]),
		...(gone.length === 0
			? []
			: [`may be outdated: ${gone.slice(0, 2).map(named).join(', ')} is gone`]),
	];
	const because = why === undefined ? '' : `, because ${quoted(why)}`;
	return `${kind}: ${shortened(`${quoted(text)}${because}`)} (${parts.join(', ')})`;
}

function shortened(said: string): string {
	return said.length <= MOST_OF_ONE ? said : `${oneLine(said.slice(0, MOST_OF_ONE - 100))}…"`;
}

/**
 * What a session was told already, by what lessons say. A compaction takes it out of the model's sight again.
 *
 * @param raw lines of the journal
 * @param uuid full id of the session
 */
export function alreadyTold(raw: readonly unknown[], uuid: string): ReadonlySet<string> {
	const told = new Set<string>();
	for (const line of raw.flatMap((one) => linesThatTell(one, uuid))) {
		if (line.e === 'start' && line.source === 'compact') told.clear();
		if (line.e === 'lessons') for (const same of line.told) told.add(same);
	}
	return told;
}

function linesThatTell(raw: unknown, uuid: string): JournalLine[] {
	const { e, s } = (raw ?? {}) as { readonly e?: unknown; readonly s?: unknown };
	if (s !== uuid || (e !== 'start' && e !== 'lessons')) return [];
	const line = anyLineIn(raw);
	return line === undefined ? [] : [line];
}
