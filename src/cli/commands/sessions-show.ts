import { recordAsked } from '../../app/commands/record-asked.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { byKind, learningsText, sessionPage } from '../text/session-page.ts';
import { validationJson, validationText } from '../text/validation.ts';

interface Options {
	readonly session?: string;
	readonly learnings?: true;
	readonly validation?: true;
	readonly json?: true;
}

/** `req sessions show [REF]` */
export async function sessionsShow(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const { record } = await recordAsked(caller(reference ?? options.session), ports);
	if (options.validation) {
		return options.json ? jsonAnswer(validationJson(record)) : answer(validationText(record));
	}
	if (options.learnings) {
		return options.json ? jsonAnswer(byKind(record)) : answer(learningsText(record, paint));
	}
	return options.json ? jsonAnswer(record) : answer(sessionPage(record, paint));
}
