import type { Answer } from '../desk.ts';
import { runStatusline } from '../run-statusline.ts';

/** `req statusline` in a spelling that does not start it alone, see `req.ts`. */
export async function statusline(options: { readonly wrap?: string }): Promise<Answer> {
	return { out: '', warnings: [], exit: await runStatusline(options.wrap) };
}
