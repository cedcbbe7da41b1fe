import { gitWords, programName } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { isTestRun, readRun } from '../shell/read-run.ts';
import { isReader } from '../shell/reads-only.ts';
import type { KnownLesson } from './lesson.ts';
import { compareRanked, type FoundLesson } from './recall.ts';
import { splitChunk, stemOf, weighWord, wordsOf } from './terms.ts';

/**
 * The lessons that name what a command line runs, warnings and decisions first: `npm test`, "the seed script", "commit
 * messages". A lesson that forbids an option is about lines that have it, one that asks for it about those that lack it.
 */
export function findForCommand({ calls, source }: ParsedCommand, lessons: readonly KnownLesson[]): FoundLesson[] {
	const names = calls.flatMap(({ words, wraps }) => (wraps ? [] : namesOfCall(words)));
	// To read the names takes as long as to read the terms; most lessons have no word of the command.
	const mayName = new RegExp(names.map(lettersOf).join('|'), 'i');
	const found = lessons.flatMap((lesson) => {
		if (names.length === 0 || !mayName.test(lesson.text)) return [];
		const { all, forbidden } = namesIn(lesson);
		const isNamed = names.some((name) => all.has(name)) && isAboutOptions(lesson.text, source);
		const forbids = names.some((name) => forbidden.has(name));
		return isNamed ? [{ lesson, rank: 1, isSure: true, forbids }] : [];
	});
	return found.sort(compareRanked);
}

/** The longest word of a name, without the ending that a stem may have lost: each text with the name has it. */
function lettersOf(name: string): string {
	const [word = ''] = (name.match(/[a-z]+/gi) ?? []).sort((one, other) => other.length - one.length);
	return name.startsWith('~') ? word.slice(0, Math.max(2, word.length - 1)) : word;
}

/** Their second word only names a group: `docker compose up` is not `docker compose ps`. */
const GROUP = /^(?:yarn workspaces?|(?:docker|podman) compose|(?:gh|glab|aws|gcloud|az) [a-z][\w-]*) /;
/** What a call makes, by the name that it has in prose. */
const MAKES: readonly (readonly [RegExp, ...string[]])[] = [
	[/^git commit /, '~commit messag', '~commit subject'],
	[/^git push .*-(?:f|-force\S*) /, '~forc push'],
	[/^gh pr create /, '~pull request'],
];
/** Shows how a command is used, or goes on with what was begun. */
const GOES_ON = /^(?:--?help|-h|--?version|--(?:abort|continue|quit|skip))$/;

/**
 * The names of a call: `npm test`; `pytest`, if it has no subcommand; and what it starts, by stems: `~seed` is the script
 * seed of any program, `~test` are tests.
 */
function namesOfCall(given: readonly string[]): string[] {
	const [first = '', ...rest] = given;
	const words = first === 'docker-compose' ? ['docker', 'compose', ...rest] : given;
	const program = programName(words[0]);
	const onlyReads = program !== 'git' && (isReader(words) || program === 'cd');
	if (onlyReads || words.some((word) => GOES_ON.test(word))) return [];
	const operands = words.slice(1).filter((word) => !/^[-+\0]|=/.test(word));
	const [one, two] = program === 'git' ? gitWords(words) : operands;
	const { script } = readRun(words);
	const written = `${[program, ...words.slice(1)].join(' ')} `;
	const pairs = [one, two].flatMap((word) => (word === undefined ? [] : [`${program} ${word}`]));
	const ofManager = [program, `${program} run`, 'npm run', ...(script === 'test' ? ['npm'] : [])];
	let names = script === undefined ? pairs : ofManager.map((start) => `${start} ${script}`);
	if (GROUP.test(written)) names = [`${program} ${one} ${two}`];
	const makes = MAKES.flatMap(([made, ...called]) => (made.test(written) ? called : []));
	const tests = isTestRun(words) ? ['~test'] : [];
	return [...names, ...makes, ...tests, ...(isReader(words) ? [] : namesOfTask(words, operands))];
}

/** Programs that start a file, and those that start a task by its name. */
const STARTS_FILE = /^(?:node|tsx|deno|bun|(?:ba|z)?sh|python[\d.]*|ruby|php|psql|mysql|sqlite3)$/;
const STARTS_TASK = /^(?:make|gmake|just|task|rake|gradlew?|mvnw?)$/;

/** The names of what a call starts: a script of a package, a file, a task; else of the program, if it has no subcommand. */
function namesOfTask(words: readonly string[], [one = '', two]: readonly string[]): string[] {
	const [first = ''] = words;
	const program = programName(first);
	const { script } = readRun(words);
	const file = first.includes('/') ? first : STARTS_FILE.test(program) && one;
	const task = script ?? (file || (STARTS_TASK.test(program) && one));
	const isAlone = !/^[a-z][\w:-]*$/i.test(one) || (one === 'run' && isTestRun(words));
	const alone = isAlone && weighWord(program) === 'word' ? [program] : [];
	if (!task) return alone;
	const name = task.slice(task.lastIndexOf('/') + 1);
	const stems = splitChunk(name.replace(/\.\w+$/, '')).map(stemOf);
	const started = [`~${stems.join(' ')}`, `~${stems.at(-1)}`, ...(name.includes('.') ? [name] : [])];
	// `manage.py migrate`
	const ofFile = file === one && two !== undefined ? [`~${stemOf(two)}`] : [];
	return [...alone, ...started, ...ofFile];
}

const RUN = /^(?:call|execut|invok|launch|run|start|trigger)$/;
/** In the singular: build scripts are those of others. */
const TASK = /^(?:command|recipe|script|target|task)$/;
const MADE = /^(?:messag|subject|request|push)$/;
const ARTICLE = /^(?:an?|all|any|our|the|these|this|your)$/;
/** What comes before the name of a program at the beginning of a lesson. */
const LEAD = /^(?:(?:never|always|only|do not|don't|run|use|call|start) )*/i;
/** `npm install breaks the lockfile, use npm ci` is about the first of them. */
const ADVICE = /^ (?:use|run|call) \S+(?: \S+)?$/;
/** What ends a clause. */
const CLAUSE = /[,;:.!?()]+(?=\s|$)/;

/** Once for as long as the lessons are kept in memory. */
const NAMES = new WeakMap<KnownLesson, LessonNames>();

interface LessonNames {
	readonly all: ReadonlySet<string>;
	/** Those after a `never` or `do not`. */
	readonly forbidden: ReadonlySet<string>;
}

/** The names in a lesson that a call can have, as `namesOfCall` spells them, and many that none has. */
function namesIn(lesson: KnownLesson): LessonNames {
	const known = NAMES.get(lesson);
	if (known !== undefined) return known;
	const said = lesson.text.replaceAll('docker-compose', 'docker compose');
	const [first = '', ...more] = (said.charAt(0).toLowerCase() + said.slice(1)).split(CLAUSE);
	const clauses = [first, ...more.filter((one) => !ADVICE.test(one))];
	const [start = ''] = said.replace(LEAD, '').split(/[\s`"']/);
	const namesOf = (some: readonly string[]) =>
		some.flatMap((clause) => [...writtenNames(clause), ...calledNames(clause)]);
	const forbidden = new Set(namesOf(clauses.flatMap((clause) => PROHIBITION.exec(clause)?.[0] ?? [])));
	if (PROHIBITION.exec(said)?.index === 0) forbidden.add(start);
	const names = { all: new Set([start, ...namesOf(clauses)]), forbidden };
	NAMES.set(lesson, names);
	return names;
}

/** Names as they are written: `npm test`, `aws s3 sync`, `seed.sh`, `~reset db` of `reset-db`. */
function writtenNames(clause: string): string[] {
	const words = clause.split(/[\s`"']+/).filter((word) => word !== '');
	return words.flatMap((word, at) => {
		const parts = splitChunk(word);
		const name = parts.length > 1 ? [`~${parts.map(stemOf).join(' ')}`] : [];
		const next = words.slice(at + 1, at + 3);
		const phrases = next.map((_, end) => [programName(word), ...next.slice(0, end + 1)].join(' '));
		const file = /[./]\w/.test(word) ? [word.slice(word.lastIndexOf('/') + 1)] : [];
		return [...phrases, ...file, ...name];
	});
}

/** Names of what is started or made: `run the seeds`, `the seed script`, `commit messages`. */
function calledNames(clause: string): string[] {
	const words = wordsOf(clause).filter((word) => !ARTICLE.test(word));
	const stems = words.map(stemOf);
	return stems.flatMap((stem, at) => {
		const [two, one = ''] = [stems[at - 2], stems[at - 1]];
		const task = TASK.test(words[at] ?? '') ? [`~${one}`, `~${two} ${one}`] : [];
		const run = RUN.test(one) ? [`~${stem}`, `~${stem} ${stems[at + 1]}`] : [];
		return [...task, ...run, ...(MADE.test(stem) ? [`~${one} ${stem}`] : [])];
	});
}

/** Options and settings as a line has them: `--force`, `NODE_ENV=test`. */
const OPTION = /(?<![\w-])(?:--?[a-z][\w-]*|[A-Z_]{2,}=[\w./-]+)/g;
/** What comes after words that forbid it. */
const PROHIBITION = /\b(?:never|do not|don['’]t|must not|mustn['’]t|avoid)\b.*/i;
const FORBIDS = /(?:\b(?:never|not|no|avoid)\b|n't\b)(?!.*\bwithout\b)/i;
const ASKS = /\b(?:needs?|requires?|must|use|set|only|always|without|run|(?:is|are|be) \w+ed)\b/i;

/** Whether a line has an option that a text forbids, or lacks one that it asks for. */
function isAboutOptions(text: string, source: string): boolean {
	const given = source.split(/[\s"']+/);
	const named = [...text.matchAll(OPTION)];
	const concerns = named.filter(({ 0: option, index }) => {
		const clause = text.slice(0, index).split(CLAUSE).at(-1) ?? '';
		const isGiven = given.some((word) => word === option || word.startsWith(`${option}=`));
		return FORBIDS.test(clause) ? isGiven : !(isGiven && ASKS.test(clause));
	});
	return named.length === 0 || concerns.length > 0;
}
