import type { Assignment, SyntaxNode, Word } from 'unbash';
import { type Call, programName, UNKNOWN } from './call.ts';
import { wordSpellings } from './word-text.ts';

/** Every spelling that a line gives a variable somewhere, by the variable's name. */
export type LineVariables = Map<string, readonly string[]>;

const maxValues = 32;

/** Notes what a node sets: `D=x`, `export D=x`, `for f in a b`. */
export function noteVariable(variables: LineVariables, node: SyntaxNode): void {
	if (node.type === 'Assignment') note(variables, node.name, assigned(node));
	else if ((node.type === 'For' || node.type === 'Select') && node.wordlist !== undefined) {
		note(variables, node.name.text, spellingsOf(node.wordlist));
	}
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

function assigned({ value }: Assignment): readonly string[] {
	return value.type === 'Word' ? wordSpellings(value) : spellingsOf(value.elements);
}

function spellingsOf(words: readonly Word[]): readonly string[] {
	return words.slice(0, maxValues + 1).flatMap(wordSpellings);
}

function note(variables: LineVariables, name: string, values: readonly string[]): void {
	const before = variables.get(name) ?? [];
	if (before.length > maxValues) return;
	const known = [...new Set([...before, ...values])];
	variables.set(name, known.length > maxValues ? [...known.slice(0, maxValues), UNKNOWN] : known);
}
