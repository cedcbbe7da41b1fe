import type { CommandContext } from '../core/context.ts';
import { type Paint, paint } from '../core/text/paint.ts';
import { terminal } from '../runtime/terminal.ts';

/** Emphasis as the terminal of a command understands it. */
export function paintOn(context: CommandContext): Paint {
	return paint(terminal(context).colors);
}
