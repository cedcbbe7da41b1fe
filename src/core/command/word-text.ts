import type {
	Assignment,
	BraceExpansionPart,
	CommandArgument,
	CommandExpansionPart,
	Word,
	WordPart,
} from 'unbash';
import { alternatives } from '../config/glob-braces.ts';
import { UNKNOWN } from './call.ts';
import { printedWords } from './printed-words.ts';
import { spelledChoice, spelledLiteral, spelledTilde, spelledVariable } from './spelling.ts';

/** More words than this from one word are one unknown word. */
const maxWords = 64;

const emptyScript = /^(?:\$\(\s*\)|`\s*`)$/;

/** What the parts of a word stand for. */
interface Reader {
	readonly literal: (value: string) => string;
	readonly variable: (text: string) => string;
	readonly script: (part: CommandExpansionPart) => string;
	readonly start: (word: Word) => string;
	readonly value: (assignment: Assignment) => readonly string[];
}

/** Words as a program gets them. */
const asTexts: Reader = {
	literal: (value) => value,
	variable: () => UNKNOWN,
	script: ({ text }) => (emptyScript.test(text) ? '' : UNKNOWN),
	start: () => '',
	value: () => [UNKNOWN],
};

/** Words as names of files, which keep what the shell itself reads in them. */
const asSpellings: Reader = {
	literal: spelledLiteral,
	variable: spelledVariable,
	script: (part) => (emptyScript.test(part.text) ? '' : spelledScript(part)),
	start: ({ text }) => spelledTilde(text),
	value: ({ value }) => (value.type === 'Word' ? readWord(value, asSpellings) : [UNKNOWN]),
};

/**
 * The words a word stands for after brace expansion and quote removal: `com"m"it` is `commit`,
 * `{a,b}` is `a` and `b`. Other expansions become {@link UNKNOWN}, but for what spells the same in
 * every shell: `$()` is nothing, `[t]` is `t`.
 */
export function wordTexts(word: CommandArgument): readonly string[] {
	return readWord(word, asTexts);
}

/** The same words, one for one, as spellings (spelling.ts). */
export function wordSpellings(word: CommandArgument): readonly string[] {
	return readWord(word, asSpellings);
}

/** The spellings of several words. */
export function spellingsOf(words: readonly CommandArgument[]): readonly string[] {
	return words.flatMap(wordSpellings);
}

/** Words and spellings in step; where a bound cuts only one of them, its spelling is unknown. */
export function readWords(nodes: readonly CommandArgument[]): {
	readonly words: readonly string[];
	readonly spellings: readonly string[];
} {
	const read = nodes.map((node) => ({ texts: wordTexts(node), spelled: wordSpellings(node) }));
	return {
		words: read.flatMap(({ texts }) => texts),
		spellings: read.flatMap(({ texts, spelled }) =>
			spelled.length === texts.length ? spelled : texts.map(() => UNKNOWN),
		),
	};
}

function readWord(word: CommandArgument, reader: Reader): readonly string[] {
	if (word.type === 'Assignment') return reader.value(word).map((text) => `${word.name}=${text}`);
	const start = reader.start(word);
	if (word.parts === undefined) {
		return [start + reader.literal(start === '' ? word.value : untilded(word.value))];
	}
	let texts: readonly string[] = [''];
	for (const part of word.parts) {
		const choices =
			part.type === 'BraceExpansion' ? braceTexts(part, reader) : [read(part, reader)];
		texts = texts.flatMap((text) => choices.map((choice) => text + choice));
		if (texts.length > maxWords) return [UNKNOWN];
	}
	return texts.map((text) =>
		(start === '' ? text : start + untilded(text)).replaceAll(/\0+/g, UNKNOWN),
	);
}

/** What a substitution of one plain call prints. */
function spelledScript({ script }: CommandExpansionPart): string {
	const [statement, more] = script?.commands ?? [];
	const command = statement?.command;
	if (command?.type !== 'Command' || more !== undefined || command.name === undefined) {
		return UNKNOWN;
	}
	return spelledChoice(printedWords(spellingsOf([command.name, ...command.args])));
}

/** Without the `~` or `~user` it starts with. */
function untilded(text: string): string {
	return text.replace(/^[^/]*/, '');
}

function braceTexts({ text, parts }: BraceExpansionPart, reader: Reader): readonly string[] {
	const escaped =
		parts === undefined ? text : `{${parts.map((part) => escapedText(part, reader)).join('')}}`;
	const choices = text.includes('..') ? undefined : alternatives(escaped);
	if (choices === undefined) return [UNKNOWN];
	return choices.toReversed().map((choice) => choice.replaceAll(/\\(.)/gs, '$1'));
}

/** In quotes and expansions no comma and no brace chooses. */
function escapedText(part: WordPart, reader: Reader): string {
	if (part.type === 'Literal') return part.text;
	return read(part, reader).replaceAll(/[\\{},]/g, '\\$&');
}

function read(part: WordPart, reader: Reader): string {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return reader.literal(part.value);
		case 'Glob':
			return /^\[[^\]!^]\]$/.test(part.value) ? reader.literal(part.value.slice(1, 2)) : part.value;
		case 'DoubleQuoted':
		case 'LocaleString':
			return part.parts.map((one) => read(one, reader)).join('');
		case 'CommandExpansion':
			return reader.script(part);
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return reader.variable(part.text);
		case 'ArithmeticExpansion':
		case 'ProcessSubstitution':
		case 'ExtendedGlob':
		case 'BraceExpansion':
			return UNKNOWN;
	}
}
