import type { CommandArgument, WordPart } from 'unbash';
import { UNKNOWN } from './call.ts';

/**
 * A word of a line without its quotes: `com"m"it` is `commit`. Patterns and braces stay as they
 * are; other expansions than those of known variables are {@link UNKNOWN}.
 */
export function wordText(word: CommandArgument, variables: ReadonlyMap<string, string>): string {
	if (word.type === 'Assignment') return `${word.name}=${UNKNOWN}`;
	if (word.parts === undefined) return word.value;
	return word.parts
		.map((part) => partText(part, variables))
		.join('')
		.replaceAll(/\0+/g, UNKNOWN);
}

function partText(part: WordPart, variables: ReadonlyMap<string, string>): string {
	const { type } = part;
	if (type === 'DoubleQuoted' || type === 'LocaleString')
		return part.parts.map((one) => partText(one, variables)).join('');
	if (type === 'SimpleExpansion' || type === 'ParameterExpansion')
		return variables.get(part.text.replaceAll(/[${}]/g, '')) ?? UNKNOWN;
	if (type === 'BraceExpansion' || type === 'ExtendedGlob') return part.text;
	return 'value' in part ? part.value : UNKNOWN;
}

/**
 * The words of a source that does not parse, without quotes and operators: `sh -c "git commit` is
 * `sh`, `-c`, `git`, `commit`. More words than a shell would see, never fewer.
 */
export function looseWords(source: string): readonly string[] {
	return source
		.replaceAll(/\\\r?\n/g, '')
		.replaceAll(/\$(?=["'])|["'\\]/g, '')
		.split(/[\s;&|()<>{}`]+/)
		.filter((word) => word !== '');
}
