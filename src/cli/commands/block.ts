import * as blockers from '../../app/commands/blockers.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { blockListJson, blockListText } from '../text/blockers.ts';
import { keptAnswer, shownAnswer } from '../text/kept.ts';

interface OfSession {
	readonly session?: string;
}

/** `req block add TYPE TEXT` */
export async function blockAdd(
	type: string,
	words: readonly string[],
	{ options, desk }: { readonly options: OfSession; readonly desk: Desk },
): Promise<Answer> {
	const request = { caller: desk.caller(options.session), type, text: words.join(' ') };
	const { session, already, redacted, ...made } = await blockers.blockAdd(request, desk.ports);
	const what = already ? 'there already' : 'noted as a blocker';
	const blocker = `${named(made.type)}, ${quoted(made.text)}`;
	return keptAnswer(`${what} in session ${session.key}: ${blocker}`, redacted);
}

/** `req block list` */
export async function blockList(
	options: OfSession & { readonly all?: true; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), all: options.all === true };
	const found = await blockers.blockList(request, ports);
	const shown = options.json
		? jsonAnswer(blockListJson(found.blockers))
		: answer(blockListText(found.session.key, found.blockers, ports.now()));
	return shownAnswer(shown, found);
}

/** `req block resolve N` */
export async function blockResolve(
	words: readonly string[],
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), reference: words.join(' ') };
	const { session, blocker } = await blockers.blockResolve(request, ports);
	return answer(`resolved in session ${session.key}: ${quoted(blocker.text)}`);
}
