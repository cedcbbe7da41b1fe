import type { Assignment, SyntaxNode, Word } from 'unbash';
import { type Call, programName, UNKNOWN } from './call.ts';
import { spelledLiteral } from './spelling.ts';
import { spellingsOf, wordSpellings } from './word-text.ts';

/** Every spelling that a line gives a variable somewhere, by the variable's name. */
export type LineVariables = Map<string, readonly string[]>;

const maxValues = 32;
const maxLength = 1_024;

/** Notes what a node sets: `D=x`, `export D=x`, `for f in a b`. */
export function noteVariable(variables: LineVariables, node: SyntaxNode): void {
	if (node.type === 'Assignment') note(variables, node.name, assigned(node, variables));
	else if ((node.type === 'For' || node.type === 'Select') && node.wordlist !== undefined) {
		note(variables, node.name.text, fewSpellings(node.wordlist));
	}
}

/** Notes what `read`, `mapfile`, `readarray` and `printf -v` may put into their variables. */
export function noteRead(variables: LineVariables, { words, spellings, input, piped }: Call): void {
	const isPrinted = programName(words[0]) === 'printf' && words[1] === '-v';
	if (isPrinted) note(variables, words[2] ?? '', spellings.slice(3, maxValues));
	if (!/^(?:read|mapfile|readarray)$/.test(programName(words[0]))) return;
	const given = input?.split(/\s+/).filter((word) => word !== '') ?? [];
	const values = [...given.slice(0, maxValues + 1).map(spelledLiteral), ...piped];
	const names = words.slice(1).filter((word) => /^[a-z_]\w*$/i.test(word));
	for (const name of [...names.slice(0, maxValues), 'REPLY']) note(variables, name, values);
}

/** Notes the parameters of `set -- a b` and of a call of a function of the line. */
export function noteParameters(
	variables: LineVariables,
	functions: ReadonlySet<string>,
	{ words, spellings }: Call,
): void {
	const isSet = programName(words[0]) === 'set' && words[1] === '--';
	if (!isSet && !functions.has(words[0] ?? '')) return;
	const given = spellings.slice(isSet ? 2 : 1, maxValues);
	for (const [index, spelling] of given.entries()) note(variables, `${index + 1}`, [spelling]);
	for (const all of ['@', '*']) note(variables, all, given);
}

function assigned(
	{ name, value, append }: Assignment,
	variables: LineVariables,
): readonly string[] {
	const values = value.type === 'Word' ? wordSpellings(value) : fewSpellings(value.elements);
	if (append !== true || value.type !== 'Word') return values;
	const before = variables.get(name) ?? [''];
	return before.flatMap((start) => values.map((end) => `${start}${end}`)).filter(isShort);
}

/** `A+=$A` over and over would swell without end. */
function isShort(spelling: string): boolean {
	return spelling.length <= maxLength;
}

function fewSpellings(words: readonly Word[]): readonly string[] {
	return spellingsOf(words.slice(0, maxValues + 1));
}

function note(variables: LineVariables, name: string, values: readonly string[]): void {
	const before = variables.get(name) ?? [];
	if (before.length > maxValues) return;
	const known = [...new Set([...before, ...values])];
	variables.set(name, known.length > maxValues ? [...known.slice(0, maxValues), UNKNOWN] : known);
}
