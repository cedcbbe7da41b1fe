import type { CommandContext } from '../context.ts';
import { type Paint, paint } from '../text/paint.ts';

/** What a command knows of the terminal it was typed in. */
interface Terminal {
	/** Colours only on a terminal and never with NO_COLOR (D37). */
	readonly colors: boolean;
	/** Somebody reads and types here, so that a command may ask. */
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

/** Lines on what is going on; on a terminal the last one may replace itself. */
export interface Lines {
	/** A line that stays. */
	readonly say: (text: string) => void;
	/** The line that is going on; in a pipe nothing. */
	readonly show: (text: string) => void;
	readonly isWatched: boolean;
	/** How many columns such a line may have: one that wraps cannot replace itself. */
	readonly columns: () => number;
}

/** Where the terminal does not say. */
const USUAL_COLUMNS = 80;

/** Such lines on stderr. */
export function linesOn({ stderr }: Pick<CommandContext, 'stderr'>): Lines {
	const show = (text: string) => {
		if (stderr.isTerminal) stderr.write(`\r\u001b[K${text}`);
	};
	return {
		say: (text) => {
			show('');
			stderr.write(`${text}\n`);
		},
		show,
		isWatched: stderr.isTerminal,
		columns: () => (stderr.columns() ?? USUAL_COLUMNS) - 1,
	};
}
