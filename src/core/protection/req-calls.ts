import type { ParsedCommand } from '../command/parse-command.ts';
import { absolutePath, plainPath } from '../place/place.ts';
import { OUR_HOOK_FILE } from '../protocol/hook-events.ts';
import { startsOf } from './started-programs.ts';

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
