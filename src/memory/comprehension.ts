import type { Ports } from '../app/ports.ts';
import type { Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import type { Place } from '../git/place.ts';
import type { HookAnswer } from '../host/messages.ts';
import type { JournalLine } from '../journal/entries.ts';
import { note } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';

/** Whether a session has to say what it understood of what it inherited, has not, and the user was not shown that yet. */
export function owesAcknowledgment(lines: readonly JournalLine[]): boolean {
	const isRequired = ofKind(lines, 'inherit').some(({ required }) => required);
	return isRequired && !lines.some(({ e }) => e === 'ack' || e === 'unacknowledged');
}

/**
 * A turn ended without the acknowledgment that is required: a line in the journal, and to the user, once in a session. If it
 * cannot be noted nothing is shown, or each turn would show it.
 */
export async function noteUnacknowledged(
	place: Place,
	session: Session,
	ports: Ports,
): Promise<HookAnswer> {
	const isNoted = await note(place, session, { entries: [{ e: 'unacknowledged' }], ports });
	if (!isNoted) return undefined;
	const bundle = await ports.bundles.read(place, session);
	// The name may be any text; where the bundle is gone nobody knows it.
	const source = bundle.kind === 'present' ? bundle.doc.from_session : '';
	const from = source === '' ? '' : ` from ${named(source)}`;
	return {
		notice: `req: this session inherited${from} and did not say what it understood of it. \`req inherit show\` shows what it was given; \`req inherit ack TEXT\` is its answer.`,
		title: 'req: inherited context was not acknowledged',
	};
}
