import { join } from 'node:path';
import { closestWord } from '../config/closest-word.ts';
import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import type { CommandContext } from '../context.ts';
import { addNote, importNotes, type NoteAuthor, notedWhere } from '../events/add-notes.ts';
import { keptRemark, keptText, redactedNotes } from '../events/caller.ts';
import { keepTask, sessionFor } from '../events/session-memory.ts';
import { askGit } from '../git/quiet-git.ts';
import { settingsIn } from '../host/client-settings.ts';
import { foreignLesson } from '../memory/foreign-lesson.ts';
import type { NoteKind, NoteLine } from '../memory/notes.ts';
import { storedTasks } from '../memory/task-list.ts';
import { unfinishedTasks } from '../memory/tasks.ts';
import { addTeamLesson, TEAM_FILE, teamPath } from '../memory/team-file.ts';
import { LESSONS_MERGE, mergesLessons, readUserText } from '../setup/user-files.ts';
import { Fault } from '../store/fault.ts';
import { elements, member } from '../store/foreign-json.ts';
import { pathExists } from '../store/paths.ts';
import { flat, oneLine, quoted } from '../text/one-line.ts';
import { absolutePath, plainPath } from '../text/paths.ts';
import { counted } from '../text/phrases.ts';
import { type Answer, type Command, callerAt, command, EXIT, SESSION } from './command.ts';
import { declareList, declareVerdict, listNotes } from './note-list.ts';

/** All that the commands know of a kind of note. Lengths in characters. */
interface KindRow {
	readonly about: string;
	/** The word before the text: a label or a type. */
	readonly label?: { readonly word: string; readonly about: string; readonly max: number };
	readonly max: number;
	readonly options?: NonNullable<Command['options']>;
	readonly example: string;
}

const LESSON_OPTIONS: NonNullable<Command['options']> = {
	'--why <text>': 'what speaks for it',
	'--team': `also for the team: adds it to ${TEAM_FILE}, which you commit`,
	'--tags <words>':
		'words that it does not have and a prompt may: the task, the symptom, other names; separated by commas',
	'--supersedes <ids>': {
		about: 'takes the place of an earlier one, which is no longer shown; repeatable',
		isRepeatable: true,
	},
};

function lesson(about: string, example: string): KindRow {
	return { about, max: 1_000, options: LESSON_OPTIONS, example };
}

const KINDS: Readonly<Record<NoteKind, KindRow>> = {
	learning: lesson('keep a learning', 'req learn "the tests need a database"'),
	pattern: lesson('keep a pattern', 'req learn pattern "adapters import one outside thing"'),
	warning: lesson('keep a warning', 'req learn warning "never seed staging" --why "it is live"'),
	decision: lesson('keep a decision', 'req learn decision "keep SQLite" --why "one writer"'),
	pin: {
		about: 'pin a text that must stay in view',
		label: { word: 'label', about: 'at most 64 characters', max: 64 },
		max: 1_000,
		options: { '--critical': 'also for sessions of other branches' },
		example: 'req note pin api "v2 only; v1 is frozen" --critical',
	},
	next: {
		about: 'note a next step',
		max: 300,
		example: 'req note next "write the migration test"',
	},
	blocker: {
		about: 'note a blocker',
		label: { word: 'type', about: 'one word: api, decision, access', max: 40 },
		max: 300,
		example: 'req note blocker decision "unclear who owns the schema"',
	},
};
const ADD_MERGE = `add the line \`${LESSONS_MERGE}\` to .gitattributes`;
const MAX_WHY = 500;
const MAX_TAGS = 200;

interface Given {
	readonly text: readonly string[];
	readonly label?: string;
	readonly type?: string;
	readonly session?: string;
	readonly why?: string;
	readonly tags?: string;
	readonly supersedes?: readonly string[];
	readonly team?: true;
	readonly critical?: true;
}

/** The command that notes something of a kind. */
function declareNote(kind: NoteKind): Command & Required<Pick<Command, 'run'>> {
	const { about, label, max, options, example } = KINDS[kind];
	const words = label === undefined ? {} : { [`<${label.word}>`]: label.about };
	return {
		about,
		// `req learn` alone is the list.
		words: {
			...words,
			[kind === 'learning' ? '[text...]' : '<text...>']: `at most ${max} characters`,
		},
		options: { ...options, ...SESSION },
		advice: `such as \`${example}\``,
		examples: [example],
		run: async (given: Given, context) => keepNote(kind, given, context),
	};
}

async function keepNote(kind: NoteKind, given: Given, context: CommandContext): Promise<Answer> {
	const typed = given.text.join(' ');
	// A `next:` before a next step is not doubled.
	const words = kind === 'next' ? typed.replace(/^(?:\s*next:)+/i, '') : typed;
	const newNote = {
		kind,
		label: labelIn(kind, given),
		text: keptText(words, { what: 'the text', max: KINDS[kind].max }),
		why: given.why && keptText(given.why, { what: 'the reason', max: MAX_WHY }),
		tags: given.tags === undefined ? undefined : tagsIn(given.tags),
		critical: given.critical,
	};
	const author = await readAuthor(given.session, context);
	const supersedes = listOf((given.supersedes ?? []).join());
	const { line, superseded } = await addNote(newNote, author, context, supersedes);
	if (kind === 'pin') await flagUnfinished(`${line.label} ${line.text}`, author, context);
	const replaced = superseded.map(({ id }) => id);
	const hints = given.team ? await shareLesson(line, replaced, author, context) : [];
	const where = given.team ? `in ${TEAM_FILE}` : notedWhere(author);
	const inPlace = replaced.length === 0 ? '' : `, in place of ${replaced.join(', ')}`;
	const { tags = [] } = line;
	const found = tags.length === 0 ? '' : `; found by ${tags.join(', ')}`;
	return {
		text: `${kind} ${line.id} ${where}${inPlace}${found}`,
		warnings: [...redactedNotes(given, newNote), ...hints],
	};
}

/**
 * Who says something with a command. The model speaks for its own session only (D36).
 *
 * @throws Fault `refused`, `unknown_session`, also if several sessions are active, `not_configured`
 */
async function readAuthor(reference: string | undefined, context: CommandContext): Promise<NoteAuthor> {
	const caller = callerAt(context, reference);
	return { ...(await sessionFor(caller, caller.isModel ? 'one' : 'any', context)), caller };
}

/**
 * Adds a stored lesson to the team's file, under the name that its author has in commits.
 *
 * @returns what the user should do besides: with the first lesson, lets git merge the lessons of two branches
 * @throws Fault with the code of the obstacle: the lesson itself is stored
 */
async function shareLesson(
	line: NoteLine,
	supersedes: readonly string[],
	author: NoteAuthor,
	context: CommandContext,
): Promise<string[]> {
	const { place } = author;
	const isFirst = !pathExists(teamPath(place));
	const name = place.git ? await askGit(place, ['config', 'user.name'], context) : undefined;
	const user = keptRemark(name ?? '') || line.user;
	const obstacle = addTeamLesson(place, { ...line, user, supersedes }, context);
	if (obstacle !== undefined) {
		const { code, what, fix } = obstacle;
		const kept = `${line.kind} ${line.id} is stored ${notedWhere(author)}, not for the team`;
		throw new Fault(code, `${what}; ${kept}`, { hint: `${fix}, then run the command again` });
	}
	const { text: attributes } = readUserText(join(place.root, '.gitattributes'));
	if (!isFirst || !place.git || mergesLessons(attributes)) return [];
	return [`to merge lessons of two branches without conflicts, ${ADD_MERGE}`];
}

/** A pin that calls tasks unfinished flags them. */
async function flagUnfinished(text: string, author: NoteAuthor, context: CommandContext): Promise<void> {
	const ids = unfinishedTasks(text);
	if (ids.length === 0) return;
	const known = await storedTasks(author.place, context);
	for (const id of ids)
		if (known.some((task) => task.id === id)) await keepTask(author, { id, flagged: true }, context);
}

/** @throws Fault `usage` */
function labelIn(kind: NoteKind, { label: typed, type = '' }: Given): string | undefined {
	const { label } = KINDS[kind];
	if (label === undefined) return undefined;
	const rule = { what: `the ${label.word}`, max: label.max };
	if (typed !== undefined) return keptText(typed, rule);
	// One word, as its code `block:type:text` asks.
	return keptText(type.replaceAll(':', ' '), rule).toLowerCase().replaceAll(' ', '-');
}

/** @throws Fault `usage` */
function tagsIn(typed: string): string[] {
	return listOf(keptText(listOf(typed).join(), { what: '--tags', max: MAX_TAGS }));
}

/** What commas separate. */
function listOf(typed: string): string[] {
	const all = typed.split(',').map((one) => one.trim());
	return all.filter((one) => one !== '');
}

const learning = declareNote('learning');

/** `req learn`: what sessions learned, for those after them; without a text the list. */
export const learn: Command = {
	...learning,
	run: async (given: never, context, { words, ...line }) => {
		if (words.length === 0) return listNotes('lessons', given, context);
		const [first = '', id = ''] = words;
		const meant = closestWord(first, Object.keys(learn.commands ?? {}));
		if (meant !== undefined && (words.length === 1 || AN_ID.test(id))) {
			throw new Fault('usage', `${quoted(first)} is not a command of \`req learn\``, {
				hint: `did you mean ${meant}? A lesson has more than one word.`,
			});
		}
		return learning.run(given, context, { words, ...line });
	},
	about: 'keep lessons for later sessions',
	details:
		'`req learn "…"` keeps a learning, `req learn` alone lists. In a terminal without an active session a lesson is kept for the next sessions of the branch.',
	examples: ['req learn "the tests need a database"', 'req learn list'],
	commands: {
		pattern: declareNote('pattern'),
		warning: declareNote('warning'),
		decision: declareNote('decision'),
		list: declareList('lessons'),
		review: declareList('review'),
		import: command({
			about: 'keep the lessons of a JSON file',
			details: 'The file has learnings, patterns, warnings and decisions, each a list of texts.',
			words: { '<file>': 'such as status.json' },
			options: SESSION,
			examples: ['req learn import status.json'],
			run: async ({ file, session }, context) => importLessons(file, session, context),
		}),
		confirm: declareVerdict('confirm'),
		dispute: declareVerdict('dispute'),
		forget: declareVerdict('forget'),
	},
};

/** `req note`: pins, next steps and blockers of a session, for itself and the sessions after it. */
export const note: Command = {
	about: 'keep pins, next steps and blockers',
	details:
		'For the session itself and those after it. In a terminal without an active session they are kept for the next sessions of the branch.',
	examples: ['req note pin db "Postgres 16, port 5433"', 'req note list', 'req note done n3fa9'],
	commands: {
		pin: declareNote('pin'),
		next: declareNote('next'),
		blocker: declareNote('blocker'),
		list: declareList('notes'),
		done: declareVerdict('done'),
		remove: declareVerdict('remove'),
	},
};

/** The id of a lesson, or its beginning: the word before it was meant for a command of `req learn`. */
const AN_ID = /^i[0-9a-f]{3,12}$/i;

/** Keeps what a file such as `{"learnings": […], "patterns": […]}` holds, as far as there is room for it. */
async function importLessons(file: string, reference: string | undefined, context: CommandContext): Promise<Answer> {
	const found = readLessons(file, context);
	const author = await readAuthor(reference, context);
	const lessons = found.flatMap(({ kind, ...typed }) => {
		const [text, why] = [flat(typed.text), flat(typed.why ?? '')];
		const fits = text !== '' && text.length <= KINDS[kind].max && why.length <= MAX_WHY;
		return fits ? [{ kind, text, why: why || undefined }] : [];
	});
	const added = await importNotes(lessons, author, context);
	const leftOut = found.length - added.length;
	const few = leftOut === 0 ? [] : [`${leftOut} left out: empty, too long, or too many`];
	const stored = added.map(({ text, why }) => [text, why]);
	return {
		text: `${counted(added.length, 'lesson')} kept ${notedWhere(author)}`,
		warnings: [...redactedNotes(lessons, stored), ...few],
		exit: leftOut === 0 ? EXIT.done : EXIT.warned,
	};
}

/** @throws Fault `usage` if a file holds no lesson */
function readLessons(file: string, context: CommandContext) {
	const read = readUserText(plainPath(absolutePath(file, context.cwd())));
	const json = read.kind === 'text' ? settingsIn(read.text) : undefined;
	const found = NAMED_LISTS.flatMap((list) =>
		elements(member(json, list)).flatMap((item) => {
			const said = foreignLesson(item);
			return said === undefined ? [] : [{ kind: KIND_OF[list], ...said }];
		}),
	);
	if (found.length > 0) return found;
	const missing = read.kind === 'absent' ? ': no such file' : '';
	const why = read.kind === 'refused' ? `: ${read.why}` : missing;
	throw new Fault('usage', `nothing to learn is in ${oneLine(file)}${why}`, {
		hint: 'such as {"learnings": ["…"], "patterns": ["…"], "warnings": ["…"], "decisions": ["…"]}',
	});
}
