import { madeCommit, mayCommit } from '../../core/capture/made-commit.ts';
import { mayRunTests } from '../../core/command/may-run-tests.ts';
import type { ParsedCommand } from '../../core/command/parse-command.ts';
import type { ActivityEntry } from '../../core/journal/activity.ts';
import type { Place } from '../../core/place/place.ts';
import { hasFinished } from '../../core/protocol/has-finished.ts';
import type { PostToolUseInput } from '../../core/protocol/hook-input.ts';
import { printed } from '../../core/protocol/printed.ts';
import { mentionsWrite } from '../../core/written-files/mentions-write.ts';
import { spellingsOf } from '../calls/read-bash.ts';
import type { HookEvent } from '../scene.ts';
import { redactedLine } from './redacted-line.ts';
import { fileEntry, touchedFiles, withoutIgnored } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput>;

/**
 * What a Bash call did: the files it wrote, the tests that passed, the commit it made. The parser is loaded
 * only for a line whose letters say that there may be something of it.
 */
export async function capturedLine(event: Event, home: Place): Promise<ActivityEntry[]> {
	const { input, ports } = event;
	const { command: source } = input.tool_input;
	if (typeof source !== 'string') return [];
	const mayEdit = mentionsWrite(source);
	if (!mayEdit && !mayRunTests(source) && !mayCommit(source)) return [];
	const { cwd } = input;
	const here = ports.places.at(cwd);
	const roots = [...spellingsOf(home, ports), here.root];
	const { readLine } = await import('../calls/shell-line.ts');
	const { command, files } = readLine(source, { cwd, roots, mayEdit }, ports);
	const touched = await withoutIgnored(touchedFiles(files, { cwd, home, ports }), ports);
	const tests = mayRunTests(source) ? await passedTests(command, input.tool_response) : [];
	const commits = await commitEntries(command, input.tool_response, here);
	return [...touched.map(fileEntry), ...tests, ...commits];
}

/**
 * The tests that a failed Bash call was about. A line of several calls does not say which of them failed; `cd` before
 * the tests leaves no doubt.
 */
export async function failedTests(
	{ input, ports }: Event,
	home: Place,
): Promise<(ActivityEntry & { e: 'failed' })[]> {
	const { command: source } = input.tool_input;
	if (typeof source !== 'string' || !mayRunTests(source)) return [];
	const { cwd } = input;
	const roots = [...spellingsOf(home, ports), ports.places.at(cwd).root];
	const { readLine } = await import('../calls/shell-line.ts');
	const { command } = readLine(source, { cwd, roots, mayEdit: false }, ports);
	if (command?.kind !== 'parsed') return [];
	if (command.calls.filter(({ words }) => words[0] !== 'cd').length !== 1) return [];
	const { testRuns } = await import('../proving.ts');
	const runs = testRuns(command).map(async (run) => ({
		...{ e: 'failed' as const, runner: run.runner },
		command: await redactedLine(run.command),
	}));
	return Promise.all(runs);
}

/** A call that goes on in the background, or was interrupted, has proved nothing (host fact 22). */
async function passedTests(
	command: ParsedCommand | undefined,
	response: unknown,
): Promise<ActivityEntry[]> {
	if (command === undefined || !hasFinished(response)) return [];
	const { testRuns } = await import('../proving.ts');
	return testRuns(command, printed(response)).map((run) => ({ e: 'test', ...run }));
}

async function commitEntries(
	command: ParsedCommand | undefined,
	response: unknown,
	{ branch }: Place,
): Promise<ActivityEntry[]> {
	const made = command && hasFinished(response) ? madeCommit(command, response) : undefined;
	if (made === undefined) return [];
	const named = made.sha === undefined ? {} : { sha: made.sha };
	const subject = await redactedLine(made.subject);
	return [{ e: 'commit', subject, ...named, branch: made.branch ?? branch }];
}
