import type { Requirement } from '../config/config.ts';
import type { ClientCall } from './client-calls.ts';
import type { ProtectedThing } from './protected-files.ts';

/** Something that would open a gate (D36). */
export type Attempt = FileAttempt | ReqAttempt | ProgramAttempt;

/** A change of a protected file. */
export interface FileAttempt {
	readonly kind: 'file';
	/** Absolute, as it is written. */
	readonly path: string;
	readonly thing: ProtectedThing;
	/** The settings in it that matter, where only they do. */
	readonly keys: readonly string[];
}

/** A call of this program that is the user's. */
export interface ReqAttempt {
	readonly kind: 'req';
	/** As the user would say it: `req pause`. */
	readonly command: string;
	/** What it would satisfy although the model may not; `undefined`: the command itself is the user's. */
	readonly requirement: Requirement | undefined;
}

/**
 * `inline`: a program in the line that speaks of protected files. `hook`: a hook of ours started by hand.
 * `unread`, `arguments`: a line, or the arguments of a call, that are too much to be read and may do any of this.
 */
export interface ProgramAttempt {
	readonly kind: 'inline' | 'hook' | 'unread' | 'arguments' | ClientCall;
}
