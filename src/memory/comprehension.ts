import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import type { HookAnswer } from '../host/messages.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { note } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { named } from '../text/one-line.ts';
import { readBundle } from './bundle-files.ts';
import type { SessionRecord } from './record.ts';

/**
 * If a session that has to say what it understood of its inheritance ends a turn without that: a line in its journal, and to
 * the user, once. What cannot be noted is not shown, or each turn would show it.
 *
 * @param lines of the session
 */
export async function noteUnacknowledged(
	place: Place,
	session: Session,
	{ lines, context }: { readonly lines: readonly JournalLine[]; readonly context: Context },
): Promise<HookAnswer> {
	const isRequired = ofKind(lines, 'inherit').some(({ required }) => required);
	const isOver = lines.some(({ e }) => e === 'ack' || e === 'unacknowledged');
	if (!isRequired || isOver) return undefined;
	const isNoted = await note(place, session, { entries: [{ e: 'unacknowledged' }], context });
	if (!isNoted) return undefined;
	const source = readBundle(place, session).bundle?.from_session;
	const from = source === undefined ? '' : ` from ${named(source)}`;
	return {
		notice: `req: this session inherited${from} and did not say what it understood of it. \`req inherit show\` shows what it was given; \`req inherit ack TEXT\` is its answer.`,
		title: 'req: inherited context was not acknowledged',
	};
}

/** Whether a session said what it understood of its inheritance, in the seed's shape; `undefined` if it was not required and it said nothing. */
export function validationOf({ comprehension }: Pick<SessionRecord, 'comprehension'>) {
	if (comprehension === undefined) return undefined;
	const { required, present, warning, at } = comprehension;
	return { comprehension_check: { required, present, warning }, timestamp: at };
}
