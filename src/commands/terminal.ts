import type { CommandContext } from '../context.ts';
import { type Paint, paint } from '../text/paint.ts';

/** What a command knows of the terminal it was typed in. */
interface Terminal {
	/** Colors only on a terminal and never with NO_COLOR (D37). */
	readonly colors: boolean;
	/** A person reads and types here, so that a command may ask. */
	readonly interactive: boolean;
	/** A continuous integration job: `CI` is set. */
	readonly isCi: boolean;
}

/** The terminal of a command. */
export function terminal(context: CommandContext): Terminal {
	const { env, stdout, isStdinTerminal } = context;
	return {
		colors: stdout.isTerminal && !isPlain(context),
		interactive: isStdinTerminal() && stdout.isTerminal && env['TERM'] !== 'dumb',
		isCi: !['', '0', 'false'].includes(env['CI'] ?? ''),
	};
}

/** Emphasis as the terminal of a command understands it. */
export function paintOn(context: CommandContext): Paint {
	return paint(terminal(context).colors);
}

/** Whether colors are off for every output: NO_COLOR (no-color.org), or a terminal without any. */
export function isPlain({ env }: Pick<CommandContext, 'env'>): boolean {
	return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
}
