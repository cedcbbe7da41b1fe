import { chain, lineage as readLineage } from '../../app/commands/lineage.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { chainJson, chainText, lineageJson, lineageText } from '../text/lineage.ts';

interface Options {
	readonly session?: string;
	readonly continued?: true;
	readonly depth?: string;
	readonly json?: true;
}

/** `req session lineage [REF]` */
export async function lineage(
	reference: string | undefined,
	{ session, continued, depth, json }: Options,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const request = { caller: caller(reference ?? session), depth };
	if (continued) {
		const found = await chain(request, ports);
		return json ? jsonAnswer(chainJson(found)) : answer(chainText(found, paint, ports.now()));
	}
	const found = await readLineage(request, ports);
	return json ? jsonAnswer(lineageJson(found)) : answer(lineageText(found, paint, ports.now()));
}
