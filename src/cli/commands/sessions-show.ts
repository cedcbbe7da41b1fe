import { recordAsked } from '../../app/commands/record-asked.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { contextJson, contextText } from '../text/context-show.ts';
import { byKind, learningsText, sessionPage } from '../text/session-page.ts';
import { validationJson, validationText } from '../text/validation.ts';

interface Options {
	readonly session?: string;
	readonly context?: true;
	readonly learnings?: true;
	readonly validation?: true;
	readonly json?: true;
}

/** `req session show [REF]` */
export async function sessionsShow(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const { record } = await recordAsked(caller(reference ?? options.session), ports);
	const { json } = options;
	if (options.validation) {
		return json ? jsonAnswer(validationJson(record)) : answer(validationText(record, ports.now()));
	}
	if (options.learnings) {
		return json ? jsonAnswer(byKind(record)) : answer(learningsText(record, paint));
	}
	if (options.context) {
		return json ? jsonAnswer(contextJson(record)) : answer(contextText(record, paint));
	}
	return json ? jsonAnswer(record) : answer(sessionPage(record, paint, ports.now()));
}
