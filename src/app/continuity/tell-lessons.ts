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
import {
	type HookAnswer,
	inform,
	type PostToolUseFailureInput,
	type PreToolUseInput,
} from '../../core/protocol/hook-messages.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { withMemory } from '../faults.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import type { HookEvent } from '../projects.ts';
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
	const found = await lessonsAbout(words, { home, withMissed: false }, ports);
	return tell(found, { event: 'UserPromptSubmit', about: 'this', input, session, home, ports });
}

/**
 * Tells a subagent what earlier sessions learned about its task. It sees nothing of what its session was told.
 *
 * @param chosen these lessons, by `Lesson.same`, best first
 */
export async function tellAboutTask(
	{ input, session, ports }: HookEvent<PromptIds>,
	{ home, chosen }: { readonly home: Remembered; readonly chosen: readonly string[] },
): Promise<HookAnswer> {
	const { read, parse } = await ports.lessons();
	const cache = read(home.place);
	if (cache === undefined) return undefined;
	const { lessonsChosen } = await import('../../core/lesson/choose-lessons.ts');
	const found = lessonsChosen(cache, chosen, { parse, user: ports.host.user });
	const telling = { about: 'this task', input, session, home, ports };
	return tell(found, { event: 'SubagentStart', ...telling });
}

/** With a read the client brings what stands in the CLAUDE.md of a file's folder, and it wants one before an edit. */
const WITH_FOLDER: ReadonlySet<string> = new Set(['Read', 'Edit', 'MultiEdit']);

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
	const { parse } = await ports.lessons();
	for (const file of files) {
		const found = lessonsAtFile(cache, file, { parse, user: ports.host.user });
		const beside = WITH_FOLDER.has(input.tool_name) ? { file: file.path } : {};
		const telling = { about: named(file.path), ...beside, input, session, home, ports };
		const told = await tell(found, { event: 'PreToolUse', ...telling });
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
	const { read, parse } = await ports.lessons();
	const cache = read(home.place);
	if (cache === undefined) return undefined;
	const { lessonsAtFailure } = await import('../../core/lesson/choose-lessons.ts');
	const found = lessonsAtFailure(cache, failure, { parse, user: ports.host.user });
	const telling = { about: 'this failure', input, session, home, ports };
	return tell(found, { event: 'PostToolUseFailure', ...telling });
}

/** Of one file, or one failure. */
const MOST_AT_ONCE = 3;

/** Those that the session does not know, by us or by the client's own memory, and that hold nothing secret. */
async function notToldYet(
	found: readonly ToldLesson[],
	{ input, home, session, file, ports }: Telling,
): Promise<readonly ToldLesson[]> {
	if (found.length === 0) return [];
	const { place } = home;
	const lines = await ports.journal.read(place, session.key);
	const told = alreadyTold(lines, session.uuid, input.agent_id);
	const isOfSession = ({ sources }: ToldLesson) =>
		sources.every(({ id }) => id.startsWith(`${session.key}/`));
	const isTold = ({ lesson, sources }: ToldLesson) =>
		told.has(lesson.same) || sources.some(({ id }) => told.has(id.split('/')[1] ?? ''));
	const untold = found.filter((one) => !isTold(one) && !isOfSession(one));
	const fresh = await withoutOver(untold, { home, session }, ports);
	if (fresh.length === 0) return [];
	const memory = await ports.clientMemory(place, { transcript: input.transcript_path, file });
	const read = memory.map(plainForm);
	const unread = fresh.filter(({ lesson }) => !standsIn(lesson.text, read));
	if (unread.every(({ lesson }) => isMarkedClean(lesson))) return unread;
	const { holdsSecret } = await import('../../core/redact/redact.ts');
	return unread.filter(({ lesson: { text, why } }) => ![text, why ?? ''].some(holdsSecret));
}

/** Those without tasks that may be over. Mostly there is no task among them, and nothing is loaded or read. */
export async function withoutOver<One extends ToldLesson>(
	found: readonly One[],
	asked: { readonly home: Remembered; readonly session: Session | undefined },
	ports: Ports,
): Promise<readonly One[]> {
	if (!found.some(({ lesson }) => lesson.kind === 'task')) return found;
	const { stillOpen } = await import('./still-open.ts');
	return stillOpen(found, asked, ports);
}

/** Notes in the journal what is told: what cannot be noted would be told again and again. */
async function tell(found: readonly ToldLesson[], telling: Telling): Promise<HookAnswer> {
	const { event, about, input, session, home, ports } = telling;
	const fresh = await notToldYet(found, telling);
	const isCall = event === 'PreToolUse' || event === 'PostToolUseFailure';
	if (fresh.length === 0) return undefined;
	const { text, told } = lessonsText(
		fresh.slice(0, isCall ? MOST_AT_ONCE : MOST_LESSONS),
		await tellingFacts(home.place, ports),
		{ about, with: isCall ? 'call' : 'prompt' },
	);
	if (text === '') return undefined;
	const entry = {
		e: 'lessons' as const,
		told: told.map(({ same }) => same),
		...(input.agent_id === undefined ? {} : { agent: input.agent_id }),
		...promptOf(input),
	};
	if (!(await note(home.place, session, { entries: [entry], ports }))) return undefined;
	return inform(event, text, undefined);
}

interface PromptIds {
	readonly prompt_id?: string | undefined;
	readonly transcript_path?: string | undefined;
	readonly agent_id?: string | undefined;
}

interface Telling extends HookEvent<PromptIds> {
	readonly event: 'UserPromptSubmit' | 'PreToolUse' | 'PostToolUseFailure' | 'SubagentStart';
	/** What the lessons are about, as half a sentence. */
	readonly about: string;
	readonly home: Remembered;
	/** From the root: what stands in the CLAUDE.md of its folder is known. */
	readonly file?: string;
}

/**
 * The lessons that words are about.
 *
 * @param withMissed with those that just missed
 */
export async function lessonsAbout(
	words: string,
	{
		home: { place, config },
		withMissed,
	}: { readonly home: Remembered; readonly withMissed: boolean },
	ports: Ports,
): Promise<readonly FoundLesson[]> {
	const { synonyms } = config.continuity;
	const lessons = await ports.lessons();
	const file = lessons.read(place) ?? (await lessons.build(place));
	if (file === undefined) return [];
	const asking = { parse: lessons.parse, user: ports.host.user };
	const { chooseLessons } = await import('../../core/lesson/choose-lessons.ts');
	return chooseLessons(file, words, { ...asking, withMissed, synonyms });
}

/** What the client takes where a call names no type. */
const USUAL_TYPE = 'general-purpose';
/** Characters: a type is a name. */
const MAX_TYPE = 100;
/** More than a subagent is told: some may be untrue by then. */
const MOST_KEPT = 10;

/**
 * Notes that the model starts a subagent, and which lessons are about its task: the client does not name that as it starts.
 * Nothing of the task's words is kept.
 */
export async function noteAgentTask({
	input,
	session,
	ports,
}: HookEvent<PreToolUseInput>): Promise<undefined> {
	const { prompt, subagent_type: type } = input.tool_input;
	const { tool_use_id: call } = input;
	if (typeof prompt !== 'string' || call === undefined || ports.host.nested) return;
	await withMemory(input.cwd, ports, async (home) => {
		if (!home.config.continuity.recall) return;
		const found = await lessonsAbout(prompt, { home, withMissed: false }, ports);
		const about = found.slice(0, MOST_KEPT).map(({ lesson }) => lesson.same);
		const agent = typeof type === 'string' ? type.slice(0, MAX_TYPE) : USUAL_TYPE;
		const entry = { e: 'agent' as const, call, type: agent, about, ...promptOf(input) };
		await note(home.place, session, { entries: [entry], ports });
	});
}
