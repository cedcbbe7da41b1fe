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

/**
 * Where this session's entry stands or would stand: a key that holds another full id is not ours, and
 * an entry stays where it is when the shorter key becomes free (D5).
 */
export function entryKey(entries: Entries, owner: EntryOwner): string {
	const { key, long_key } = owner;
	const own = [key, long_key].find((one) => ownedAt(entries, one, owner) !== undefined);
	return own ?? (Object.hasOwn(entries, key) ? long_key : key);
}

/** This session's entry, or `undefined`. */
export function entryOf(entries: Entries, owner: EntryOwner): SessionEntry | undefined {
	return ownedAt(entries, entryKey(entries, owner), owner);
}

function ownedAt(entries: Entries, key: string, owner: EntryOwner): SessionEntry | undefined {
	const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
	return entry !== undefined && isOwned(entry, owner) ? entry : undefined;
}

/** The full id an entry keeps when its owner writes it: a key alone never replaces one (D5). */
export function uuidFor(entry: SessionEntry, owner: EntryOwner): string {
	return isKeyOnly(owner) ? (entry.uuid ?? owner.uuid) : owner.uuid;
}

/** An entry without a full id was written by an older tool and belongs to whoever has its key (D6). */
function isOwned(entry: SessionEntry, owner: EntryOwner): boolean {
	if (entry.uuid === undefined || entry.uuid === owner.uuid) return true;
	// A session given only by its key on the command line owns whatever stands there, and the other
	// way round its entry is the session's that has the key.
	return isKeyOnly(owner) || entry.uuid === owner.key;
}

function isKeyOnly(owner: EntryOwner): boolean {
	return owner.uuid === owner.key;
}
