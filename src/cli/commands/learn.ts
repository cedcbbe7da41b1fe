import { importInsights } from '../../app/commands/learn-import.ts';
import { aSentence, learn as keep } from '../../app/commands/learning.ts';
import type { InsightKind } from '../../core/journal/values.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
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

/** `req learn import FILE`: 2 where not all of it could be kept (D37). */
export async function importFile(
	file: string,
	options: { readonly session?: string; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const imported = await importInsights({ caller: caller(options.session), file }, ports);
	const { session, kept, known, leftOut, redacted } = imported;
	const said = options.json
		? jsonAnswer({ session: session.key, kept, known, left_out: leftOut, redacted })
		: answer(`${kept} kept in session ${session.key}, ${known} known already`);
	const warnings = [
		...(redacted === 0 ? [] : [`a secret was taken out of ${redacted}`]),
		...(leftOut === 0 ? [] : [`${leftOut} left out: empty, too long, or too many`]),
	];
	return { ...said, warnings, exit: leftOut === 0 ? EXIT.done : EXIT.warned };
}
