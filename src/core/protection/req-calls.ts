import { type Call, programName, UNKNOWN } from '../command/call.ts';
import { looseWords, withoutQuotes } from '../command/loose-words.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { expandVariables } from '../command/resolve-spelling.ts';
import { runsArguments } from '../command/runs-arguments.ts';
import { literalText } from '../command/spelling.ts';

/** `req`, `/opt/x/bin/req`, `dist/cli/req.mjs`, `src/cli/req.ts`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Run what their arguments name, or a text among them, and are quiet otherwise. */
const INTERPRETERS =
	/^(?:node|npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|tsx|python[\d.]*|ruby|perl|php)$/;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);

/**
 * The arguments of every call of this program in a command line, however it is started: by its name or
 * a path, by Node, by a package runner, by a program that runs its arguments (`find -exec req pause`),
 * by a shell that reads it from a pipe. Of a source that does not parse, whatever follows its name
 * (behaviours 14, 15 and 53). Out of reach: aliases, variables, copies and links under another name,
 * scripts.
 */
export function reqCalls(parsed: ParsedCommand): readonly (readonly string[])[] {
	if (parsed.kind === 'unparsed') return argumentsAfter(parsed.words, 0);
	const piped = parsed.calls.some(({ words }) => readsPipe(words)) ? looseWords(parsed.source) : [];
	const calls = parsed.calls.flatMap((call) => programsOf(call, parsed.variables));
	return [...calls.flatMap(argumentsIn), ...argumentsAfter(piped, 0)];
}

function argumentsIn(words: readonly string[]): string[][] {
	if (OWN_WORD.test(words[0] ?? '')) return [words.slice(1)];
	const program = programName(words[0]);
	if (INTERPRETERS.test(program)) return argumentsAfter(withTexts(words), 1);
	if (!runsArguments(words)) return [];
	const found = argumentsAfter(words, 1);
	if (program === 'parallel') return found.map(() => [UNKNOWN]);
	if (program !== 'xargs') return found;
	const replaces = words.some((word) => /^-[iIJ]|^--replace/.test(word));
	return found.map((args) => (replaces ? [UNKNOWN] : [...args, UNKNOWN]));
}

/** The words of a call, and those of a program or a command line that one of its options gives it. */
function withTexts(words: readonly string[]): readonly string[] {
	return words.flatMap((word, at) =>
		/^(?:-\w*[cepr]|--(?:call|eval|print))$/.test(words[at - 1] ?? '')
			? withoutQuotes(word).split(/[^\w./@:-]+/)
			: [word],
	);
}

/** `R=req; $R pause`: the words with what the line itself put into a variable in the program's place. */
function programsOf(
	{ words, spellings }: Call,
	variables: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
	if (words[0] !== UNKNOWN) return [words];
	const values = expandVariables(spellings[0] ?? '', variables).map(literalText);
	const known = values.filter((value) => value !== undefined);
	return [words, ...known.map((value) => [...value.split(/\s+/), ...words.slice(1)])];
}

function argumentsAfter(words: readonly string[], from: number): string[][] {
	return words.flatMap((word, at) =>
		at >= from && OWN_WORD.test(word) ? [words.slice(at + 1)] : [],
	);
}

/** `… | sh`, `… | bash -s`: what it runs came through the pipe. */
function readsPipe(words: readonly string[]): boolean {
	return SHELLS.has(programName(words[0])) && words.slice(1).every((word) => /^-s?$/.test(word));
}
