import type { DesktopNotice } from '../../core/protocol/desktop-notice.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import type { Scene } from '../scene.ts';
import { foldSession } from './fold-session.ts';

/**
 * A turn ended without the word that is required of what the session inherited: into the record, and to the user, once
 * in a session. Where it cannot be noted nothing is said, or each turn would say it.
 */
export async function noteUnacknowledged(
	home: Scene,
	session: Session,
	ports: Ports,
): Promise<DesktopNotice | undefined> {
	const isKept = await note(home.place, session, { entries: [{ e: 'unacknowledged' }], ports });
	if (!isKept) return undefined;
	await foldSession(home, session, ports);
	const bundle = await ports.bundles.read(home.place, session);
	return unacknowledgedNotice(bundle.kind === 'present' ? bundle.doc.from_session : '');
}

/**
 * What the user is told when a session owes a word on what it inherited.
 *
 * @param source name of the session it inherited from, any text; empty where nobody knows
 */
function unacknowledgedNotice(source: string): DesktopNotice {
	const from = source === '' ? '' : ` from ${named(source)}`;
	return {
		text: `req: this session inherited${from} and did not say what it understood of it. \`req inherit show\` shows what it was given; \`req inherit ack TEXT\` is its answer.`,
		title: 'req: inherited context was not acknowledged',
	};
}
