import { clear as clearThem } from '../../app/commands/clear.ts';
import { clearedText } from '../../core/inject/change-text.ts';
import type { Answer, Desk } from '../desk.ts';
import { changeAnswer } from '../text/stored.ts';
import { whoseOf } from '../text/whose.ts';

/** `req clear NAME…` */
export async function clear(
	names: readonly string[],
	options: { readonly session?: string; readonly allSessions?: true; readonly force?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const cleared = await clearThem(
		{
			caller: caller(options.session),
			names,
			allSessions: options.allSessions === true,
			force: options.force === true,
		},
		ports,
	);
	return changeAnswer(clearedText(cleared.names, whoseOf(cleared)), cleared);
}
