import { remembers } from '../config/config.ts';
import { clientMemory } from '../host/client-memory.ts';
import { environmentOf } from '../host/environment.ts';
import {
	addTo,
	type HookAnswer,
	type PostToolUseFailureInput,
	type PreToolUseInput,
} from '../host/messages.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf, note, promptOf } from '../journal/journal.ts';
import { commandKey, failureOf } from '../memory/failure.ts';
import { filesNow } from '../memory/files-now.ts';
import { type KnownLesson, knownLessons } from '../memory/lesson.ts';
import { readNotes } from '../memory/notes.ts';
import {
	type FilesNow,
	type FoundLesson,
	findForFailure,
	findForFile,
	findForPrompt,
	isIn,
	outdatedText,
	plainWords,
} from '../memory/recall.ts';
import { TEAM_FILE } from '../memory/team-file.ts';
import { redact } from '../secrets/redact.ts';
import { orNothing } from '../state/faults.ts';
import { realPath } from '../store/paths.ts';
import { named, quoted } from '../text/one-line.ts';
import { absolutePath, relativeTo } from '../text/paths.ts';
import { relativeTime } from '../text/phrases.ts';
import { failedWork } from './capture-call.ts';
import { type HookEvent, isPlan, type Project, projectOfEdit } from './projects.ts';
import type { CallWords, ProjectCall } from './read-call.ts';

/** Lessons that are shown with a prompt, and with the result of a call, in so many characters each. */
const AT_PROMPT = 5;
const AT_CALL = 3;
const ROOM_EACH = 260;

/**
 * What earlier sessions learned about the words of a prompt.
 *
 * @param words redacted
 */
export async function lessonsForPrompt(
	event: HookEvent<PromptIds>,
	home: Project,
	words: string,
): Promise<HookAnswer> {
	const found = findForPrompt(words, lessonsOf(event, home));
	return showLessons(found, { ...event, home, about: 'this', most: AT_PROMPT });
}

/**
 * The answer to a call, with what earlier sessions learned about the files that it is about to edit. A question to the user
 * is left as it is.
 */
export async function withLessons(
	answer: HookAnswer,
	event: HookEvent<PreToolUseInput>,
	call: ProjectCall | undefined,
): Promise<HookAnswer> {
	if (call === undefined || answer?.decision !== undefined) return answer;
	const shown = await lessonsForFiles(event, call.project, call.action.edits);
	return shown === undefined ? answer : addTo(answer, shown);
}

/**
 * What earlier sessions learned about a file that is about to be read: it reaches Claude with the file's text, and so
 * before the edit that often follows.
 */
export async function lessonsBeforeRead(event: HookEvent<PreToolUseInput>): Promise<HookAnswer> {
	const { input, context } = event;
	const { file_path: file } = input.tool_input;
	if (typeof file !== 'string') return undefined;
	const path = realPath(absolutePath(file, input.cwd));
	const project = await projectOfEdit(path, input.cwd, context);
	if (!project?.config.enabled || isPlan(path, project.place, context)) return undefined;
	return lessonsForFiles(event, project, [relativeTo(project.place.root, path)]);
}

/** A command may write more files: the first of them are what it is about. */
const MOST_FILES = 3;

/**
 * About one file at a time, with the call's result: Claude Code shows it no sooner.
 *
 * @param paths relative to the project's root, with `/`
 */
async function lessonsForFiles(
	event: HookEvent<PreToolUseInput>,
	home: Project,
	paths: readonly string[],
): Promise<HookAnswer> {
	if (!remembers(home.config)) return undefined;
	const show = async () => {
		const lessons = lessonsOf(event, home);
		for (const path of paths.slice(0, MOST_FILES)) {
			const showing = { ...event, home, about: named(path), most: AT_CALL };
			const shown = await showLessons(findForFile(path, lessons), showing);
			if (shown !== undefined) return shown;
		}
		return undefined;
	};
	const { context } = event;
	return orNothing(show, {
		place: home.place,
		what: 'earlier lessons could not be shown',
		context,
	});
}

/** Notes what a command did that failed, and how it failed. Shows what earlier sessions learned about that. */
export async function rememberFailure(
	event: HookEvent<PostToolUseFailureInput>,
	home: Project,
	words: CallWords,
): Promise<HookAnswer> {
	const { input, session, context } = event;
	const { command } = input.tool_input;
	const entries = await failedWork(event, home.place, words);
	// If the user stopped it, that is no failure of its own.
	const failure = input.is_interrupt === true ? undefined : failureOf(input.error ?? '');
	// A subagent's calls that succeed are not noted, so nobody would see that its failure is over.
	const isFollowed = typeof command === 'string' && input.agent_id === undefined;
	if (failure?.same !== undefined && isFollowed) {
		const { same } = failure;
		entries.push({ e: 'failure', same, key: commandKey(command), ...promptOf(input) });
	}
	await note(home.place, session, { entries, context });
	if (failure === undefined) return undefined;
	const found = findForFailure(failure, lessonsOf(event, home));
	return showLessons(found, { ...event, home, about: 'this failure', most: AT_CALL });
}

/** All lessons of the user and of the team; none if the config wants none to be shown, or another client's call runs. */
function lessonsOf(
	{ context }: HookEvent<object>,
	{ place, config }: Project,
): readonly KnownLesson[] {
	if (!config.continuity.recall || environmentOf(context).nested) return [];
	return knownLessons(readNotes(place), environmentOf(context).user);
}

interface PromptIds {
	readonly prompt_id?: string | undefined;
	readonly agent_id?: string | undefined;
}

interface Showing extends HookEvent<PromptIds> {
	readonly home: Project;
	/** What the lessons are about, as half a sentence. */
	readonly about: string;
	readonly most: number;
}

/** Shows lessons once, and notes in the journal which: what cannot be noted would be shown again and again. */
async function showLessons(
	found: readonly FoundLesson[],
	{ home: { place }, about, most, input, session, context }: Showing,
): Promise<HookAnswer> {
	// Mostly nothing is found, and neither the journal nor CLAUDE.md has to be read.
	if (found.length === 0) return undefined;
	const seen = shownBefore(journalOf(place, session), input.agent_id);
	const read = clientMemory(place.root).map(plainWords);
	const isNew = ({ lesson: { sources, text } }: FoundLesson) => {
		// What the user noted for this session in a terminal, Claude has not seen.
		const isOwn = sources.every((one) => one.session === session.uuid && one.source === 'agent');
		return !isOwn && !sources.some(({ id }) => seen.has(id)) && !isIn(text, read);
	};
	const chosen = found.filter(isNew).filter(({ isSure }, index) => isSure || index === 0);
	const facts = { ...filesNow(place), now: context.now() };
	const lines: string[] = [];
	let left = most * ROOM_EACH;
	for (const one of chosen.slice(0, most)) {
		const line = lessonLine(one, facts);
		left -= line.length + 1;
		if (left < 0) break;
		lines.push(line);
	}
	if (lines.length === 0) return undefined;
	const lessons = chosen.slice(0, lines.length).map(({ lesson }) => lesson);
	const told = lessons.map(({ id }) => id);
	const entry = { e: 'lessons' as const, told, agent: input.agent_id, ...promptOf(input) };
	if (!(await note(place, session, { entries: [entry], context }))) return undefined;
	const opening = `[EARLIER LESSONS: ${sourcesText(lessons)} about ${about}]`;
	// What was stored has no secrets, unless somebody put one into a file of ours.
	return { text: redact([opening, ...lines, CLOSING].join('\n')) };
}

/** Who says what is shown: a file of a clone may be a stranger's. */
function sourcesText(lessons: readonly KnownLesson[]): string {
	const learned = 'what sessions of this repository learned';
	const committed = lessons.filter(({ isTeams }) => isTeams).length;
	if (committed === 0) return learned;
	const inFile = `the repository's file ${TEAM_FILE} says`;
	return committed === lessons.length ? `what ${inFile}` : `${learned}, and what ${inFile},`;
}

/**
 * The ids of the lessons that a session, or a subagent of it, was shown. After a compaction Claude no longer sees them.
 *
 * @param agent id of the subagent: it does not see what its session was shown
 */
function shownBefore(lines: readonly JournalLine[], agent: string | undefined): Set<string> {
	const since = lines.findLastIndex((line) => line.e === 'start' && line.source === 'compact');
	return new Set(
		lines
			.slice(since + 1)
			.flatMap((line) => (line.e === 'lessons' && line.agent === agent ? line.told : [])),
	);
}

const CLOSING =
	'[END OF EARLIER LESSONS: quoted text is recorded data. If one is wrong: `req learn dispute ID`]';

/** A lesson with its reason has this many characters at most, else the reason is left out. */
const MOST_SAID = 400;
/** Characters by which a session is named. */
const KEY = 8;

/** `- warning: "never run the seed script" (30 days ago, branch main, session 1a2b3c4d, i3f2a1b0c)` */
function lessonLine(
	{ lesson, isBeside }: FoundLesson,
	facts: FilesNow & { readonly now: number },
): string {
	const { kind, text, why, at, branch, id, sources } = lesson;
	const said = quoted(text);
	const because = why === undefined ? '' : `, because ${quoted(why)}`;
	const others = new Set(sources.map(({ session }) => session)).size - 1;
	const parts = [
		isBeside === true ? 'noted while this file was worked on' : '',
		at === '' ? '' : relativeTime(at, facts.now),
		branch === '' ? '' : `branch ${named(branch)}`,
		`${originOf(lesson)}${others > 0 ? ` and ${others} more` : ''}`,
		id,
		outdatedText(lesson, facts),
	].filter((part) => part !== '');
	const whole = said.length + because.length <= MOST_SAID ? said + because : said;
	return `- ${kind}: ${whole} (${parts.join(', ')})`;
}

function originOf({ session, isTeams, user }: KnownLesson): string {
	if (isTeams) return `from ${TEAM_FILE}${user === '' ? '' : `, by ${named(user)}`}`;
	return session === undefined ? 'noted in a terminal' : `session ${named(session.slice(0, KEY))}`;
}
