import { lenientRecord } from '../core/inherit/lenient-record.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { recordKind } from '../core/session-record/kind.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { readStored } from './read-document.ts';
import { locateRecord } from './record-location.ts';

/** What `Records.readNewer` tells. */
export function readNewer(place: Place, session: Session): SessionRecord | undefined {
	const { key, live, archived, isArchived } = locateRecord(place, session);
	const { json } = readStored(isArchived ? archived : live, recordKind);
	return lenientRecord(json, { key, uuid: session.uuid });
}
