import type { Continuity } from '../config/settings.ts';
import type { ChainedEvent, NewEvent } from '../core/event/event.ts';
import type { Bundle, ReadBundle } from '../core/inherit/bundle.ts';
import type { Session, SessionKey } from '../core/session/session-id.ts';
import type { FoldStep } from '../core/session-record/fold.ts';
import type { RecordSummary } from '../core/session-record/record-summary.ts';
import type { FoldSettings, SessionRecord } from '../core/session-record/schema.ts';
import type { TaskChange, Tasks } from '../core/task/tasks.ts';
import type { Place } from '../git/place.ts';
import type { KnownLesson } from '../memory/lesson.ts';
import type { Loaded, Refused, Updated } from '../store/document.ts';

/** Session records: each the fold of one journal (D9). */
export interface Records {
	/**
	 * The record with what its journal holds beyond it, folded in memory; live or archived. Nothing is written.
	 * `absent` also where the journal has no start of this session. At most `FOLD_PORTION` of it: what is beyond is left
	 * to the next folds.
	 */
	readonly read: (place: Place, session: Session) => Promise<Loaded<SessionRecord>>;
	/** What this build understands of a stored record that `read` calls `newer`. */
	readonly readNewer: (place: Place, session: Session) => Promise<SessionRecord | undefined>;
	/**
	 * The record as far as what is stored and the first and last lines of the journal tell: whether its session lives,
	 * at a price that does not grow with the journal. `undefined` where none of them says that it started.
	 */
	readonly glance: (place: Place, session: Session) => Promise<Glance | undefined>;
	/**
	 * Folds the rest of the journal into the stored record, which is a cache: no lock is taken. Nothing is written when
	 * there is no rest, and of a longer one than `FOLD_PORTION` that much. An archived record whose journal has grown comes back.
	 */
	readonly fold: (place: Place, session: Session, how: Folding) => Promise<Folded>;
	/** All records of the last `days`, archived ones too, newest activity first: from the index, brought up to date. */
	readonly summaries: (place: Place, days: number) => Promise<readonly RecordSummary[]>;
	/** What a start asks, with one look at the directory and the index. */
	readonly survey: (place: Place, clocks: ArchiveClocks) => Promise<Survey>;
	/** Every record there is, at any age, archive included; unreadable ones left out. */
	readonly all: (place: Place) => Promise<readonly SessionRecord[]>;
	/** `unfolded` of the survey. */
	readonly unfolded: (place: Place) => Promise<readonly SessionKey[]>;
	/** Full ids of the sessions that started in a journal, as far as its first and last lines tell. */
	readonly started: (place: Place, key: SessionKey) => Promise<readonly string[]>;
	/**
	 * Moves those of these records that have expired to the archive, journals too; the one of a session that never
	 * ended stays (D14).
	 */
	readonly archive: (
		place: Place,
		keys: readonly string[],
		clocks: ArchiveClocks,
	) => Promise<Archived>;
}

/** Keys of the records that were due for the archive. */
export interface Archived {
	readonly moved: readonly string[];
	/** The lock could not be had in time (D8): the next call moves them. */
	readonly locked: readonly string[];
}

/** What a short look at a session tells. */
export interface Glance {
	readonly record: SessionRecord;
	/** Bytes of the journal that the stored record does not hold. */
	readonly behind: number;
}

/** How a session is folded, and who else wants to know. */
export interface Folding {
	readonly settings: FoldSettings;
	/**
	 * Comes before the record holds the lines, so that a fold that is killed passes them on again rather than never.
	 * False: not kept, so the record stays as it is, and the next fold passes them on.
	 */
	readonly passOn: (step: FoldStep) => Promise<boolean>;
}

/**
 * What a fold achieved. `absent`: nothing says that the session started. `pending`: somebody moves the record or
 * others were faster, nothing was written and nothing is lost: the next fold takes the lines. `newer`: a newer build wrote the record.
 */
export type Folded =
	| ((
			| { readonly kind: 'written' | 'unchanged' | 'pending'; readonly doc: SessionRecord }
			| (Refused & { readonly doc: SessionRecord })
	  ) & { readonly quarantined?: string })
	| { readonly kind: 'absent' }
	| { readonly kind: 'newer'; readonly version: number };

/** What there is of sessions. */
export interface Survey {
	/** `summaries` of the days that records are kept. Archived ones that are older leave the index (D14). */
	readonly summaries: readonly RecordSummary[];
	/** Keys of the records that are due for the archive, the oldest first. */
	readonly expired: readonly string[];
	/**
	 * Keys of the journals that have no record yet, or an empty one, the one written last first: sessions that never
	 * reached a fold, or that a power cut took back.
	 */
	readonly unfolded: readonly SessionKey[];
}

/** How long records stay where, in days (D14). */
export type ArchiveClocks = Pick<Continuity, 'expireDays' | 'retentionDays'>;

/** `tasks.json`: tasks that outlive their sessions. */
export interface TaskLists {
	readonly read: (place: Place) => Promise<Loaded<Tasks>>;
	readonly update: (place: Place, changes: readonly TaskChange[]) => Promise<Updated<Tasks>>;
}

/** `events.jsonl`: hash-chained, written by folds and commands only, never in a tool call's path (D42). */
export interface Events {
	/** Chains them to the last line, under the lock. `undefined`: they are stored. */
	readonly append: (place: Place, events: readonly NewEvent[]) => Promise<Refused | undefined>;
	/** Every line in the order of the file; one that does not parse as `undefined`. */
	readonly read: (place: Place) => Promise<readonly (ChainedEvent | undefined)[]>;
}

/** What all sessions of a repository learned, as a file with a line for each lesson (ADR 23). */
export interface Lessons {
	/** The lessons of a user; `undefined` if there is no file, or none of this format. */
	readonly read: (place: Place, user: string) => readonly KnownLesson[] | undefined;
	/** Adds the lines that it does not have. False if there is no file: the next prompt builds it. */
	readonly add: (place: Place, lines: readonly string[]) => boolean;
	/** Builds it of the newest records. */
	readonly build: (place: Place) => void;
}

/** `inherited/<key>.json`: what a session took over, written once. */
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
