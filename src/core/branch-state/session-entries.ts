import type { Session } from '../session/session-id.ts';
import type { SessionEntry } from './schema.ts';

/** A session as a change or a caller names it. */
export interface EntryOwner {
	readonly key: string;
	readonly long_key: string;
	readonly uuid: string;
}

/** A session as documents and changes spell it. */
export function ownerOf(session: Session): EntryOwner {
	return { key: session.key, long_key: session.longKey, uuid: session.uuid };
}

type Entries = Readonly<Record<string, SessionEntry>>;

/** Where this session's entry stands or would stand: a key that holds another full id is not ours (D5). */
export function entryKey(entries: Entries, owner: EntryOwner): string {
	const holder = Object.hasOwn(entries, owner.key) ? entries[owner.key] : undefined;
	return holder === undefined || isOwned(holder, owner) ? owner.key : owner.long_key;
}

/** This session's entry, or `undefined`. */
export function entryOf(entries: Entries, owner: EntryOwner): SessionEntry | undefined {
	const key = entryKey(entries, owner);
	const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
	return entry !== undefined && isOwned(entry, owner) ? entry : undefined;
}

/** An entry without a full id was written by an older tool and belongs to whoever has its key (D6). */
function isOwned(entry: SessionEntry, owner: EntryOwner): boolean {
	if (entry.uuid === undefined || entry.uuid === owner.uuid) return true;
	// A session given only by its key on the command line owns whatever stands there.
	return owner.uuid === owner.key;
}
