import { withoutQuotes } from '../command/loose-words.ts';
import { mayExpand } from '../command/may-expand.ts';
import { mentionsWritingProgram } from './writing-programs.ts';

/** A redirection that writes no file: `2>&1`, `>/dev/null`, `&>/dev/null`. */
const harmless =
	/>&(?:\d+|-)(?=[\s;|&)]|$)|>>?\|?[ \t]*\/dev\/(?:null|stdout|stderr|tty)(?=[\s;|&)]|$)/g;
/** A parameter that spells no part of a longer word: `awk '{print $1}'`. */
const wholeWord = /(?<![\w}])\$[@*\d](?![\w$])/g;

/** A name that is put together where a program stands: `x=r; ${x}m a`. */
const expandedName = /(?:^|[;&|\n({])[ \t]*(?:\w+\$[{\w]|\$\{\w+\}\w)/;

/**
 * Whether a command line may write a file by name: a look at its letters, so that a hook loads the
 * parser (some 7 ms) only for a line that may. False means that `writtenFiles` would find nothing;
 * true means nothing.
 */
export function mentionsWrite(source: string): boolean {
	// A quotation that spells letters by number, or the commands of `${ rm a; }`.
	if (/\$(?:["'\\]|\{[\s|])/.test(source)) return true;
	const plain = withoutQuotes(source);
	if (expandedName.test(plain)) return true;
	if ([source, plain].some((text) => mayExpand(text.replaceAll(wholeWord, ' ')))) return true;
	return source.replaceAll(harmless, ' ').includes('>') || mentionsWritingProgram(plain);
}
