import type { Problem } from '../core/config/config.ts';
import type { Source } from '../core/config/source.ts';
import type { Bundle } from '../core/inherit/bundle.ts';
import type { Context, IterationPaths } from '../core/pipeline/context.ts';
import type { StatusFile } from '../core/pipeline/read-status.ts';
import type { Place } from '../core/place/place.ts';

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
	/** Absolute path of the directory that a file stands in. */
	readonly directoryOf: (cwd: string, file: string) => string;
}

/** What is there, but cannot be read, or is not there. */
export interface Unread {
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
	readonly give: (context: Context) => void;
	/** What the session wrote as its status. */
	readonly status: (paths: IterationPaths) => StatusFile;
	/**
	 * Keeps what was given, and what came of it; throws nothing.
	 *
	 * @param key of the iteration
	 */
	readonly keep: (
		at: { readonly place: Place; readonly run: string; readonly key: string },
		kept: Kept,
	) => KeptOutput;
	/** Writes a bundle that sessions of the run inherit. False where it cannot be written. */
	readonly keepBundle: (place: Place, at: BundleAt, bundle: Bundle) => boolean;
	/** Absolute path of it. */
	readonly bundlePath: (place: Place, at: BundleAt) => string;
	/** The directory of one iteration. */
	readonly directoryOf: (paths: IterationPaths) => string;
	readonly readBundle: (path: string) => Promise<Bundle | undefined>;
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

export interface Kept {
	readonly context: Context;
	/** As it was read; `undefined`: nothing to keep. */
	readonly status: unknown;
	/** In the seed's shape (P3-5). */
	readonly validation: unknown;
	/** For the output, which is the session's own text (D30). */
	readonly redact: (text: string) => string;
}
