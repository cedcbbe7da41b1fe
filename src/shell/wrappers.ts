import { byName, programName, UNKNOWN } from './call.ts';
import { optionSet, skipOptions } from './options.ts';

/**
 * Programs that run the command among their own words, with their options that take a value. To add
 * one: a row. What a proof knows as well (`npx`, `uv run`) is in read-run.ts.
 */
const WRAPPERS = byName({
	env: '-u --unset -C --chdir',
	'command nohup noglob builtin setsid': '',
	exec: '-a',
	time: '-o --output -f --format',
	'timeout gtimeout': '-s --signal -k --kill-after',
	'sudo doas': '-u --user -g --group -h --host -p --prompt -C -D --chdir -R -r -t -T',
	'nice ionice': '-n --adjustment -c --class --classdata',
	stdbuf: '-i --input -o --output -e --error',
	caffeinate: '-t -w',
	xargs: '-n --max-args -P --max-procs -I -d --delimiter -a -L -s -E',
});

/** Programs that run a source: of `-c`, or what they are given to read. */
const SHELLS = optionSet('sh bash zsh dash ksh ash');

/** A command inside a call. */
interface InnerCommand {
	readonly words: readonly string[];
	/** The call does not end as this command ends. */
	readonly hides: boolean;
}

/**
 * The command that a call only wraps, or `undefined`. `$SUDO git commit` is taken for a wrapper.
 */
export function unwrap(words: readonly string[]): InnerCommand | undefined {
	if (words[0] === UNKNOWN) {
		const known = words.findIndex((word) => word !== UNKNOWN);
		return known < 0 ? undefined : { words: words.slice(known), hides: true };
	}
	const program = programName(words[0]);
	const valued = WRAPPERS.get(program);
	// `command -v git` asks where git is.
	const isQuestion = program === 'command' && /^-[vV]$/.test(words[1] ?? '');
	if (valued === undefined || isQuestion) return undefined;
	const options = optionSet(valued);
	const duration = /^g?timeout$/.test(program) ? 1 : 0;
	const from = skipOptions(words, skipOptions(words, 1, options) + duration, options);
	if (from >= words.length) return undefined;
	// It may run nothing, go on in the background, or run elsewhere (`env -C d`).
	const isLoose = program === 'xargs' || program === 'setsid';
	const isLed = words.slice(1, from).some((word) => /^(?:-[CD]|--chdir)/.test(word));
	return { words: words.slice(from), hides: isLoose || isLed };
}

/**
 * The source that a call has a shell read: `sh -c '…'`, `eval …`, `bash <<EOF`. A file (`bash
 * ci.sh`) is out of reach: `undefined`.
 *
 * @param input the here-document of the call
 */
export function nestedSource(
	words: readonly string[],
	input: string | undefined,
): string | undefined {
	const program = programName(words[0]);
	if (program === 'eval') return words.slice(1).join(' ') || undefined;
	if (!SHELLS.has(program)) return undefined;
	let end = 1;
	let isSource = false;
	for (let word = words[end] ?? ''; /^[-+]./.test(word); word = words[end] ?? '') {
		isSource ||= /^-[a-z]*c/.test(word);
		// `-euo pipefail`, `--rcfile f`.
		end += /^(?:[-+][a-z]*o|--\w+-?file)$/.test(word) ? 2 : 1;
	}
	if (isSource) return words[end];
	return end < words.length ? undefined : input;
}
