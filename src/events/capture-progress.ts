import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import type { StopInput } from '../host/messages.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, promptOf } from '../journal/journal.ts';
import { recordUnkept } from '../memory/events.ts';
import { satisfiedEntries } from '../memory/satisfied-entries.ts';
import type { BranchChange } from '../state/changes.ts';
import type { HookEvent, Project } from './projects.ts';

/**
 * Notes that a turn ended: the branch, what the model said last, and what its end satisfied (D29, D39).
 */
export async function captureTurn(
	{ input, session, ports }: HookEvent<StopInput>,
	home: Project,
	completes: readonly BranchChange[],
): Promise<void> {
	const text = readWords(input.last_assistant_message);
	const { branch } = home.place;
	const entries: JournalEntry[] = [
		...satisfiedEntries(home.config, completes),
		{ e: 'turn', branch, ...(text === '' ? {} : { text }), ...promptOf(input) },
	];
	const isKept = await note(home.place, session, { entries, ports });
	if (!isKept) await recordUnkept(home.place, 'what the session did', ports);
}

/** Notes what the model said before its stop was held: the turn goes on, and may end with less (D29). */
export async function captureHeld(
	{ input, session, ports }: HookEvent<StopInput>,
	home: Project,
): Promise<void> {
	const text = readWords(input.last_assistant_message);
	if (text === '') return;
	const entries = [{ e: 'held' as const, text, ...promptOf(input) }];
	await note(home.place, session, { entries, ports });
}

/** Notes what a compaction or a subagent has to say of the work so far (D29). */
export async function captureNote(
	said: { readonly from: 'compaction' | 'agent'; readonly text: string | undefined },
	home: Project,
	session: Session,
	ports: Ports,
): Promise<void> {
	const text = readWords(said.text);
	if (text === '') return;
	await note(home.place, session, { entries: [{ e: 'note', from: said.from, text }], ports });
}

/** Characters that are read of a text; `note` stores far fewer of them. */
const MAX_READ = 16_000;

/** The whole words within what is read: no secret is divided before it is redacted. */
function readWords(text = ''): string {
	if (text.length <= MAX_READ) return text.trim();
	const start = text.slice(0, MAX_READ);
	const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
	return (end < 0 ? start : start.slice(0, end)).trim();
}
