import type { ProtectedThing } from './protected-files.ts';

/** Something that would open a gate (D36). */
export type Attempt = FileAttempt | CommandAttempt;

/** A change of a protected file. */
export interface FileAttempt {
	readonly kind: 'file';
	/** Absolute, as it is written. */
	readonly path: string;
	readonly thing: ProtectedThing;
	/** The settings in it that matter, where only they do. */
	readonly keys: readonly string[];
}

/** A command that is the user's. */
export interface CommandAttempt {
	readonly kind: 'command';
	/** As the user would say it: `req pause`. */
	readonly command: string;
	/** Why it is refused, one sentence without its end. */
	readonly why: string;
}
