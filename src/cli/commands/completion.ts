import type { Command } from 'commander';
import { candidates } from '../../app/commands/candidates.ts';
import type { Named } from '../../app/commands/named.ts';
import { completion as completionAt } from '../completing.ts';
import { type Answer, answer, type Desk } from '../desk.ts';
import { candidateLines, completionScript, type Shell } from '../text/completion.ts';

/** `req config completion SHELL` */
export async function completion(shell: Shell): Promise<Answer> {
	return answer(completionScript(shell));
}

/** `req complete -- WORDS…`, which the scripts call at each TAB. */
export async function complete(
	program: Command,
	words: readonly string[],
	{ ports, caller }: Desk,
): Promise<Answer> {
	const found = completionAt(program, words);
	const { cwd } = caller(undefined);
	const named: Named[] = [];
	for (const subject of found.subjects) named.push(...(await candidates(subject, cwd, ports)));
	const fresh = named.filter(({ word }) => !found.given.includes(word));
	return answer(candidateLines([...found.words, ...fresh], words.at(-1) ?? ''));
}
