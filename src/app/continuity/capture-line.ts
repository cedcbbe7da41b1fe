import { madeCommit, mayCommit, printedCommit } from '../../core/capture/made-commit.ts';
import type { ParsedCommand } from '../../core/command/parse-command.ts';
import { mayRunTests, mentionsWrite } from '../../core/command/prefilter.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import type { PostToolUseFailureInput, PostToolUseInput } from '../../core/protocol/hook-input.ts';
import { hasFinished, printed } from '../../core/protocol/shell-response.ts';
import { spellingsOf } from '../calls/read-bash.ts';
import { promptOf } from '../journaling.ts';
import type { HookEvent } from '../scene.ts';
import { fileEntry, redactedLine, touchedFiles, withoutIgnored } from './touched-files.ts';

type Event = HookEvent<PostToolUseInput | PostToolUseFailureInput>;

/** What a Bash call did: the files it wrote, the tests that passed, the commit it made. */
export async function capturedLine(
	event: HookEvent<PostToolUseInput>,
	home: Place,
): Promise<JournalEntry[]> {
	const line = await readFor(event, home);
	if (line === undefined) return [];
	const { tool_response: response } = event.input;
	const tests = line.mayTest ? await passedTests(line.command, response) : [];
	const commits = await commitEntries(line.command, response, line.here);
	return [...line.files, ...tests, ...commits];
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
	const line = await readFor(event, home);
	if (line === undefined) return [];
	const tests = line.mayTest && input.is_interrupt !== true ? await failedTests(line.command) : [];
	const commits = await commitEntries(line.command, printedCommit(input.error ?? ''), line.here);
	return [...line.files, ...tests, ...commits].map((entry) => ({ ...entry, ...promptOf(input) }));
}

interface Line {
	readonly command: ParsedCommand | undefined;
	readonly files: readonly JournalEntry[];
	readonly mayTest: boolean;
	/** Where it ran. */
	readonly here: Place;
}

/** The parser is loaded only for a line whose letters say that there may be something to remember. */
async function readFor({ input, ports }: Event, home: Place): Promise<Line | undefined> {
	const { command: source } = input.tool_input;
	if (typeof source !== 'string') return undefined;
	const mayEdit = mentionsWrite(source);
	const mayTest = mayRunTests(source);
	if (!mayEdit && !mayTest && !mayCommit(source)) return undefined;
	const { cwd } = input;
	const here = ports.places.at(cwd);
	const roots = [...spellingsOf(home, ports), here.root];
	const { readLine } = await import('../calls/shell-line.ts');
	const { command, files } = await readLine(source, { cwd, roots, mayEdit }, ports);
	const touched = await withoutIgnored(touchedFiles(files, { cwd, home, ports }), ports);
	return { command, files: touched.map(fileEntry), mayTest, here };
}

/** A line of several calls does not say which of them failed; `cd` before the tests leaves no doubt. */
async function failedTests(command: ParsedCommand | undefined): Promise<JournalEntry[]> {
	if (command?.kind !== 'parsed') return [];
	if (command.calls.filter(({ words }) => words[0] !== 'cd').length !== 1) return [];
	const { testRuns } = await import('../proving.ts');
	const runs = testRuns(command).map(async (run) => ({
		...{ e: 'failed' as const, runner: run.runner },
		command: await redactedLine(run.command),
	}));
	return Promise.all(runs);
}

/** A call that goes on in the background, or was interrupted, has proved nothing. */
async function passedTests(
	command: ParsedCommand | undefined,
	response: unknown,
): Promise<JournalEntry[]> {
	if (command === undefined || !hasFinished(response)) return [];
	const { testRuns } = await import('../proving.ts');
	return testRuns(command, printed(response)).map((run) => ({ e: 'test', ...run }));
}

async function commitEntries(
	command: ParsedCommand | undefined,
	response: unknown,
	{ branch }: Place,
): Promise<JournalEntry[]> {
	const made = command && hasFinished(response) ? madeCommit(command, response) : undefined;
	if (made === undefined) return [];
	const named = made.sha === undefined ? {} : { sha: made.sha };
	const subject = await redactedLine(made.subject);
	return [{ e: 'commit', subject, ...named, branch: made.branch ?? branch }];
}
