import { chooseLessons, lessonsAtFailure } from '../../core/lesson/choose-lessons.ts';
import type { Failure } from '../../core/lesson/failure.ts';
import {
	type FoundLesson,
	MOST_LESSONS,
	type ToldLesson,
} from '../../core/lesson/found-lessons.ts';
import { isMarkedClean } from '../../core/lesson/lesson.ts';
import { type EditedFile, lessonsAtFile } from '../../core/lesson/lessons-at-file.ts';
import { alreadyTold, lessonsText } from '../../core/lesson/lessons-told.ts';
import { plainForm, standsIn } from '../../core/lesson/stands-in.ts';
import { named } from '../../core/text/one-line.ts';
import type { HookEvent } from '../../events/projects.ts';
import type { HookAnswer, PostToolUseFailureInput, PreToolUseInput } from '../../host/messages.ts';
import { holdsSecret } from '../../secrets/redact.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import type { Remembered } from './fold-session.ts';
import { tellingFacts } from './learned-today.ts';

/**
 * Tells the model what earlier sessions learned about its prompt, each lesson once and again after a compaction. Mostly there
 * is nothing to tell.
 *
 * @param words what was asked, redacted
 */
export async function tellAboutWords(
	{ input, session, ports }: HookEvent<PromptIds>,
	{ home, words }: { readonly home: Remembered; readonly words: string },
): Promise<HookAnswer> {
	const found = await lessonsAbout(words, home, ports);
	return tell(found, { with: 'prompt', about: 'this', input, session, home, ports });
}

/**
 * Tells the model what earlier sessions learned about files that a call is about to read or edit: with the call's result,
 * before the next request, since the client brings it no sooner. One file at a time.
 *
 * @param cache text of the cache of lessons
 */
export async function tellAtFiles(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	{
		home,
		cache,
		files,
	}: { readonly home: Remembered; readonly cache: string; readonly files: readonly EditedFile[] },
): Promise<HookAnswer> {
	const { parse } = ports.lessons;
	for (const file of files) {
		const found = lessonsAtFile(cache, file, { parse, user: ports.host.user });
		const telling = { about: named(file.path), input, session, home, ports };
		const told = await tell(found, { with: 'call', ...telling });
		if (told !== undefined) return told;
	}
	return undefined;
}

/**
 * Tells the model, with a failure, what earlier sessions noted when a command failed like this and then succeeded, and
 * what they knew of it.
 */
export async function tellAtFailure(
	{ input, session, ports }: HookEvent<PostToolUseFailureInput>,
	{ home, failure }: { readonly home: Remembered; readonly failure: Failure },
): Promise<HookAnswer> {
	const { read, parse } = ports.lessons;
	const cache = read(home.place);
	if (cache === undefined) return undefined;
	const found = lessonsAtFailure(cache, failure, { parse, user: ports.host.user });
	const telling = { about: 'this failure', input, session, home, ports };
	return tell(found, { with: 'call', ...telling });
}

/** Of one file, or one failure. */
const MOST_AT_ONCE = 3;

/** Those that the session does not know, by us or by the client's own memory, and that hold nothing secret. */
async function notToldYet(
	found: readonly ToldLesson[],
	{ input, home, session, ports }: Telling,
): Promise<readonly ToldLesson[]> {
	if (found.length === 0) return [];
	const { place } = home;
	const lines = await ports.journal.read(place, session.key);
	const told = alreadyTold(lines, session.uuid, input.agent_id);
	const isOfSession = ({ sources }: ToldLesson) =>
		sources.every(({ id }) => id.startsWith(`${session.key}/`));
	const isTold = ({ lesson, sources }: ToldLesson) =>
		told.has(lesson.same) || sources.some(({ id }) => told.has(id.split('/')[1] ?? ''));
	const fresh = found.filter((one) => !isTold(one) && !isOfSession(one));
	if (fresh.length === 0) return [];
	const read = ports.clientMemory(place).map(plainForm);
	const unread = fresh.filter(({ lesson }) => !standsIn(lesson.text, read));
	if (unread.every(({ lesson }) => isMarkedClean(lesson))) return unread;
	return unread.filter(({ lesson: { text, why } }) => ![text, why ?? ''].some(holdsSecret));
}

/** Notes in the journal what is told: what cannot be noted would be told again and again. */
async function tell(found: readonly ToldLesson[], telling: Telling): Promise<HookAnswer> {
	const { about, input, session, home, ports } = telling;
	const fresh = await notToldYet(found, telling);
	if (fresh.length === 0) return undefined;
	const { text, told } = lessonsText(
		fresh.slice(0, telling.with === 'call' ? MOST_AT_ONCE : MOST_LESSONS),
		tellingFacts(home.place, ports),
		{ about, with: telling.with },
	);
	if (text === '') return undefined;
	const entry = {
		e: 'lessons' as const,
		told: told.map(({ same }) => same),
		...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
		...promptOf(input),
	};
	if (!(await note(home.place, session, { entries: [entry], ports }))) return undefined;
	return { text };
}

interface PromptIds {
	readonly prompt_id?: string | undefined;
	readonly agent_id?: string | undefined;
}

interface Telling extends HookEvent<PromptIds> {
	/** They are shown with the answer to a call, or with the prompt. */
	readonly with: 'call' | 'prompt';
	/** What the lessons are about, as half a sentence. */
	readonly about: string;
	readonly home: Remembered;
}

/** The lessons that words are about. */
async function lessonsAbout(
	words: string,
	{ place }: Remembered,
	ports: Ports,
): Promise<readonly FoundLesson[]> {
	const lessons = ports.lessons;
	const file = lessons.read(place) ?? (await lessons.build(place));
	if (file === undefined) return [];
	const asking = { parse: lessons.parse, user: ports.host.user };
	return chooseLessons(file, words, asking);
}
