import type { HookAnswer, PostToolUseFailureInput } from '../host/messages.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf } from '../journal/journal.ts';
import { commandKey } from '../memory/command-key.ts';
import { type Failure, failureOf } from '../memory/failure.ts';
import { failedWork } from './capture-call.ts';
import type { HookEvent, Project } from './projects.ts';
import type { CallWords } from './read-call.ts';
import { tellAtFailure } from './tell-lessons.ts';

type Event = HookEvent<PostToolUseFailureInput>;

/** Notes what a command did that failed, and how it failed. Tells the model what earlier sessions learned about that. */
export async function rememberFailure(
	event: Event,
	home: Project,
	words: CallWords,
): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const captured = await failedWork(event, home.place, words);
	// Somebody stopped it: that is no failure of its own.
	const failure = input.is_interrupt === true ? undefined : failureOf(input.error ?? '');
	const entries = [...captured, ...failureEntries(failure, event)];
	await note(home.place, session, { entries, ports });
	if (failure === undefined || !home.config.continuity.recall || ports.host.nested)
		return undefined;
	return tellAtFailure(event, { home, failure });
}

/** A subagent's calls that succeed are not noted, so nobody would see that its failure is over. */
function failureEntries(failure: Failure | undefined, { input }: Event): JournalEntry[] {
	const { command } = input.tool_input;
	if (failure?.same === undefined || typeof command !== 'string') return [];
	if (input.agent_id !== undefined) return [];
	return [{ e: 'failure', same: failure.same, key: commandKey(command), ...promptOf(input) }];
}
