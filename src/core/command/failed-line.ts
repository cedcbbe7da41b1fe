import type { Call } from './call.ts';
import { matchesCommand } from './match-command.ts';
import type { ParsedCommand } from './parse-command.ts';

/**
 * What a line that failed may have done before it did. The call whose status is the line's is the one that failed,
 * or that was never reached; of any other nobody can tell, so it counts. A commit leaves a trace: `committed` says
 * whether there is one, or `undefined` where that cannot be told.
 */
export function doneBeforeFailure(
	parsed: ParsedCommand,
	committed: boolean | undefined,
): ParsedCommand {
	if (parsed.kind === 'unparsed') return parsed;
	const last = decidingWords(parsed);
	const calls = parsed.calls.filter((call) => {
		const isCommit =
			committed !== undefined && matchesCommand({ ...parsed, calls: [call] }, 'git commit');
		return isCommit ? committed : !isLayerOf(call, last);
	});
	return { ...parsed, calls };
}

/**
 * The words of the last call, where the line ends with it: `git push && ((0))` fails although the push did not.
 * Where the output goes changes nothing.
 */
function decidingWords({ source, calls }: ParsedCommand & { kind: 'parsed' }): readonly string[] {
	const words = calls.findLast(({ hiddenBy }) => hiddenBy === undefined)?.words ?? [];
	const end = source
		.slice(-MAX_END)
		.trimEnd()
		.replace(/(?: {0,3}[\d&]?>{1,2}&? {0,3}[\w./-]{1,80}){1,3}$/, '');
	return end.endsWith(words.at(-1) ?? '') ? words : [];
}

/** Where a longer end of a line is not read, its last call counts like any other. */
const MAX_END = 400;

/** `sudo git push` is two calls, and the inner one ends the outer one's words. */
function isLayerOf(call: Call, words: readonly string[]): boolean {
	if (words.length === 0 || call.hiddenBy !== undefined) return false;
	return call.words.slice(-words.length).join(' ') === words.join(' ');
}
