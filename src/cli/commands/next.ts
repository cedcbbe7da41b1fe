import * as actions from '../../app/commands/next-actions.ts';
import { quoted } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { keptAnswer, shownAnswer } from '../text/kept.ts';
import { nextListJson, nextListText } from '../text/next-actions.ts';

interface OfSession {
	readonly session?: string;
}

/** `req next add TEXT` */
export async function nextAdd(
	words: readonly string[],
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), text: words.join(' ') };
	const { session, text, already, redacted } = await actions.nextAdd(request, ports);
	const what = already ? 'there already' : 'noted as next';
	return keptAnswer(`${what} in session ${session.key}: ${quoted(text)}`, redacted);
}

/** `req next list` */
export async function nextList(
	options: OfSession & { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const found = await actions.nextList(caller(options.session), ports);
	const shown = options.json
		? jsonAnswer(nextListJson(found.actions))
		: answer(nextListText(found.session.key, found.actions));
	return shownAnswer(shown, found);
}

/** `req next done N` and `req next remove N` */
export async function nextEnd(
	words: readonly string[],
	how: 'done' | 'removed',
	{ options, desk }: { readonly options: OfSession; readonly desk: Desk },
): Promise<Answer> {
	const request = { caller: desk.caller(options.session), reference: words.join(' '), how };
	const { session, text } = await actions.nextEnd(request, desk.ports);
	return answer(`${how} in session ${session.key}: ${quoted(text)}`);
}
