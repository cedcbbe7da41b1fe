import type { Problem } from '../config/config.ts';
import type { Source } from '../config/source.ts';
import type { IterationContext, IterationPaths } from '../core/pipeline/pipeline.ts';
import type { StatusFile } from '../core/pipeline/read-status.ts';
import type { FoundRun, RunRecord } from '../core/run/schema.ts';
import type { Place } from '../git/place.ts';
import type { Bundle } from '../memory/bundle.ts';

/** `runs/<run_id>.json`: one file per run, written as it goes. */
export interface RunFiles {
	/** Every run there is, in no order, and the files that hold none. */
	readonly list: (place: Place) => Promise<RunListing>;
	/** Those of them that name one of these tasks, and what cannot be told from such: months of runs are many files. */
	readonly naming: (place: Place, tasks: readonly string[]) => Promise<RunListing>;
	/** Those that have not come to their end: they are at work, or were killed. */
	readonly unfinished: (place: Place) => Promise<readonly RunRecord[]>;
	/**
	 * Writes the first file of a run unless a rival is there; of two that begin at once one is the other's rival.
	 *
	 * @param isRival whether a run that is there already keeps this one from beginning
	 */
	readonly begin: (
		place: Place,
		run: RunRecord,
		isRival: (other: RunRecord) => boolean,
	) => Promise<RunBegin>;
	/** Replaces the file as a whole. False where it cannot be written. */
	readonly save: (place: Place, run: RunRecord) => Promise<boolean>;
}

export type RunBegin =
	| { readonly kind: 'begun' | 'unwritable' | 'busy' }
	| { readonly kind: 'rival'; readonly rival: RunRecord };

export interface RunListing {
	readonly runs: readonly FoundRun[];
	readonly unreadable: readonly { readonly file: string; readonly why: string }[];
}

/** The user's own `claude`, started without a shell. */
export interface Clients {
	readonly start: (launch: Launch) => LaunchedClient;
	/** Why there is no client to start; `undefined`: there is one. */
	readonly missing: () => string | undefined;
	/** Ends one that a killed process had started, as `LaunchedClient.stop` does; resolves when it is gone. */
	readonly end: (pid: number) => Promise<void>;
	/** Whether the client still has a transcript of a session: without one it cannot be resumed. */
	readonly hasTranscript: (uuid: string) => boolean;
}

export interface Launch {
	readonly args: readonly string[];
	/** A directory that exists. */
	readonly cwd: string;
	/** Added to the environment of this process, from which what belongs to a client around it is taken. */
	readonly env: Readonly<Record<string, string>>;
	/** Milliseconds after which it is stopped; `undefined`: never. */
	readonly timeout: number | undefined;
	/** Each line of the output that is JSON, parsed, as it comes. */
	readonly tell: (line: unknown) => void;
}

export interface LaunchedClient {
	readonly pid: number | undefined;
	readonly ended: Promise<ClientEnd>;
	/** Gives it its prompt, through stdin. One whose starter dies before that ends by itself. */
	readonly ask: (prompt: string) => void;
	/** Asks it to stop, and after a few seconds makes it. */
	readonly stop: () => void;
}

export interface ClientEnd {
	/** `undefined` where a signal ended it. */
	readonly code: number | undefined;
	/** The last 64 kB; what stands at its start may be half a secret. */
	readonly stderr: string;
	readonly timedOut: boolean;
	/** Why it could not be started. */
	readonly unstarted: string | undefined;
}

/** Files that say what a pipeline does. */
export interface PipelineFiles {
	/** @param file as somebody named it; relative to `cwd` */
	readonly read: (cwd: string, file: string) => Promise<PipelineSource>;
	/**
	 * The text of a file that another one names.
	 *
	 * @param within directory it may not lead out of; `undefined`: anywhere
	 */
	readonly text: (
		cwd: string,
		file: string,
		within: string | undefined,
	) => { readonly kind: 'text'; readonly text: string } | Unread;
}

/** What is there, but cannot be read, or is not there. */
interface Unread {
	readonly kind: 'refused';
	readonly why: string;
	/** Nothing has that name. */
	readonly isAbsent: boolean;
}

export type PipelineSource =
	| {
			readonly kind: 'source';
			readonly source: Source;
			/** What is wrong with it as YAML. */
			readonly problems: readonly Problem[];
	  }
	| Unread;

/** Where sessions of a pipeline read and write, and what is kept of it as `runs/<run_id>/`. */
export interface PipelineFolders {
	/**
	 * Makes a folder outside every repository that only this user can look into.
	 *
	 * @throws Fault `state_unwritable`, as `begin` and `give` do
	 */
	readonly make: () => string;
	readonly remove: (folder: string) => void;
	/** Makes the place of one iteration in such a folder, without anything in it. */
	readonly begin: (folder: string, key: string) => IterationPaths;
	/** Writes what the session is given. */
	readonly give: (context: IterationContext) => void;
	/** What the session wrote as its status. */
	readonly status: (paths: IterationPaths) => StatusFile;
	/**
	 * Keeps what was given, and what came of it; throws nothing.
	 *
	 * @param key of the iteration
	 */
	readonly keep: (
		at: { readonly place: Place; readonly run: string; readonly key: string },
		kept: WhatToKeep,
	) => KeptOutput;
	/** Writes a bundle that sessions of the run inherit. False where it cannot be written. */
	readonly keepBundle: (place: Place, at: BundleAt, bundle: Bundle) => boolean;
	/** Absolute path of it. */
	readonly bundlePath: (place: Place, at: BundleAt) => string;
}

export interface BundleAt {
	readonly run: string;
	/** Name of its file. */
	readonly file: string;
}

/** What is kept of what a session left. */
export interface KeptOutput {
	/** Where its output is kept; `undefined`: it left none, or none that can be kept. */
	readonly output: string | undefined;
	/** What of it is not kept, and why, as a sentence without its end. */
	readonly trouble: string | undefined;
}

export interface WhatToKeep {
	readonly context: IterationContext;
	/** As it was read; `undefined`: nothing to keep. */
	readonly status: unknown;
	/** In the seed's shape. */
	readonly validation: unknown;
}
