import type { CommandArgument, WordPart } from 'unbash';
import { UNKNOWN } from './call.ts';

/**
 * The text of a word after quote removal: `com"m"it` is `commit`; expansions become {@link
 * UNKNOWN}.
 */
export function wordText(word: CommandArgument): string {
	if (word.type === 'Assignment') return `${word.name}=${UNKNOWN}`;
	if (word.parts === undefined) return word.value;
	return word.parts.map(partText).join('').replaceAll(/\0+/g, UNKNOWN);
}

function partText(part: WordPart): string {
	switch (part.type) {
		case 'Literal':
		case 'Glob':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return part.value;
		case 'DoubleQuoted':
		case 'LocaleString':
			return part.parts.map(partText).join('');
		case 'SimpleExpansion':
		case 'ParameterExpansion':
		case 'CommandExpansion':
		case 'ArithmeticExpansion':
		case 'ProcessSubstitution':
		case 'ExtendedGlob':
		case 'BraceExpansion':
			return UNKNOWN;
	}
}
