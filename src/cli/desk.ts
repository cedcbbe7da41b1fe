import type { Caller } from '../app/commands/caller.ts';
import type { DeskPorts } from '../app/ports.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Paint } from './text/paint.ts';

/** What every command works with. */
export interface Desk {
	readonly ports: DeskPorts;
	readonly paint: Paint;
	readonly layout: (options: Wide) => Layout;
	/** Somebody reads and types at a terminal. */
	readonly interactive: boolean;
	/** Whoever calls, with the session reference given on the command line. */
	readonly caller: (session: string | undefined) => Caller;
}

/** Options of a command that shows a table. */
export interface Wide {
	readonly wide?: true;
}

/** How a table is laid out. */
export interface Layout {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Columns a line may have: those of the terminal; any number in a pipe and with `--wide`. */
	readonly width: number;
	/** A stored time: how long ago, or with `--wide` when. */
	readonly when: (iso: string | undefined) => string;
}

/** What a command has to say. */
export interface Answer {
	/** For stdout; without a newline at the end. */
	readonly out: string;
	/** For stderr, one line each. */
	readonly warnings: readonly string[];
	readonly exit: ExitCode;
	/** What was changed: printed in place of `out`, with the warnings. */
	readonly changed?: object;
}

/** An answer without any trouble. */
export function answer(out: string): Answer {
	return { out, warnings: [], exit: EXIT.done };
}

/** Options of a command that changes something. */
export interface Changing {
	readonly json?: true;
}

/** What a command changed: in words, or as an object for scripts, whose absent values are null. */
export function changed(
	{ json }: Changing,
	text: string,
	value: object,
	warnings: readonly string[] = [],
): Answer {
	return json ? { ...answer(''), changed: value, warnings } : { ...answer(text), warnings };
}

/** Something shown, as JSON for scripts. */
export function jsonAnswer(value: unknown): Answer {
	return answer(JSON.stringify(value, undefined, 2));
}
