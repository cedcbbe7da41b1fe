import type { Config } from '../config/config.ts';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import type { ArmedInherit } from '../state/branch-state.ts';
import type { Registry } from '../state/registry-kind.ts';
import type { SessionRecord } from './record.ts';

/** A session start that may be told of earlier sessions. */
export interface Start {
	readonly place: Place;
	readonly config: Config;
	readonly session: Session;
	/** As the host names it. */
	readonly source: string;
	/** Only a compaction has one. */
	readonly prompt: string | undefined;
	readonly registry: Registry;
	/** Records of recent sessions, the latest activity first; `undefined` if they were not read yet. */
	readonly earlier: readonly SessionRecord[] | undefined;
	/** The session that a `/clear` ended a moment ago. */
	readonly cleared: Session | undefined;
	/** What `req inherit` left for this session. */
	readonly armed: ArmedInherit | undefined;
	/** What the gates have to say. */
	readonly gates: string;
}
