import type { Place } from '../core/place/place.ts';
import type { Shelf, Shelves } from '../core/share/shelf.ts';

/** What this clone knows of sharing: `<stateDir>/share.json`; what somebody agreed to, outside of the clone. */
export interface ShareState {
	/** Id of this clone as a writer: 16 hex digits that nothing else is made of. */
	readonly writer: string;
	/** Name of the remote, and its address without credentials, that somebody agreed to share with; empty: nobody did. */
	readonly remote: string;
	readonly address: string;
	/** Ids of shared lessons that are not told here. */
	readonly hidden: readonly string[];
	/** Ids that were forgotten here: the next share takes them back. */
	readonly withdrawn: readonly string[];
	/** ISO time of the last fetch, also of one that failed; empty: never. */
	readonly fetchedAt: string;
}

/** A step of git that reaches a remote; `why`: what git said, redacted, in one line. */
export type Reached = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly why: string };

/** Lessons under refs of the repository: `refs/req/knowledge/<writer>`, of others `refs/req/shared/<writer>`. */
export interface Sharing {
	readonly state: (place: Place) => ShareState | undefined;
	/**
	 * Replaces the state by what the change makes of it (`undefined`: this clone never shared), one process at a time: two
	 * writers of one clone would each have to take back what the other one shares.
	 *
	 * @returns what is kept now. Fault `state_unwritable`
	 */
	readonly change: (
		place: Place,
		change: (state: ShareState | undefined) => ShareState,
	) => Promise<ShareState>;
	readonly newWriter: () => string;
	/** The remote to share with, `origin` or the only one. */
	readonly remote: (
		place: Place,
	) => { readonly name: string; readonly address: string } | undefined;
	readonly fetch: (place: Place, remote: string) => Promise<Reached>;
	/** What this clone's writer shares, pushed or not, and what every other one does. */
	readonly shelves: (place: Place, writer: string) => Promise<Shelves>;
	/** Adds texts to the writer's own shelf, on top of whatever the remote has of it. */
	readonly add: (place: Place, writer: string, more: Shelf) => Promise<Reached>;
	/** `rejected`: the remote has more of this writer, so fetch and try again. */
	readonly push: (
		place: Place,
		remote: string,
		writer: string,
	) => Promise<Reached | { readonly kind: 'rejected' }>;
	/** Writes the lessons that prompts are told beside the own ones; `undefined`: none any more. */
	readonly keepLessons: (place: Place, lines: string | undefined) => void;
}
