import { madeCommit, printedCommit } from '../../core/capture/made-commit.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { isInside } from '../../core/text/paths.ts';
import type { HookEvent } from '../../events/projects.ts';
import { rootSpellings, workAmong } from '../../events/read-call.ts';
import { placeAt } from '../../git/find-place.ts';
import type { Place } from '../../git/place.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../../host/messages.ts';
import { hasFinished, printed } from '../../host/tools.ts';
import { type ProgramCall, resolvePath } from '../../shell/call.ts';
import { testRuns } from '../../shell/proof.ts';
import { type ParsedCommand, parseCommand } from '../../shell/read-line.ts';
import { readWrites } from '../../shell/writes.ts';
import { promptOf } from '../journaling.ts';
import { fileEntry, redactedLine, touchedFiles, withoutIgnored } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput | PostToolUseFailureInput>;

/** What a Bash call did: the files it wrote, the tests that passed, the commit it made. */
export async function capturedLine(
	event: HookEvent<PostToolUseInput>,
	home: Place,
): Promise<JournalEntry[]> {
	const { tool_response: response } = event.input;
	return entriesOf(event, home, response, (command) => passedTests(command, response));
}

/**
 * What a Bash call did that failed: the files it may have written, the commit that it printed, the tests that failed.
 * An interrupted run says nothing about tests.
 */
export async function capturedFailure(
	event: HookEvent<PostToolUseFailureInput>,
	home: Place,
): Promise<JournalEntry[]> {
	const { input } = event;
	const entries = await entriesOf(event, home, printedCommit(input.error ?? ''), (command) =>
		input.is_interrupt === true ? [] : failedTests(command),
	);
	return entries.map((entry) => ({ ...entry, ...promptOf(input) }));
}

async function entriesOf(
	{ input, ports }: Event,
	home: Place,
	response: unknown,
	testsOf: (command: ParsedCommand | undefined) => JournalEntry[],
): Promise<JournalEntry[]> {
	const { command: source } = input.tool_input;
	if (typeof source !== 'string') return [];
	const { cwd } = input;
	const here = placeAt(cwd, ports.context);
	const roots = [...rootSpellings(home, ports), here.root];
	const facts = { cwd, home: ports.host.home };
	const parsed = parseCommand(source);
	// What runs elsewhere proves nothing here.
	const calls = parsed.calls.map((call): ProgramCall => {
		const path = call.directory === undefined ? '' : resolvePath(call.directory, facts);
		const isHere = roots.some((root) => path === root || isInside(path, root));
		return isHere ? call : { ...call, hiddenBy: 'the rest of the line' };
	});
	const command = { ...parsed, calls };
	const files = workAmong(readWrites(parsed, facts).files, ports);
	const touched = await withoutIgnored(touchedFiles(files, { cwd, home, ports }), ports);
	return [
		...touched.map(fileEntry),
		...testsOf(command),
		...commitEntries(command, response, here),
	];
}

/** A line of several calls does not say which of them failed; `cd` before the tests leaves no doubt. */
function failedTests(command: ParsedCommand | undefined): JournalEntry[] {
	if (command?.kind !== 'parsed') return [];
	if (command.calls.filter(({ words, wraps }) => !wraps && words[0] !== 'cd').length !== 1)
		return [];
	return testRuns(command).map(({ runner, command: line }) => {
		return { e: 'failed', runner, command: redactedLine(line) };
	});
}

/** A call that goes on in the background, or was interrupted, has proved nothing. */
function passedTests(command: ParsedCommand | undefined, response: unknown): JournalEntry[] {
	if (command === undefined || !hasFinished(response)) return [];
	return testRuns(command, printed(response)).map((run) => ({ e: 'test', ...run }));
}

function commitEntries(
	command: ParsedCommand | undefined,
	response: unknown,
	{ branch }: Place,
): JournalEntry[] {
	const made = command && hasFinished(response) ? madeCommit(command, response) : undefined;
	if (made === undefined) return [];
	const named = made.sha === undefined ? {} : { sha: made.sha };
	const subject = redactedLine(made.subject);
	return [{ e: 'commit', subject, ...named, branch: made.branch ?? branch }];
}
