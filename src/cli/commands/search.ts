import { search as searchAll } from '../../app/commands/search.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { searchJson, searchText } from '../text/search.ts';
import { localOffset } from '../text/time.ts';

interface Options {
	readonly kind?: string;
	readonly since?: string;
	readonly limit: string;
	readonly json?: true;
	readonly wide?: true;
}

/** `req search WORDS…` */
export async function search(
	words: readonly string[],
	{ kind, since, limit, json, ...more }: Options,
	{ ports, caller, paint, layout }: Desk,
): Promise<Answer> {
	const asked = { caller: caller(undefined), words, kind, since, limit, offset: localOffset };
	const found = await searchAll(asked, ports);
	return json ? jsonAnswer(searchJson(found)) : answer(searchText(found, paint, layout(more)));
}
