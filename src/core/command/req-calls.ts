import { programName, UNKNOWN } from './call.ts';
import { looseWords } from './loose-words.ts';
import type { ParsedCommand } from './parse-command.ts';
import { runsArguments } from './runs-arguments.ts';

/** `req`, `/opt/x/bin/req`, `dist/cli/req.mjs`, `src/cli/req.ts`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Run what one of their arguments names, and are quiet otherwise. */
const RUNNERS = new Set(['node', 'npm', 'pnpm', 'yarn']);
/** Add words that nobody knows to the call they make. */
const FILLERS = new Set(['xargs', 'parallel']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);

/**
 * The arguments of every call of this program in a command line, however it is started: by its name or
 * a path, by Node, by a package runner, by a program that runs its arguments (`find -exec req pause`),
 * by a shell that reads it from a pipe. Of a source that does not parse, whatever follows its name
 * (behaviours 14, 15 and 53). Out of reach: aliases, variables, copies and links under another name,
 * scripts.
 */
export function reqCalls(parsed: ParsedCommand, source: string): readonly (readonly string[])[] {
	if (parsed.kind === 'unparsed') return argumentsAfter(parsed.words, 0);
	const piped = parsed.calls.some(({ words }) => readsPipe(words)) ? looseWords(source) : [];
	return [...parsed.calls.flatMap(({ words }) => argumentsIn(words)), ...argumentsAfter(piped, 0)];
}

function argumentsIn(words: readonly string[]): string[][] {
	if (OWN_WORD.test(words[0] ?? '')) return [words.slice(1)];
	const program = programName(words[0]);
	if (!RUNNERS.has(program) && !runsArguments(words)) return [];
	const found = argumentsAfter(words, 1);
	if (!FILLERS.has(program)) return found;
	const replaces = words.some((word) => /^-[iIJ]|^--replace/.test(word));
	return found.map((args) => (replaces ? [UNKNOWN] : [...args, UNKNOWN]));
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
