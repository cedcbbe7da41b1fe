import { clear as clearThem } from '../../app/commands/clear.ts';
import type { Answer, Desk } from '../desk.ts';
import { clearText } from '../text/changes.ts';
import { changeAnswer } from '../text/stored.ts';

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
	return changeAnswer(clearText(cleared), cleared);
}
