import { sessionsList as listSessions } from '../../app/commands/sessions-list.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { sessionsListJson, sessionsListText } from '../text/sessions-list.ts';
import { localOffset } from '../text/time.ts';

interface Options {
	readonly all?: true;
	readonly completed?: true;
	readonly since?: string;
	readonly until?: string;
	readonly on?: string;
	readonly json?: true;
	readonly wide?: true;
}

/** `req session list` */
export async function sessionsList(
	options: Options,
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const { since, until, on } = options;
	const asked = {
		caller: caller(undefined),
		all: options.all === true,
		completed: options.completed === true,
		when: { since, until, on },
		offset: localOffset,
	};
	const list = await listSessions(asked, ports);
	const { unreadable, off } = list;
	const listed = options.json
		? jsonAnswer(sessionsListJson(list))
		: answer(sessionsListText(list, asked, layout(options)));
	return {
		...listed,
		warnings: [
			...(off === undefined || !asksForMore(options)
				? []
				: [`only registered sessions are listed: ${off} is false`]),
			...(unreadable === undefined ? [] : [`the session registry is unreadable: ${unreadable}`]),
		],
	};
}

/** What only sessions that are remembered can answer. Without it the list is what it was before (S2-139). */
function asksForMore({ completed, since, until, on }: Options): boolean {
	return completed === true || [since, until, on].some((day) => day !== undefined);
}
