import type { CommandContext } from '../context.ts';
import { type Paint, paint } from '../text/paint.ts';
import { terminal } from './terminal.ts';

/** Emphasis as the terminal of a command understands it. */
export function paintOn(context: CommandContext): Paint {
	return paint(terminal(context).colors);
}
