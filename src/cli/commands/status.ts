import { status as readStatus } from '../../app/commands/status.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { statusText } from '../text/status.ts';
import { statusJson } from '../text/status-json.ts';

/** `req status`: never anything but 0 once it can tell the place (D37). */
export async function status(
	options: { readonly session?: string; readonly branch?: string; readonly json?: true },
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), branch: options.branch };
	const found = await readStatus(request, ports);
	if (options.json) return jsonAnswer(statusJson(found));
	return answer(statusText(found, { paint, now: ports.now() }));
}
