import { clipped } from '../../core/capture/captured-text.ts';
import { satisfiedEntries } from '../../core/capture/satisfied-entries.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { HookEvent, Project } from '../../events/projects.ts';
import type { StopInput } from '../../host/messages.ts';
import { redact } from '../../secrets/redact.ts';
import type { BranchChange } from '../../state/changes.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { recordUnkept } from './events.ts';

/** How much is kept of a turn's last message, in characters (D29). */
const MAX_TURN = 2_000;
/** And of other progress texts. */
const MAX_NOTE = { compaction: 4_000, agent: 500 } as const;

/**
 * Notes that a turn ended: the branch, what the model said last, and what its end satisfied (D29, D39).
 */
export async function captureTurn(
	{ input, session, ports }: HookEvent<StopInput>,
	home: Project,
	completes: readonly BranchChange[],
): Promise<void> {
	const text = progressText(input.last_assistant_message, MAX_TURN);
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
	const text = progressText(input.last_assistant_message, MAX_TURN);
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
	const text = progressText(said.text, MAX_NOTE[said.from]);
	if (text === '') return;
	await note(home.place, session, { entries: [{ e: 'note', from: said.from, text }], ports });
}

/** So many times what is kept is redacted: what comes after it is cut unread. */
const READ = 8;

/** Redacted before it is cut: half a secret would not be seen for one. */
function progressText(text: string | undefined, limit: number): string {
	return clipped(redact(upToBlank(text ?? '', READ * limit)), limit);
}

/** The whole words within the first `limit` characters. */
function upToBlank(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const start = text.slice(0, limit);
	const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
	return end < 0 ? start : start.slice(0, end);
}
