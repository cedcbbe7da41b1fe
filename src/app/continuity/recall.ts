import { typedWords } from '../../core/capture/captured-text.ts';
import { chooseLessons, type FoundLesson } from '../../core/lesson/choose-lessons.ts';
import { alreadyTold, lessonsText } from '../../core/lesson/lessons-told.ts';
import type { Place } from '../../core/place/place.ts';
import { type HookOutput, inform } from '../../core/protocol/hook-output.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import type { HookEvent, Scene } from '../scene.ts';

/**
 * Tells the model what earlier sessions learned about its prompt, each lesson once in a session and again after a
 * compaction. Mostly there is nothing to tell.
 */
export async function recallAtPrompt(
	{
		input,
		session,
		ports,
	}: HookEvent<{ readonly prompt: string; readonly prompt_id?: string | undefined }>,
	{ place }: Scene,
): Promise<HookOutput | undefined> {
	const words = typedWords(input.prompt);
	if (words === undefined) return undefined;
	const found = await lessonsAbout(words, { place, isAsked: false }, ports);
	const fits = found.filter(({ missed }) => missed === undefined);
	if (fits.length === 0) return undefined;
	const told = alreadyTold(await ports.journal.read(place, session.key), session.uuid);
	const isOwn = ({ sources }: FoundLesson) =>
		sources.every(({ id }) => id.startsWith(`${session.key}/`));
	const fresh = fits.filter((one) => !told.has(one.lesson.same) && !isOwn(one));
	const said = lessonsText(fresh, tellingFacts(place, ports));
	if (said.text === '') return undefined;
	const entry = {
		e: 'lessons' as const,
		told: said.told.map(({ same }) => same),
		...promptOf(input),
	};
	// What cannot be noted would be told with each prompt.
	if (!(await note(place, session, { entries: [entry], ports }))) return undefined;
	return inform('UserPromptSubmit', said.text, undefined);
}

/**
 * The lessons that words are about.
 *
 * @param isAsked somebody asks for those that just missed, too
 */
export async function lessonsAbout(
	words: string,
	{ place, isAsked }: { readonly place: Place; readonly isAsked: boolean },
	ports: Ports,
): Promise<readonly FoundLesson[]> {
	const lessons = await ports.lessons();
	const file = lessons.read(place) ?? lessons.build(place);
	return file === undefined ? [] : chooseLessons(file, words, { parse: lessons.parse, isAsked });
}

/** What lessons are told by. */
export function tellingFacts({ root }: Place, { now, places }: Ports) {
	return { now: now(), exists: (path: string) => places.exists(`${root}/${path}`) };
}
