import type { BraceExpansionPart, CommandArgument, WordPart } from 'unbash';
import { alternatives } from '../config/glob-braces.ts';
import { UNKNOWN } from './call.ts';

/** More words than this from one word are one unknown word. */
const maxWords = 64;

/**
 * The words a word stands for after brace expansion and quote removal: `com"m"it` is `commit`,
 * `{a,b}` is `a` and `b`. Other expansions become {@link UNKNOWN}, but for what spells the same in
 * every shell: `$()` is nothing, `[t]` is `t`.
 */
export function wordTexts(word: CommandArgument): readonly string[] {
	if (word.type === 'Assignment') return [`${word.name}=${UNKNOWN}`];
	let texts: readonly string[] = [''];
	for (const part of word.parts ?? []) {
		const choices = part.type === 'BraceExpansion' ? braceTexts(part) : [partText(part)];
		texts = texts.flatMap((text) => choices.map((choice) => text + choice));
		if (texts.length > maxWords) return [UNKNOWN];
	}
	if (word.parts === undefined) return [word.value];
	return texts.map((text) => text.replaceAll(/\0+/g, UNKNOWN));
}

function braceTexts({ text, parts }: BraceExpansionPart): readonly string[] {
	const escaped = parts === undefined ? text : `{${parts.map(escapedText).join('')}}`;
	const choices = text.includes('..') ? undefined : alternatives(escaped);
	if (choices === undefined) return [UNKNOWN];
	return choices.toReversed().map((choice) => choice.replaceAll(/\\(.)/gs, '$1'));
}

/** In quotes and expansions no comma and no brace chooses. */
function escapedText(part: WordPart): string {
	if (part.type === 'Literal') return part.text;
	return partText(part).replaceAll(/[\\{},]/g, '\\$&');
}

function partText(part: WordPart): string {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return part.value;
		case 'Glob':
			return /^\[[^\]!^]\]$/.test(part.value) ? part.value.slice(1, 2) : part.value;
		case 'DoubleQuoted':
		case 'LocaleString':
			return part.parts.map(partText).join('');
		case 'CommandExpansion':
			return /^(?:\$\(\s*\)|`\s*`)$/.test(part.text) ? '' : UNKNOWN;
		case 'SimpleExpansion':
		case 'ParameterExpansion':
		case 'ArithmeticExpansion':
		case 'ProcessSubstitution':
		case 'ExtendedGlob':
		case 'BraceExpansion':
			return UNKNOWN;
	}
}
