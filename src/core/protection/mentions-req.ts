import { mayExpand, withoutQuotes } from '../command/prefilter.ts';

/** This program, its hooks and the client as letters in a source. */
const OWN_LETTERS =
	/(?<![\w.])(?:claude-)?req(?!\w)|(?<![\w.])claude(?![\w.])|CLAUDE_CODE_EXECPATH|\/proc\/[^\s/]+\/exe|\.cjs(?!\w)/i;

/**
 * Whether a command line may call this program, one of its hooks or the client at all: a look at its
 * letters. False means that there is no such call; true means nothing.
 */
export function mentionsReq(source: string): boolean {
	if (/\$["'\\]/.test(source)) return true;
	const plain = withoutQuotes(source);
	return mayExpand(source) || mayExpand(plain) || OWN_LETTERS.test(plain);
}
