import { sessionsChain as readChain } from '../../app/commands/sessions-chain.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { chainJson, chainText } from '../text/sessions-chain.ts';

interface Options {
	readonly session?: string;
	readonly depth: string;
	readonly json?: true;
}

/** `req sessions chain [REF]` */
export async function sessionsChain(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const asked = { caller: caller(reference ?? options.session), depth: options.depth };
	const chain = await readChain(asked, ports);
	return options.json ? jsonAnswer(chainJson(chain)) : answer(chainText(chain, paint));
}
