import { history as readHistory } from '../../app/commands/history.ts';
import { type Answer, answer, type Desk, jsonAnswer, type Wide } from '../desk.ts';
import { historyJson, historyText } from '../text/history.ts';

/** `req history [NAME]` (S4-068) */
export async function history(
	name: string | undefined,
	options: Wide & { readonly json?: true },
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const found = await readHistory({ caller: caller(undefined), name }, ports);
	return options.json
		? jsonAnswer(historyJson(found))
		: answer(historyText(found, layout(options)));
}
