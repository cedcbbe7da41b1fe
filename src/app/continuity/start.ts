import type { ArmedInherit } from '../../core/branch-state/schema.ts';
import type { Config } from '../../core/config/config.ts';
import type { Place } from '../../core/place/place.ts';
import type { Registry } from '../../core/registry/schema.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';

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
	/** Sessions of the last days, newest activity first; `undefined` where nobody has looked yet. */
	readonly earlier: readonly RecordSummary[] | undefined;
	/** What `req inherit` left for the next session of the branch. */
	readonly armed: ArmedInherit | undefined;
	/** What the gates have to say. */
	readonly gates: string;
}
