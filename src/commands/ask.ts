import { Fault } from '../core/fault/fault.ts';
import { terminal } from '../runtime/terminal.ts';
import type { Question } from './init-dialogue.ts';

/**
 * Asks at a terminal before something is written; whoever leaves says no.
 *
 * @throws Fault `refused` where nobody can be asked, with what would be written and how to say yes without
 */
export async function agreedTo(
	question: Question,
	{ json, what, hint }: { readonly json: boolean; readonly what: string; readonly hint: string },
): Promise<boolean> {
	if (!terminal().interactive || json) throw new Fault('refused', what, { hint });
	const { choiceOf } = await import('./init-dialogue.ts');
	return (await choiceOf(question)) === true;
}
