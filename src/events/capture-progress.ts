import { satisfiedEntries } from '../gate/satisfy.ts';
import type { StopInput } from '../host/messages.ts';
import { firstWords } from '../journal/captured-text.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf } from '../journal/journal.ts';
import { recordUnkept } from '../memory/events.ts';
import type { BranchChange } from '../state/changes.ts';
import { type HookEvent, type Project, sessionOf, withMemory } from './projects.ts';

/**
 * Notes what the model said last as a turn ended, and what its end satisfied (D29, D39). A turn
 * that is kept open goes on, and may end with fewer words.
 *
 * @param completes `undefined`: the turn is kept open
 */
export async function captureTurn(
	{ input, session, context }: HookEvent<StopInput>,
	{ place, config }: Project,
	completes: readonly BranchChange[] | undefined,
): Promise<void> {
	const text = firstWords(input.last_assistant_message);
	const during = promptOf(input);
	const said = text === '' ? {} : { text };
	const { branch } = place;
	const entries: JournalEntry[] = [];
	if (completes !== undefined) {
		entries.push(...satisfiedEntries(config, completes), { e: 'turn', branch, ...said, ...during });
	} else if (text !== '') entries.push({ e: 'held', text, branch, ...during });
	const isKept = await note(place, session, { entries, context });
	if (!isKept) await recordUnkept(place, 'what the session did', context);
}

/** Notes what a compaction or a subagent has to say of the work so far (D29). */
export async function captureNote(
	from: 'compaction' | 'agent',
	said: string | undefined,
	{ input, context }: Pick<HookEvent<{ cwd: string; session_id: string }>, 'input' | 'context'>,
): Promise<void> {
	const text = firstWords(said);
	const session = sessionOf(input);
	const entries = text === '' ? [] : [{ e: 'note' as const, from, text }];
	await withMemory(input.cwd, context, async ({ place }) => note(place, session, { entries, context }));
}
