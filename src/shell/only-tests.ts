import type { ProgramCall } from './call.ts';
import { matchesCommand } from './match-command.ts';
import { nestedSource } from './nested-source.ts';
import type { ParsedCommand } from './parse-command.ts';
import { isTestRun } from './proof.ts';
import { isReader } from './reads-only.ts';
import { unwrap } from './wrappers.ts';

/** What prepares the shell that tests run in. */
const PREPARES = /^(?:set|export|unset|source|\.)$/;

/**
 * Whether a command line does nothing but run tests: by a known runner or by one of these patterns, and whatever else is
 * in it only reads.
 */
export function onlyTests(line: ParsedCommand, patterns: readonly string[]): boolean {
	const tests = (call: ProgramCall) =>
		isTestRun(call.words) ||
		patterns.some((pattern) => matchesCommand({ ...line, calls: [call], words: [] }, pattern));
	const rest = line.calls.filter((call) => !tests(call));
	return rest.length < line.calls.length && rest.every(isHarmless);
}

/** It only reads, or is there for the sake of a call that is in the line as well: `timeout 60`, `bash -c`. */
function isHarmless(call: ProgramCall): boolean {
	const { words, input } = call;
	if (isReader(words) || PREPARES.test(words[0] ?? '')) return true;
	return (unwrap(call) ?? nestedSource(words, input)) !== undefined;
}
