import { isInside } from '../core/text/paths.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../host/messages.ts';
import { hasFinished, printed } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { promptOf } from '../journal/journal.ts';
import { type ProgramCall, resolvePath } from '../shell/call.ts';
import { testRuns } from '../shell/proof.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { madeCommit, printedCommit } from './made-commit.ts';
import type { HookEvent } from './projects.ts';
import { type CallWords, rootSpellings } from './read-call.ts';
import { fileEntry, touchedFiles, withoutIgnored } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput | PostToolUseFailureInput>;

/** What a Bash call did: the files it wrote, the tests that passed, the commit it made. */
export async function capturedLine(
	event: HookEvent<PostToolUseInput>,
	home: Place,
	words: CallWords,
): Promise<JournalEntry[]> {
	const { tool_response: response } = event.input;
	return entriesOf(event, { home, words, response }, (command) =>
		hasFinished(response)
			? testRuns(command, printed(response)).map((run) => ({ e: 'test', ...run }))
			: [],
	);
}

/**
 * What a Bash call did that failed: the files it may have written, the commit that it printed, the tests that failed.
 * An interrupted run says nothing about tests.
 */
export async function capturedFailure(
	event: HookEvent<PostToolUseFailureInput>,
	home: Place,
	words: CallWords,
): Promise<JournalEntry[]> {
	const { input } = event;
	const response = printedCommit(input.error ?? '');
	const entries = await entriesOf(event, { home, words, response }, (command) =>
		input.is_interrupt === true ? [] : failedTests(command),
	);
	return entries.map((entry) => ({ ...entry, ...promptOf(input) }));
}

async function entriesOf(
	{ input: { cwd }, ports }: Event,
	{ home, words, response }: { home: Place; words: CallWords; response: unknown },
	testsOf: (command: ParsedCommand) => JournalEntry[],
): Promise<JournalEntry[]> {
	if (words.command === undefined) return [];
	const here = placeAt(cwd, ports.context);
	const roots = [...rootSpellings(home, ports), here.root];
	const facts = { cwd, home: ports.host.home };
	// What runs elsewhere proves nothing here.
	const calls = words.command.calls.map((call): ProgramCall => {
		const path = call.directory === undefined ? '' : resolvePath(call.directory, facts);
		const isHere = roots.some((root) => path === root || isInside(path, root));
		return isHere ? call : { ...call, hiddenBy: 'the rest of the line' };
	});
	const command = { ...words.command, calls };
	const touched = await withoutIgnored(touchedFiles(words.files, { home, ports }), ports);
	return [
		...touched.map(fileEntry),
		...testsOf(command),
		...commitEntries(command, response, here),
	];
}

/** A line of several calls does not say which of them failed; `cd` before the tests leaves no doubt. */
function failedTests(command: ParsedCommand): JournalEntry[] {
	const calls = command.calls.filter(({ words, wraps }) => !wraps && words[0] !== 'cd');
	if (calls.length !== 1) return [];
	return testRuns(command).map(({ runner, command: line }) => ({
		e: 'failed',
		runner,
		command: line,
	}));
}

/** A call that goes on in the background, or was interrupted, has proved nothing. */
function commitEntries(
	command: ParsedCommand,
	response: unknown,
	{ branch }: Place,
): JournalEntry[] {
	const made = hasFinished(response) ? madeCommit(command, response) : undefined;
	if (made === undefined) return [];
	const named = made.sha === undefined ? {} : { sha: made.sha };
	const { subject } = made;
	return [{ e: 'commit', subject, ...named, branch: made.branch ?? branch }];
}
