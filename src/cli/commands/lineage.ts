import { lineage as readLineage } from '../../app/commands/lineage.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { lineageJson, lineageText } from '../text/lineage.ts';

/** `req lineage [REF]` */
export async function lineage(
	reference: string | undefined,
	options: { readonly session?: string; readonly json?: true },
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const found = await readLineage(caller(reference ?? options.session), ports);
	return options.json ? jsonAnswer(lineageJson(found)) : answer(lineageText(found, paint));
}
