import * as actions from '../../app/commands/next-actions.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { columns } from '../text/columns.ts';
import { keptAnswer } from '../text/kept.ts';

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
	const { session, actions: all } = await actions.nextList(caller(options.session), ports);
	if (options.json) return jsonAnswer(all.map((text, index) => ({ number: index + 1, text })));
	if (all.length === 0) return answer(`nothing is noted as next in session ${session.key}`);
	return answer(columns(all.map((text, index) => [`${index + 1}`, oneLine(text)])).join('\n'));
}

/** `req next done N` */
export async function nextDone(
	number: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { session, text } = await actions.nextDone(
		{ caller: caller(options.session), number },
		ports,
	);
	return answer(`done in session ${session.key}: ${quoted(text)}`);
}
