import { aSentence, learn as keep } from '../../app/commands/learning.ts';
import type { InsightKind } from '../../core/journal/activity.ts';
import type { Answer, Desk } from '../desk.ts';
import { keptAnswer } from '../text/kept.ts';

/** `req learn KIND TEXT`, and `req learn TEXT` */
export async function learn(
	words: readonly string[],
	options: { readonly kind: InsightKind; readonly session?: string; readonly why?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { kind, why } = options;
	const said = words.join(' ');
	const text = kind === 'learning' ? aSentence(said) : said;
	const learnt = await keep({ caller: caller(options.session), kind, text, why }, ports);
	const { id, session, already, redacted } = learnt;
	const what = already ? `known already: ${kind}` : kind;
	return keptAnswer(`${what} ${id} in session ${session.key}`, redacted);
}
