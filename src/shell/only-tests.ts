import { matchesCommand } from './match.ts';
import { isTestRun } from './proof.ts';
import type { ParsedCommand } from './read-line.ts';
import { isReader } from './reads-only.ts';

/** What prepares the shell that tests run in. */
const PREPARES = /^(?:set|export|unset|source|\.)$/;

/**
 * Whether a command line does nothing but run tests: by a known runner or by one of these patterns,
 * and whatever else is in it only reads, or wraps another call of the line.
 */
export function onlyTests(line: ParsedCommand, patterns: readonly string[]): boolean {
	const rest = line.calls.filter((call) => {
		const own = { ...line, calls: [call], words: [] };
		return !isTestRun(call.words) && !patterns.some((pattern) => matchesCommand(own, pattern));
	});
	const isHarmless = rest.every(
		({ words, wraps }) => wraps || isReader(words) || PREPARES.test(words[0] ?? ''),
	);
	return isHarmless && rest.length < line.calls.length;
}
