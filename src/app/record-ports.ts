import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { Bundle, ReadBundle } from '../memory/bundle.ts';

/** `inherited/<id>.json`: what a session took over, written once. */
export interface Bundles {
	readonly read: (place: Place, session: Session) => Promise<LoadedBundle>;
	/** `there`: the session has one already, and it stays as it is. */
	readonly write: (
		place: Place,
		session: Session,
		bundle: Bundle,
	) => Promise<'written' | 'there' | 'unwritable'>;
	/** A bundle that a run of this place has written; `undefined` for any other file. */
	readonly given: (place: Place, path: string) => Promise<Bundle | undefined>;
	/** Where it is, or would be. */
	readonly file: (place: Place, session: Session) => Promise<string>;
}

export type LoadedBundle = { readonly kind: 'absent' } | ReadBundle;
