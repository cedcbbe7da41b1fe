import { done as completeIt } from '../../app/commands/done.ts';
import type { Answer, Desk } from '../desk.ts';
import { doneText } from '../text/done.ts';
import { changeAnswer } from '../text/stored.ts';

/** `req done SKILL` (D39) */
export async function done(
	skill: string,
	options: { readonly session?: string; readonly evidence?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { session, evidence } = options;
	const completed = await completeIt({ caller: caller(session), skill, evidence }, ports);
	return changeAnswer(doneText(completed), completed);
}
