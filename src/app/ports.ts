import type { BranchChange } from '../core/branch-state/change.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Origin } from '../core/config/compile.ts';
import type { ProjectConfig } from '../core/config/config.ts';
import type { Loaded, Updated } from '../core/document/document.ts';
import type { ChainedEvent, NewEvent } from '../core/event/event.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import type { ActivityLine } from '../core/journal/activity.ts';
import type { JournalLine } from '../core/journal/line.ts';
import type { BranchName, Place } from '../core/place/place.ts';
import type { RegistryChange } from '../core/registry/change.ts';
import type { Registry } from '../core/registry/schema.ts';
import type { Session, SessionKey } from '../core/session/session-id.ts';
import type { FoldTerms } from '../core/session-record/fold.ts';
import type { RecordLine } from '../core/session-record/lines.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import type { RecordSummary } from '../core/session-record/summary.ts';
import type { ReadJson } from '../core/setup/settings-edits.ts';
import type { TaskChange, Tasks } from '../core/task/schema.ts';
import type { Checkup, Rehearsals } from './doctor-ports.ts';
import type { Leftovers } from './leftover-ports.ts';
import type { SetupFiles, Surroundings } from './setup-ports.ts';

/** Everything the use cases ask of the world. One live implementation, one in memory for tests. */
export interface Ports {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Hex digest. */
	readonly sha256: (text: string) => string;
	readonly host: HostFacts;
	readonly places: Places;
	readonly config: Configs;
	readonly branchState: BranchStates;
	readonly registry: Registries;
	readonly journal: Journals;
	readonly records: Records;
	readonly tasks: TaskLists;
	readonly events: Events;
	readonly faults: Faults;
	readonly patterns: Patterns;
	readonly sizes: Sizes;
	readonly processes: Processes;
	readonly client: ClientSettings;
	/** Turns whatever work throws into a value: for work that may fail without costing the answer (S2-095). */
	readonly attempt: <Value>(work: () => Promise<Value>) => Promise<Attempted<Value>>;
	/** Says on stderr how sources were chosen, a line each; `undefined` unless `REQ_SESSION_DEBUG=1` (S2-100). */
	readonly trace: ((line: string) => void) | undefined;
}

/** What work came to: its value, or why it failed. */
export type Attempted<Value> =
	| { readonly kind: 'done'; readonly value: Value }
	| { readonly kind: 'failed'; readonly error: unknown };

/** What commands at a desk ask beyond that. Hooks never load what stands behind these. */
export interface DeskPorts extends Ports {
	readonly configFiles: ConfigFiles;
	readonly leftovers: Leftovers;
	/** Branches of the repository that exist or are checked out; none where git cannot say. */
	readonly branches: (place: Place) => readonly BranchName[];
	readonly checkup: Checkup;
	readonly rehearsals: Rehearsals;
	readonly setupFiles: SetupFiles;
	readonly surroundings: Surroundings;
	/** Loads what reads JSON with comments. */
	readonly jsonReader: () => Promise<ReadJson>;
	readonly searchTexts: TextSearch;
}

/** Those of some texts that have all the words asked for, best first; a word may be begun or misspelt. */
export type TextSearch = (texts: readonly string[], asked: string) => Promise<readonly FoundText[]>;

export interface FoundText {
	/** Its place among the texts. */
	readonly index: number;
	/** The higher, the better; comparable within one search only. */
	readonly score: number;
	/** The words of the text that were meant, in lower case. */
	readonly terms: readonly string[];
}

/** What the environment says, read once at the start of the process. */
export interface HostFacts {
	readonly hostname: string;
	/** `<claude config dir>` (D3). */
	readonly configDir: string;
	/** The user's home directory. */
	readonly home: string;
	/** `CLAUDE_PROJECT_DIR`: where the session started (host fact 4). */
	readonly projectDir: string | undefined;
	/** This process. */
	readonly pid: number;
	/** The client's process: `CLAUDE_PID`, else the parent (host fact 7). */
	readonly clientPid: number;
	/** `CLAUDE_CODE_SESSION_ID`. */
	readonly sessionId: string | undefined;
	/** True inside a model's tool call: `CLAUDECODE` is set (host fact 7). */
	readonly calledByModel: boolean;
	/** `CLAUDE_PLUGIN_ROOT`: the folder this plugin runs from; `undefined` outside its hooks. */
	readonly pluginRoot: string | undefined;
	/** The client was started by another client's Bash call (D11, docs/adr/0003). */
	readonly nested: boolean;
	/** Who sits at this machine, for the record. */
	readonly user: string;
}

export interface Places {
	/** The place a directory belongs to. `dir` need not exist: its nearest existing ancestor counts. */
	readonly at: (dir: string) => Place;
	/**
	 * The same for a directory that a call names beside its own; `undefined` where git's files there cannot
	 * be read: one such name in a line must not silence the judgement of the rest.
	 */
	readonly ifReadable: (dir: string) => Place | undefined;
	/** The commit a branch stands at, from git's files; `undefined` where they do not tell. */
	readonly commit: (place: Place) => string | undefined;
	/** Absolute path with symlinks resolved as far as the path exists. Never throws. */
	readonly realPath: (path: string) => string;
	/** Whether anything has that name. Never throws. */
	readonly exists: (path: string) => boolean;
	/** Those of these files, relative to the root, that git ignores and does not track. Asks git: 3 ms. */
	readonly ignored: (place: Place, files: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Configs {
	/** From the compiled cache when its key still fits, else from the YAML files (D40). */
	readonly load: (place: Place) => Promise<ProjectConfig>;
	/** Writes the compiled cache when it is missing or out of date (D40: SessionStart and the CLI only). */
	readonly compile: (place: Place) => Promise<ProjectConfig>;
}

/** The config files themselves, as the CLI explains them. */
export interface ConfigFiles {
	/** Which file set each effective key, in the order of the files. Always reads them. */
	readonly explain: (place: Place) => Promise<readonly Origin[]>;
}

export interface BranchStates {
	/** Never locks (D8). Applies pending changes. A corrupt file is moved to quarantine under its lock. */
	readonly read: (place: Place) => Promise<Loaded<BranchState>>;
	/** Creates the file when a change leaves something to store. */
	readonly update: (
		place: Place,
		changes: readonly BranchChange[],
	) => Promise<Updated<BranchState>>;
	/** Lines of `history/<branch>.jsonl` of this branch, oldest first. Lines that do not parse are skipped. */
	readonly history: (place: Place) => Promise<readonly unknown[]>;
	/** Where the state of this place is, or would be, stored. */
	readonly file: (place: Place) => string;
	/** Whether state can be written there: the directory, or its nearest existing ancestor, is writable. */
	readonly writable: (place: Place) => boolean;
}

export interface Registries {
	readonly read: () => Promise<Loaded<Registry>>;
	readonly update: (changes: readonly RegistryChange[]) => Promise<Updated<Registry>>;
}

export interface Journals {
	/** One write of all lines, O_APPEND, no lock, no read (D9). False where nothing can be written (D7). */
	readonly append: (
		place: Place,
		key: SessionKey,
		lines: readonly (JournalLine | ActivityLine)[],
	) => Promise<boolean>;
	/** Parsed lines of one journal, unchecked, oldest first; a torn line costs itself only. Empty when absent. */
	readonly read: (place: Place, key: SessionKey) => Promise<readonly unknown[]>;
	/** Keys of the journals written at or after `since` (milliseconds), newest first. */
	readonly recent: (place: Place, since: number) => Promise<readonly SessionKey[]>;
}

/** Session records: each the fold of one journal (D9). */
export interface Records {
	/**
	 * The record with what its journal holds beyond it, folded in memory; live or archived. Nothing is written.
	 * `absent` also where the journal has no start of this session.
	 */
	readonly read: (place: Place, session: Session) => Promise<Loaded<SessionRecord>>;
	/**
	 * Folds the rest of the journal into the stored record, under its lock (D8); nothing is written when there is no
	 * rest. An archived record whose journal has grown comes back first.
	 */
	readonly fold: (place: Place, session: Session, terms: FoldTerms) => Promise<Folded>;
	/** All records of the last `days`, archived ones too, newest activity first: from the index, brought up to date. */
	readonly summaries: (place: Place, days: number) => Promise<readonly RecordSummary[]>;
	/** Every record there is, at any age, archive included; unreadable ones left out. */
	readonly all: (place: Place) => Promise<readonly SessionRecord[]>;
	/** Keys of the journals that have no record yet, the one written last first: sessions that never reached a fold. */
	readonly unfolded: (place: Place) => Promise<readonly SessionKey[]>;
	/**
	 * Moves the records that have expired to the archive, journals too; those of sessions that never ended stay. Takes
	 * rows past their retention out of the index (D14). The keys of the moved.
	 */
	readonly archive: (place: Place, clocks: ArchiveClocks) => Promise<readonly SessionKey[]>;
}

/**
 * What a fold achieved. `absent`: nothing says that the session started. `pending`: the lock was busy, nothing was
 * written and nothing is lost: the next fold takes the lines. `newer`: a newer build wrote the record.
 */
export type Folded = (
	| Updated<SessionRecord>
	| { readonly kind: 'absent' }
	| { readonly kind: 'newer'; readonly version: number }
) & {
	/** The lines of this session that this fold, and no other, took in; oldest first. */
	readonly lines: readonly RecordLine[];
};

/** How long records stay where, in days (D14). */
export interface ArchiveClocks {
	readonly expireDays: number;
	readonly retentionDays: number;
}

/** `tasks.json`: tasks that outlive their sessions. */
export interface TaskLists {
	readonly read: (place: Place) => Promise<Loaded<Tasks>>;
	readonly update: (place: Place, changes: readonly TaskChange[]) => Promise<Updated<Tasks>>;
}

/** `events.jsonl`: hash-chained, written by folds and commands only, never in a tool call's path (D42). */
export interface Events {
	/** Chains them to the last line, under the lock. False where they could not be written. */
	readonly append: (place: Place, events: readonly NewEvent[]) => Promise<boolean>;
	/** Every line in the order of the file; one that does not parse as `undefined`. */
	readonly read: (place: Place) => Promise<readonly (ChainedEvent | undefined)[]>;
}

export interface Faults {
	readonly append: (place: Place, fault: FaultLine) => Promise<void>;
	/** Newest last, at most the last 64 kB of the file. */
	readonly read: (place: Place) => Promise<readonly FaultLine[]>;
}

export interface Patterns {
	/** Linear-time regular expressions (RE2) that must match the whole text; an invalid pattern matches nothing. */
	readonly matcher: (
		patterns: readonly string[],
	) => Promise<(pattern: string, text: string) => boolean>;
}

export interface Sizes {
	/**
	 * Changed lines of the working tree, untracked files included, against the merge base with the
	 * default branch. `undefined` where git cannot tell.
	 */
	readonly branchSize: (place: Place) => Promise<number | undefined>;
}

export interface ClientSettings {
	/** The client's `plansDirectory` for this project, absolute and resolved; `undefined` when unset (host fact 21). */
	readonly plansDirectory: (place: Place) => string | undefined;
	/** Text of one of the client's files, empty where there is none; `undefined` where it cannot be read. */
	readonly text: (path: string) => string | undefined;
	/** Settings as a text holds them, none for an empty one; `undefined` where it holds no object. */
	readonly parse: (text: string) => Readonly<Record<string, unknown>> | undefined;
	/** Prompt ids in the last part of a transcript, best effort: its format is the client's own (host fact 17). */
	readonly promptIds: (transcript: string) => readonly string[];
}

export interface Processes {
	/** Start time of a process as an opaque string; `undefined` when it is gone or cannot be told. */
	readonly startedAt: (pid: number) => string | undefined;
	/** Whether the process exists; one of another user does (D11). */
	readonly exists: (pid: number) => boolean;
}
