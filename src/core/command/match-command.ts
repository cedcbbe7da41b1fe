import { type Call, programName, UNKNOWN } from './call.ts';
import { looseMatch } from './loose-match.ts';
import type { ParsedCommand } from './parse-command.ts';
import { programOptions } from './program-options.ts';
import { optionOrSetting, readOption, skipOptions } from './skip-options.ts';

/**
 * Whether a command line runs what a pattern names (D33, behaviours 13–15). A pattern is words,
 * `git commit`; a call matches whose words begin with them, options in between passed over (`git -C
 * d commit`). An expansion may hold options, so `git $OPTS commit` matches; it never stands for a
 * word of the pattern, so `git $CMD` does not. A source that does not parse matches by its words.
 * Out of reach: aliases (`git ci`), script files, `… | sh`.
 */
export function matchesCommand(parsed: ParsedCommand, pattern: string): boolean {
	const wanted = patternWords(pattern);
	if (wanted.length === 0) return false;
	if (parsed.kind === 'unparsed') return looseMatch(parsed.words, wanted);
	return parsed.calls.some((call) => matchEnd(call, wanted) !== undefined);
}

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded (D33, behaviour 54). Not proven, beyond what decides the status: a call told to do
 * nothing (`--help`, `--version`, `--dry-run` before a `--`, `-h` right after the pattern, `make -n
 * test`), run by a wrapper that may not run it (xargs), or with a whole word unknown before the
 * pattern ends.
 */
export function provesCommand(parsed: ParsedCommand, pattern: string): boolean {
	const wanted = patternWords(pattern);
	if (wanted.length === 0 || parsed.kind === 'unparsed') return false;
	return parsed.calls.some((call) => {
		const end = call.decides ? matchEnd(call, wanted) : undefined;
		return end !== undefined && doesItsWork(call, wanted, end);
	});
}

function patternWords(pattern: string): readonly string[] {
	return pattern.split(/\s+/).filter((word) => word !== '');
}

/** The index after the last word of the pattern, or `undefined` where the call does not match. */
function matchEnd({ words }: Call, wanted: readonly string[]): number | undefined {
	const name = programName(wanted[0]);
	if (programName(words[0]) !== name) return undefined;
	const { valued } = programOptions(name);
	let end = 1;
	for (const until of wanted.slice(1)) {
		end = skipOptions(words, end, { valued, passedOver: optionOrSetting, until }).end;
		if (words[end] !== until) return undefined;
		end += 1;
	}
	return end;
}

/** Whether a matching call does what the pattern says; `end` is where the pattern ends in it. */
function doesItsWork({ words }: Call, wanted: readonly string[], end: number): boolean {
	const upToPattern = words.slice(1, end);
	if (upToPattern.includes(UNKNOWN) || [...upToPattern, words[end]].includes('-h')) return false;
	const { valued, inert } = programOptions(programName(wanted[0]));
	const dashes = words.indexOf('--', end);
	const told = words.slice(1, dashes < 0 ? words.length : dashes);
	return !told
		.filter((word) => word.startsWith('-') && !wanted.includes(word))
		.some((word) => readOption(word, valued).names.some((name) => inert.has(name)));
}
