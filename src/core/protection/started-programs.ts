import { programName, UNKNOWN } from '../command/call.ts';
import { runsArguments } from '../command/match-command.ts';
import { optionSet, skipOptions } from '../command/options.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { looseWords, withoutQuotes } from '../command/prefilter.ts';
import { programsIn } from '../command/spelling.ts';
import { takeSteps } from '../command/steps.ts';
import { absolutePath, plainPath } from '../place/place.ts';
import { OUR_HOOK_FILE } from '../protocol/hook-events.ts';

/** Run the file or the program that is their first operand, or a text that an option gives them. */
const INTERPRETERS =
	/^(?:node|npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|tsx|python[\d.]*|ruby|perl|php)$/;
/** Words of theirs that stand before it; `npm run` starts scripts of a project only. */
const RUNNING = /^(?:exec|x|dlx)$/;
const RUNNING_BY_NAME = /^(?:exec|x|dlx|run)$/;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
const XARGS = {
	valued: optionSet('-n -L -P -s -d -E -a -I -J -R --max-args --max-procs --delimiter --arg-file'),
	passedOver: /^-/,
	until: undefined,
};

/** A text that names the program more often than this says nothing of each: it may be any of its calls. */
const maxStarts = 32;

/** Whether a word names the program looked for; `directory` is the spelling of where it is run. */
type Fits = (word: string, directory: string) => boolean;

/**
 * The arguments of every start of a program in a command line, however it is started: by its name or a
 * path, by Node, by a package runner, by a program that runs its arguments (`find -exec req pause`), by
 * a shell that reads it from a pipe. Of a source that does not parse, whatever follows its name
 * (15 and 53). Out of reach: aliases, copies and links under another name, scripts.
 */
export function startsOf(parsed: ParsedCommand, fits: Fits): readonly (readonly string[])[] {
	const loosely = (word: string) => fits(word, '');
	const isPiped = parsed.calls.some(({ words }) => readsPipe(words));
	const bare = isPiped ? looseWords(parsed.source) : parsed.words;
	const started = parsed.calls.flatMap(({ words, spellings, directory }) => {
		const here = (word: string) => fits(word, directory);
		// What is unknown only in part is left to the command itself: who calls it so is asked there.
		const isKnown = words[0] !== UNKNOWN;
		const programs = isKnown ? [words.slice(0, 1)] : programsIn(words, spellings, parsed.variables);
		return programs.flatMap((program) => argumentsIn([...program, ...words.slice(1)], here));
	});
	return [...started, ...argumentsAfter(bare, loosely)];
}

/** `req`, `/opt/x/bin/req`, `dist/cli/req.mjs`, `src/cli/req.ts`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;

/** The arguments of every call of this program in a command line. */
export function reqCalls(parsed: ParsedCommand): readonly (readonly string[])[] {
	return startsOf(parsed, (word) => OWN_WORD.test(word));
}

/**
 * Whether a command line starts one of our hooks: what it is told on its input would count as the
 * client's word.
 *
 * @param cwd where the line starts
 */
export function startsHook(parsed: ParsedCommand, cwd: string): boolean {
	const isHook = (word: string, directory: string) =>
		/\.(?:cjs|sh)$/i.test(word) &&
		OUR_HOOK_FILE.test(plainPath(absolutePath(word, absolutePath(directory, cwd))));
	return startsOf(parsed, isHook).length > 0;
}

type FitsHere = (word: string) => boolean;

function argumentsIn(words: readonly string[], fits: FitsHere): readonly (readonly string[])[] {
	const [first = '', ...rest] = words;
	if (fits(first)) return [rest];
	const program = programName(first);
	if (INTERPRETERS.test(program)) return interpreted(words, fits);
	if (program === 'xargs') return withUnknown(words, fits);
	if (program === 'find') return executed(rest, fits);
	if (!runsArguments(words)) return [];
	const found = argumentsAfter(rest, fits);
	return program === 'parallel' ? found.map(() => [UNKNOWN]) : found;
}

/** What an interpreter starts: its first operand as far as one can tell, and what a text of its names. */
function interpreted(words: readonly string[], fits: FitsHere): readonly (readonly string[])[] {
	const running = programName(words[0]) === 'npm' ? RUNNING : RUNNING_BY_NAME;
	const end = words.findIndex((word, at) => {
		const isBefore = at === 0 || word.startsWith('-') || running.test(word);
		return !isBefore && !INTERPRETERS.test(programName(word)) && !words[at - 1]?.startsWith('-');
	});
	const operands = argumentsAfter(words.slice(1, end < 0 ? words.length : end + 1), fits, words);
	const texts = words.filter((_, at) => isTextOption(words[at - 1] ?? ''));
	const spoken = texts.flatMap((text) =>
		argumentsAfter(withoutQuotes(text).split(/[^\w./@:-]+/), fits),
	);
	return [...operands, ...spoken];
}

function isTextOption(word: string): boolean {
	return /^(?:-\w*[cepr]|--(?:call|eval|print))$/.test(word);
}

/** What `xargs` adds from its input is not known. */
function withUnknown(words: readonly string[], fits: FitsHere): readonly (readonly string[])[] {
	const replaces = words.some((word) => /^-[iIJ]|^--replace/.test(word));
	const inner = words.slice(skipOptions(words, 1, XARGS).end);
	return argumentsIn(inner, fits).map((args) => (replaces ? [UNKNOWN] : [...args, UNKNOWN]));
}

/** What the programs of `find -exec` start. */
function executed(words: readonly string[], fits: FitsHere): readonly (readonly string[])[] {
	const starts = words.flatMap((word, at) => (/^-(?:exec|ok)(?:dir)?$/.test(word) ? [at + 1] : []));
	if (starts.length > maxStarts) return argumentsAfter(words, fits);
	return starts.flatMap((from) => argumentsIn(words.slice(from), fits));
}

/** What follows each of the words that fit, in `all`, whose beginning they are but for its first word. */
function argumentsAfter(
	words: readonly string[],
	fits: FitsHere,
	all: readonly string[] = ['', ...words],
): readonly (readonly string[])[] {
	const starts = takeSteps(words.length)
		? words.flatMap((word, at) => (fits(word) ? [at + 2] : []))
		: [];
	if (starts.length > maxStarts) return [[UNKNOWN]];
	return starts.map((from) => all.slice(from));
}

/** `… | sh`, `… | bash -s`: what it runs came through the pipe. */
function readsPipe(words: readonly string[]): boolean {
	return SHELLS.has(programName(words[0])) && words.slice(1).every((word) => /^-s?$/.test(word));
}
