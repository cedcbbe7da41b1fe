import { recordAsked } from '../../app/commands/record-asked.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { contextJson, contextText } from '../text/context-show.ts';

/** What names the session, and how to answer. */
interface Options {
	readonly session?: string;
	readonly json?: true;
}

/** `req context show [REF]` */
export async function contextShow(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const { record } = await recordAsked(caller(reference ?? options.session), ports);
	return options.json ? jsonAnswer(contextJson(record)) : answer(contextText(record, paint));
}
