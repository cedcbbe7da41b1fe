import { type Chosen, OUTSIDE } from '../../app/commands/session-choice.ts';
import type { Whose } from '../../core/inject/change-text.ts';
import type { Place } from '../../core/place/place.ts';

/** A terminal may stand beside several sessions, so each is named by its key. */
export function whoseOf({
	place,
	session,
}: Pick<Chosen, 'session'> & { readonly place: Place }): Whose {
	const isOutside = session.key === OUTSIDE;
	return { branch: place.branch, session: isOutside ? undefined : `session ${session.key}` };
}
