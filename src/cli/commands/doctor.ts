import { doctor as examine } from '../../app/commands/doctor.ts';
import { progressOn } from '../../runtime/terminal.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { doctorJson, doctorText } from '../text/doctor.ts';

/** `req doctor`: 1 where there are findings, grave or not (D37). */
export async function doctor(
	options: { readonly live?: true; readonly json?: true },
	{ ports, paint, caller }: Desk,
): Promise<Answer> {
	const progress = progressOn();
	const live = options.live === true;
	const request = { caller: caller(undefined), live, tell: progress.tell };
	const found = await examine(request, ports).finally(progress.end);
	const said = options.json ? jsonAnswer(doctorJson(found)) : answer(doctorText(found, paint));
	return { ...said, exit: found.findings.length === 0 ? EXIT.done : EXIT.no };
}
