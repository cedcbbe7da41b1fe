import { sessionsList as listSessions } from '../../app/commands/sessions-list.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { sessionsListJson, sessionsListText } from '../text/sessions-list.ts';

/** `req sessions list` */
export async function sessionsList(
	options: { readonly all?: true; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), all: options.all === true };
	const { sessions, unreadable } = await listSessions(request, ports);
	const listed = options.json
		? jsonAnswer(sessionsListJson(sessions))
		: answer(sessionsListText(sessions, request.all));
	if (unreadable === undefined) return listed;
	return { ...listed, warnings: [`the session registry is unreadable: ${unreadable}`] };
}
