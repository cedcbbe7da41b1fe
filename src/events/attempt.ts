import type { Requirement } from '../config/config.ts';
import type { ProtectedThing } from './protected-files.ts';

/** Something that would open a gate (D36). */
export type Attempt = FileAttempt | ReqAttempt;

/** A change of a protected file. */
export interface FileAttempt {
	readonly kind: 'file';
	/** Absolute, as it is written. */
	readonly path: string;
	readonly thing: ProtectedThing;
	/** The settings in it that would change. */
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
