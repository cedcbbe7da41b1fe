import { withoutQuotes } from './loose-words.ts';
import { mayExpand } from './may-expand.ts';
import { mentionsWritingProgram } from './writing-programs.ts';

/** A redirection that writes no file: `2>&1`, `>/dev/null`, `&>/dev/null`. */
const harmless =
	/>&(?:\d+|-)(?=[\s;|&)]|$)|>>?\|?[ \t]*\/dev\/(?:null|stdout|stderr|tty)(?=[\s;|&)]|$)/g;

/**
 * Whether a command line may write a file by name: a look at its letters, so that a hook loads the
 * parser (some 7 ms) only for a line that may. False means that `writtenFiles` would find nothing;
 * true means nothing.
 */
export function mentionsWrite(source: string): boolean {
	if (/\$["'\\]/.test(source)) return true;
	const plain = withoutQuotes(source);
	if (mayExpand(source) || mayExpand(plain)) return true;
	return source.replaceAll(harmless, ' ').includes('>') || mentionsWritingProgram(plain);
}
