import type { ArmedInherit } from '../../core/branch-state/schema.ts';
import type { Config } from '../../core/config/config.ts';
import { type Selection, storedSelection } from '../../core/inherit/selection.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import type { Registry } from '../../core/registry/schema.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/record-summary.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { HostFacts } from '../ports.ts';
import type { Viewpoint } from './rank-sessions.ts';
import { CHANNEL } from './session-links.ts';

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

/** A start to which earlier sessions pass on what they have by themselves. */
export interface Restoring {
	readonly start: Start;
	readonly viewpoint: Viewpoint;
	/** Written with the first word that is told. */
	readonly links: readonly JournalEntry[];
	/** Whether this hook speaks at this start. */
	readonly claim: () => Promise<boolean>;
}

/** How somebody asks for it. */
export type Door = Extract<JournalEntry, { e: 'inherit' }>['door'];

/** What somebody wants a session that starts to inherit (seed 000, F-1, F-2). */
export interface AskedInheritance {
	readonly door: Door;
	/** A session reference, or the full id of the source; of a pipeline the path of its bundle. */
	readonly ref: string;
	readonly select: Selection;
	/** The session has to say what it understood. */
	readonly required: boolean;
	/** Milliseconds; `undefined`: any age. */
	readonly maxAge: number | undefined;
	/** Who asked. */
	readonly by: string;
}

/** What a start has at hand. */
interface Doors {
	readonly start: Start;
	/** Record of the session that a `/clear` ended a moment ago. */
	readonly cleared: SessionRecord | undefined;
	readonly summaries: readonly RecordSummary[];
	readonly host: Pick<HostFacts, 'inheritBundle' | 'inheritFrom' | 'user'>;
}

/**
 * The door that speaks at a start: command line before environment before file (D24). A `/clear` goes on with what the
 * cleared session had inherited. `undefined`, by what is known anyway, where nobody asks.
 */
export function askedInheritance(doors: Doors): AskedInheritance | undefined {
	const { source } = doors.start;
	const isNewborn = source === 'startup' || source === 'clear';
	return (
		(source === 'startup' ? byPipeline(doors) : undefined) ??
		(isNewborn ? armed(doors) : undefined) ??
		(source === 'startup' || source === 'resume' ? byEnvironment(doors) : undefined) ??
		(source === 'clear' ? byClear(doors) : undefined) ??
		(isNewborn ? byConfig(doors) : undefined)
	);
}

/** A session of a pipeline has what the pipeline has, and leaves to others what was meant for them (PIPE-1). */
function byPipeline({ host }: Doors): AskedInheritance | undefined {
	if (host.inheritBundle === undefined) return undefined;
	const { path: ref, required } = host.inheritBundle;
	return { door: 'pipeline', ref, select: 'all', required, maxAge: undefined, by: host.user };
}

/** By `req inherit`, for the next session of the branch; the first that comes has it. */
function armed({ start }: Doors): AskedInheritance | undefined {
	const { armed: left, session } = start;
	if (left === undefined || (left.taken_by ?? session.uuid) !== session.uuid) return undefined;
	const { from: ref, required, max_age: maxAge, by } = left;
	return { door: 'command', ref, select: storedSelection(left.select), required, maxAge, by };
}

/** `REQ_INHERIT_FROM` does what `req inherit` does: it takes everything. */
function byEnvironment({ start, host }: Doors): AskedInheritance | undefined {
	const { inheritFrom: ref, user: by } = host;
	if (ref === undefined) return undefined;
	const required = start.config.inherit?.comprehension === 'required';
	return { door: 'environment', ref, select: 'all', required, maxAge: undefined, by };
}

function byClear({ cleared, host }: Doors): AskedInheritance | undefined {
	if (cleared?.inherited === undefined) return undefined;
	const { uuid: ref, inherited, comprehension } = cleared;
	const required = comprehension?.required === true;
	const select = storedSelection(inherited.select);
	return { door: 'clear', ref, select, required, maxAge: undefined, by: host.user };
}

/** The project's own word is for the first session of a branch: later ones continue from it. */
function byConfig({ start, summaries, host }: Doors): AskedInheritance | undefined {
	const { config, place, session } = start;
	if (config.inherit === undefined) return undefined;
	const isFollowed = summaries
		.filter(({ uuid, channel }) => uuid !== session.uuid && channel === CHANNEL)
		.some(({ branch }) => branch === place.branch);
	if (isFollowed) return undefined;
	const { from: ref, select, comprehension } = config.inherit;
	const required = comprehension === 'required';
	return { door: 'config', ref, select, required, maxAge: undefined, by: host.user };
}
