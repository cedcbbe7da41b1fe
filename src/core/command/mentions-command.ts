import { programName } from './call.ts';
import { withoutQuotes } from './loose-words.ts';
import { mayExpand } from './may-expand.ts';

/** One call of a program that only reads or prints, with nothing in it that a shell expands: its program. */
const plainReading =
	/^[ \t]*(echo|grep|rg|ag|cat|head|tail|wc|ls|man|which)[ \t][\w \t./:=@%+,!-]*$/;

/**
 * Whether a Bash call's `command` can match the pattern at all: a look at its letters, so that a
 * hook loads the parser (some 7 ms) only for a command line that needs it. False means that
 * `matchesCommand` would be false; true means nothing.
 */
export function mentionsCommand(source: string, pattern: string): boolean {
	// `$'\x67it'` spells any word; after quotes and backslashes it may do so in a nested shell.
	if (/\$["'\\]/.test(source)) return true;
	const plain = withoutQuotes(source);
	if (mayExpand(source) || mayExpand(plain)) return true;
	const letters = plain.toLowerCase();
	const [program, ...rest] = pattern.split(/\s+/).filter((word) => word !== '');
	const reading = plainReading.exec(source)?.[1];
	if (reading !== undefined && reading !== programName(program)) return false;
	// `$G commit`: what an expansion holds does not stand in the line.
	const mayBeUnknown = rest.length > 0 && /[$`]/.test(plain);
	const needed = mayBeUnknown ? rest : [programName(program), ...rest];
	return needed.every((word) => letters.includes(word.toLowerCase()));
}
