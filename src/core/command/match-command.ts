import { type Call, programName, UNKNOWN } from './call.ts';
import { doesItsWork } from './does-its-work.ts';
import { looseMatch } from './loose-match.ts';
import type { ParsedCommand } from './parse-command.ts';
import { programOptions } from './program-options.ts';
import { runsArguments } from './runs-arguments.ts';
import { optionOrSetting, skipOptions } from './skip-options.ts';

/** A call that names the program more often than this matches, unread. */
const maxStarts = 64;

/**
 * Whether a command line runs what a pattern names (D33, behaviours 13–15). A pattern is words,
 * `git commit`; a call matches whose words begin with them, options in between passed over (`git -C
 * d commit`). An expansion may hold options, so `git $OPTS commit` matches; it never stands for a
 * word of the pattern, so `git $CMD` does not. Where a program may run its arguments (`find -exec
 * git commit`), a pattern of two words or more matches in them, and so it does where the program is not
 * known and what follows it is the rest of the pattern: `$(which git) commit`. A source that does not parse matches
 * by its words.
 * Out of reach: aliases (`git ci`), script files, `… | sh`.
 */
export function matchesCommand(parsed: ParsedCommand, pattern: string): boolean {
	const wanted = patternWords(pattern);
	if (wanted.length === 0) return false;
	if (parsed.kind === 'unparsed') return looseMatch(parsed.words, wanted);
	return parsed.calls.some(
		({ words }) =>
			matchesHere(words, wanted) ||
			matchesUnknown(words, wanted) ||
			matchesArguments(words, wanted),
	);
}

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded (D33, behaviour 54). Not proven, beyond what decides the status: a call told to do
 * nothing (`--help`, `--version`, `--dry-run`, `-h` before a `--`, `make -n test`), in another
 * directory (`make -C d test`) or from a file outside the project (`/tmp/npm test`), run by a
 * wrapper that may not run it (xargs), or with a whole word unknown before the pattern ends.
 */
export function provesCommand(parsed: ParsedCommand, pattern: string): boolean {
	return callsMatching(parsed, pattern).some(({ hiddenBy }) => hiddenBy === undefined);
}

/** The calls of a line that match a pattern and do what it says, whether or not their status decides. */
export function callsMatching(parsed: ParsedCommand, pattern: string): readonly Call[] {
	const wanted = patternWords(pattern);
	if (wanted.length === 0 || parsed.kind === 'unparsed') return [];
	return parsed.calls.filter((call) => {
		const end = matchEnd(call.words, wanted, 0);
		return end !== undefined && doesItsWork(call, wanted, end);
	});
}

function patternWords(pattern: string): readonly string[] {
	return pattern.split(/\s+/).filter((word) => word !== '');
}

/** The index after the last word of the pattern, or `undefined` where the words do not match. */
function matchEnd(
	words: readonly string[],
	wanted: readonly string[],
	from: number,
): number | undefined {
	const name = programName(wanted[0]);
	const called = programName(words[from]);
	const tail = wanted.slice(1);
	// `git-commit`, also in /usr/lib/git-core, is `git commit`.
	if (called !== name && called === `git-${tail[0]}` && name === 'git') tail.shift();
	else if (called !== name) return undefined;
	const { valued } = programOptions(name);
	let end = from + 1;
	for (const until of tail) {
		end = skipOptions(words, end, { valued, passedOver: optionOrSetting, until }).end;
		if (words[end] !== until) return undefined;
		end += 1;
	}
	return end;
}

/** `git commit --dry-run` and `git commit --help` commit nothing: where nothing but these stands before it, it is no value of another option. */
const harmlessFlag = /^-(?:[avqs]+|-(?:all|verbose|quiet|signoff|amend|no-verify))$/;

function matchesHere(words: readonly string[], wanted: readonly string[]): boolean {
	const end = matchEnd(words, wanted, 0);
	return end !== undefined && !isDryRun(words, end);
}

function isDryRun(words: readonly string[], end: number): boolean {
	if (!programName(words[0]).startsWith('git')) return false;
	const at = words.findIndex((word, index) => index >= end && !harmlessFlag.test(word));
	if (words[at] === '--help') return true;
	return words[at] === '--dry-run' && !words.slice(at + 1).some((word) => word.startsWith('--no'));
}

function matchesUnknown(words: readonly string[], wanted: readonly string[]): boolean {
	if (wanted.length < 2 || words[0] !== UNKNOWN) return false;
	return matchEnd([wanted[0] ?? '', ...words.slice(1)], wanted, 0) !== undefined;
}

function matchesArguments(words: readonly string[], wanted: readonly string[]): boolean {
	const name = programName(wanted[0]);
	if (wanted.length < 2 || programName(words[0]) === name || !runsArguments(words)) return false;
	const starts = words.flatMap((word, at) =>
		at > 0 && [name, `${name}-${wanted[1]}`].includes(programName(word)) ? [at] : [],
	);
	return (
		starts.length > maxStarts || starts.some((at) => matchEnd(words, wanted, at) !== undefined)
	);
}
