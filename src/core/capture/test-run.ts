import { isProjectProgram, isSystemProgram, UNKNOWN } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { ranNothing } from '../command/proof.ts';
import { readRun } from '../command/read-run.ts';

/** Tests that ran and passed: `runner` as in `test:<runner>`, and the words of the call. */
interface TestRun {
	readonly runner: string;
	readonly command: string;
}

/**
 * The tests whose success the success of this command line proves, by the rules of D33 (S1-028); none where
 * what it printed says that it tested nothing.
 */
export function testRuns(parsed: ParsedCommand, output = ''): TestRun[] {
	if (parsed.kind === 'unparsed' || ranNothing(output)) return [];
	const runs = parsed.calls.flatMap(({ words, hiddenBy }): [string, TestRun][] => {
		const [program = ''] = words;
		const isOurs = isSystemProgram(program) || isProjectProgram(program);
		const run = hiddenBy === undefined && isOurs ? readRun(words) : undefined;
		if (!run?.tests || run.args.some(({ effect }) => effect === 'idle')) return [];
		const command = words.join(' ').replaceAll(UNKNOWN, '…');
		return [[command, { runner: run.runner, command }]];
	});
	return [...new Map(runs).values()];
}
