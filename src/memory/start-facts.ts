import type { Config } from '../config/config.ts';
import type { Selection } from '../config/selection.ts';
import type { Continuity } from '../config/settings.ts';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalEntry } from '../journal/entries.ts';
import type { Task } from '../journal/work.ts';
import type { RegistryEntry } from '../state/registry.ts';
import type { Bundle } from './bundle.ts';
import type { Candidate, Source } from './choose-sources.ts';
import type { Note } from './notes.ts';
import type { FilesNow } from './recall.ts';
import type { SessionRecord } from './record.ts';
import type { DocumentCounts } from './topics.ts';

/** Who is shown something of other sessions, and where. */
export interface Viewer {
	readonly place: Place;
	readonly continuity: Continuity;
	/** `undefined` for a preview. */
	readonly session: Session | undefined;
}

/** A session start that may be shown earlier sessions. */
export interface Start {
	readonly config: Config;
	/** As Claude Code names it. */
	readonly source: string;
	/** Record of the session that a `/clear` ended a moment ago. */
	readonly cleared: SessionRecord | undefined;
	/** What the gates have to say. */
	readonly gates: string;
}

/** What a session is asked to inherit. */
export interface InheritRequest {
	/** By which command, variable or file it is asked for. */
	readonly door: Extract<JournalEntry, { e: 'inherit' }>['door'];
	/** A session reference; of a pipeline the path of its bundle. */
	readonly ref: string;
	readonly select: Selection;
	/** The session has to say what it understood. */
	readonly required: boolean;
	/** Milliseconds; `undefined`: any age. */
	readonly maxAge: number | undefined;
	readonly by: string;
}

/** All that is read before a session is shown something: `readStart`. */
export interface StartFacts extends Viewer {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly user: string;
	/** Other sessions that run, by key: what they work on is not waiting. */
	readonly live: ReadonlyMap<string, RegistryEntry>;
	/** Of recent sessions, the latest activity first. */
	readonly records: readonly SessionRecord[];
	/** The same sessions as the choice saw them, the highest score first. */
	readonly candidates: readonly Candidate[];
	/** All notes that have not ended, but those of the team, the one said last is the last. */
	readonly notes: readonly Note[];
	/** Of the project, oldest first. */
	readonly tasks: readonly Task[];
	/** In how many sessions each term occurs (D28). */
	readonly documents: DocumentCounts | undefined;
	/** Paths that sessions changed, and that differ from HEAD in this checkout now. */
	readonly uncommitted: ReadonlySet<string>;
	/** When the branch last moved to another commit, in milliseconds since the epoch; 0 if that is not known. */
	readonly movedAt: number;
	readonly files: FilesNow;
	/** Whether Claude Code puts a text before the model anyway. */
	readonly isRead: (text: string) => boolean;
}

/** On which occasion a session is shown something, and of which sessions. */
export interface Occasion {
	/**
	 * `start`: of other sessions, as req chooses them. `compact`: first of all of itself. `resume`: which sessions ended
	 * meanwhile. `named`: while the session runs, of a named session. `inherit`: of a named session at the start.
	 */
	readonly kind: 'start' | 'compact' | 'resume' | 'named' | 'inherit';
	/** The most recent, or the nearest, first; at a compaction the session itself. */
	readonly sources: readonly Source[];
	/** What the session inherited, or inherits now. */
	readonly bundle: Bundle | undefined;
}

/** Whether the sources were named. Then neither age nor the share of inherited pins counts (D22–D24). */
export function isByName({ kind }: Pick<Occasion, 'kind'>): boolean {
	return kind === 'named' || kind === 'inherit';
}
