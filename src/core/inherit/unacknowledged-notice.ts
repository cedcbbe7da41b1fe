import type { DesktopNotice } from '../protocol/desktop-notice.ts';
import { named } from '../text/one-line.ts';

/**
 * What the user is told when a session owes a word on what it inherited (seed 000, P3-2).
 *
 * @param source name of the session it inherited from, any text; empty where nobody knows
 */
export function unacknowledgedNotice(source: string): DesktopNotice {
	const from = source === '' ? '' : ` from ${named(source)}`;
	return {
		text: `req: this session inherited${from} and did not say what it understood of it. \`req inherit show\` shows what it was given; \`req inherit ack TEXT\` is its answer.`,
		title: 'req: inherited context was not acknowledged',
	};
}
