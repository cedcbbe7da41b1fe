import type { HostFacts } from '../app/ports.ts';
import type { Config } from '../config/config.ts';
import { type Selection, storedSelection } from '../config/selection.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import type { JournalEntry } from '../journal/entries.ts';
import type { ArmedInherit } from '../state/branch-state.ts';
import type { Registry } from '../state/registry-kind.ts';
import { CHANNEL } from './links.ts';
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
	/** What `req inherit` left for the next session of the branch. */
	readonly armed: ArmedInherit | undefined;
	/** What the gates have to say. */
	readonly gates: string;
}

/** What somebody wants a session that starts to inherit. */
export interface AskedInheritance {
	/** How somebody asks for it. */
	readonly door: Extract<JournalEntry, { e: 'inherit' }>['door'];
	/** A session reference, or the full id of the source; of a pipeline the path of its bundle. */
	readonly ref: string;
	readonly select: Selection;
	/** The session has to say what it understood. */
	readonly required: boolean;
	/** Milliseconds; `undefined`: any age. */
	readonly maxAge: number | undefined;
	readonly by: string;
}

interface Found {
	readonly start: Start;
	/** Record of the session that a `/clear` ended a moment ago. */
	readonly cleared: SessionRecord | undefined;
	readonly records: readonly SessionRecord[];
	readonly host: Pick<HostFacts, 'inheritBundle' | 'inheritFrom' | 'user'>;
}

type Asked = Pick<AskedInheritance, 'ref' | 'select' | 'required'> & Partial<AskedInheritance>;

/** The doors, the one that speaks first; `at`: the starts at which each can. */
const DOORS: readonly {
	readonly door: AskedInheritance['door'];
	readonly at: readonly string[];
	readonly asked: (found: Found) => Asked | undefined;
}[] = [
	{ door: 'pipeline', at: ['startup'], asked: byPipeline },
	{ door: 'command', at: ['startup', 'clear'], asked: byCommand },
	{ door: 'environment', at: ['startup', 'resume'], asked: byEnvironment },
	{ door: 'clear', at: ['clear'], asked: byClear },
	{ door: 'config', at: ['startup', 'clear'], asked: byConfig },
];

/** What is asked for by the door that speaks at a start (D24); `undefined`, by what is known anyway, where nobody asks. */
export function askedInheritance(found: Found): AskedInheritance | undefined {
	for (const { door, at, asked } of DOORS) {
		const one = at.includes(found.start.source) ? asked(found) : undefined;
		if (one !== undefined) return { maxAge: undefined, by: found.host.user, ...one, door };
	}
	return undefined;
}

/** A session of a pipeline has what the pipeline has, and leaves to others what was meant for them. */
function byPipeline({ host: { inheritBundle: bundle } }: Found): Asked | undefined {
	return bundle && { ref: bundle.path, select: 'all', required: bundle.required };
}

/** `req inherit` is for the next session of the branch; the first that comes has it. */
function byCommand({ start: { armed, session } }: Found): Asked | undefined {
	if (armed === undefined || (armed.taken_by ?? session.uuid) !== session.uuid) return undefined;
	const { from: ref, select, required, max_age: maxAge, by } = armed;
	return { ref, select: storedSelection(select), required, maxAge, by };
}

/** `REQ_INHERIT_FROM` does what `req inherit` does: it takes everything. */
function byEnvironment({ start, host: { inheritFrom: ref } }: Found): Asked | undefined {
	const required = start.config.inherit?.comprehension === 'required';
	return ref === undefined ? undefined : { ref, select: 'all', required };
}

/** A `/clear` goes on with what the cleared session had inherited. */
function byClear({ cleared }: Found): Asked | undefined {
	if (cleared?.inherited === undefined) return undefined;
	const { uuid: ref, inherited, comprehension } = cleared;
	const required = comprehension?.required === true;
	return { ref, select: storedSelection(inherited.select), required };
}

/** The project's own word is for the first session of a branch: later ones continue from it. */
function byConfig({ start, records }: Found): Asked | undefined {
	const { config, place, session } = start;
	if (config.inherit === undefined) return undefined;
	const isFollowed = records.some(
		({ uuid, channel, branch }) =>
			uuid !== session.uuid && channel === CHANNEL && branch === place.branch,
	);
	const { from: ref, select, comprehension } = config.inherit;
	return isFollowed ? undefined : { ref, select, required: comprehension === 'required' };
}
