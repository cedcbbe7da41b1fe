import { programOptions } from './match-command.ts';
import { skipOptions } from './options.ts';

/** The words, or spellings, that follow `git`: its own options, its subcommand, and what that is told. */
export function readGit(words: readonly string[]) {
	const { valued } = programOptions('git');
	const { end } = skipOptions(words, 0, { valued, passedOver: /^-/ });
	return { own: words.slice(0, end), verb: words[end] ?? '', rest: words.slice(end + 1) };
}
