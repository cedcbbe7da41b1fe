import { eventsList as listEvents, eventsVerify as verify } from '../../app/commands/events.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { eventsJson, eventsText, verdictJson, verdictText } from '../text/events.ts';

interface ListOptions {
	readonly name?: string;
	readonly session?: string;
	readonly limit?: string;
	readonly json?: true;
	readonly wide?: true;
}

/** What a reader wants to see at once; scripts get all. */
const USUAL_LIMIT = '50';

/** `req session events` */
export async function eventsList(
	options: ListOptions,
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const { name, session, json } = options;
	const limit = options.limit ?? (json ? undefined : USUAL_LIMIT);
	const list = await listEvents({ caller: caller(session), name, limit }, ports);
	const told = json ? jsonAnswer(eventsJson(list)) : answer(eventsText(list, layout(options)));
	if (list.unreadable === 0) return told;
	return {
		...told,
		warnings: [`${list.unreadable} lines are no events: req session events --verify`],
	};
}

/** `req session events --verify`: 1 where the chain is broken (D37). */
export async function eventsVerify(
	{ json }: { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const verdict = await verify(caller(undefined), ports);
	const told = json ? jsonAnswer(verdictJson(verdict)) : answer(verdictText(verdict));
	return { ...told, exit: verdict.kind === 'broken' ? EXIT.no : EXIT.done };
}
