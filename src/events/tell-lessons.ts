import { named } from '../core/text/one-line.ts';
import type { HookAnswer, PostToolUseFailureInput, PreToolUseInput } from '../host/messages.ts';
import { journalOf, note, promptOf } from '../journal/journal.ts';
import type { Failure } from '../memory/failure.ts';
import { recallFacts } from '../memory/learned-today.ts';
import { type KnownLesson, knownLessons } from '../memory/lesson.ts';
import { readNotes } from '../memory/notes.ts';
import { type FoundLesson, findForFailure, findForFile, findForPrompt } from '../memory/recall.ts';
import { formatLessons, isIn, plainWords, readShown } from '../memory/recall-text.ts';
import type { Remembered } from '../memory/session-events.ts';
import { holdsSecret } from '../secrets/redact.ts';
import type { HookEvent } from './projects.ts';

/**
 * Shows the model what earlier sessions learned about its prompt, each lesson once and again after
 * a compaction. Mostly there is nothing to show.
 *
 * @param words what was asked, redacted
 */
export async function tellAboutWords(
	event: HookEvent<PromptIds>,
	{ home, words }: { readonly home: Remembered; readonly words: string },
): Promise<HookAnswer> {
	const known = knownLessons(readNotes(home.place), event.ports.host.user);
	const find: Find = (isWanted) => findForPrompt(words, known, isWanted);
	return showLessons(find, { ...event, home, about: 'this', with: 'prompt' });
}

/**
 * Shows the model what earlier sessions learned about files that a call is about to read or edit:
 * with the call's result, since the client brings it no sooner. One file at a time.
 *
 * @param paths relative to the project's root, with `/`
 */
export async function tellAtFiles(
	event: HookEvent<PreToolUseInput>,
	{ home, paths }: { readonly home: Remembered; readonly paths: readonly string[] },
): Promise<HookAnswer> {
	const known = knownLessons(readNotes(home.place), event.ports.host.user);
	for (const path of paths) {
		const find: Find = (isWanted) => findForFile(path, known, isWanted);
		const shown = await showLessons(find, { ...event, home, about: named(path), with: 'call' });
		if (shown !== undefined) return shown;
	}
	return undefined;
}

/** Shows the model, with a failure, what ended it in an earlier session, and what speaks of it. */
export async function tellAtFailure(
	event: HookEvent<PostToolUseFailureInput>,
	{ home, failure }: { readonly home: Remembered; readonly failure: Failure },
): Promise<HookAnswer> {
	const known = knownLessons(readNotes(home.place), event.ports.host.user);
	const find: Find = (isWanted) => findForFailure(failure, known, isWanted);
	return showLessons(find, { ...event, home, about: 'this failure', with: 'call' });
}

type Find = (isWanted: (lesson: KnownLesson) => boolean) => FoundLesson[];

interface PromptIds {
	readonly prompt_id?: string | undefined;
	readonly agent_id?: string | undefined;
}

interface Showing extends HookEvent<PromptIds> {
	/** With the answer to a call, or with the prompt. */
	readonly with: 'call' | 'prompt';
	/** What the lessons are about, as half a sentence. */
	readonly about: string;
	readonly home: Remembered;
}

/** Notes in the journal what is shown: what cannot be noted would be shown again and again. */
async function showLessons(find: Find, showing: Showing): Promise<HookAnswer> {
	const { about, input, session, home, ports } = showing;
	// Mostly nothing is found, and neither the journal nor CLAUDE.md has to be read.
	if (find(() => true).length === 0) return undefined;
	const { text, shown } = formatLessons(
		find(await wantedNow(showing)),
		recallFacts(home.place, ports),
		{ about, place: showing.with },
	);
	if (text === '') return undefined;
	const told = shown.map(({ id }) => id);
	const agent = input.agent_id === undefined ? {} : { agent: input.agent_id };
	const entry = { e: 'lessons' as const, told, ...agent, ...promptOf(input) };
	if (!(await note(home.place, session, { entries: [entry], ports }))) return undefined;
	return { text };
}

/** Lessons without secrets that neither the session nor CLAUDE.md has shown the model. */
async function wantedNow({ input, home, session, ports }: Showing) {
	const shown = readShown(await journalOf(home.place, session), input.agent_id);
	const read = ports.clientMemory(home.place).map(plainWords);
	return ({ sources, text, why = '' }: KnownLesson): boolean => {
		const isShown = sources.some(({ id }) => shown.has(id));
		const isOwn = sources.every((one) => one.session === session.uuid);
		return !isShown && !isOwn && !isIn(text, read) && !holdsSecret(text) && !holdsSecret(why);
	};
}
