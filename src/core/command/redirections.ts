import type { Redirection, SyntaxNode } from 'unbash';
import { wordSpellings, wordTexts } from './word-text.ts';

const writing = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);

/** The redirections that a node has itself. */
export function redirectionsOf(node: SyntaxNode): readonly Redirection[] {
	return node.type === 'Redirected' || node.type === 'Command' ? node.redirects : [];
}

/** The texts of all here-documents and here-strings, whichever descriptor a shell reads. */
export function inlineInput(redirections: readonly Redirection[]): string | undefined {
	const texts = redirections.flatMap((redirect) => {
		if (redirect.type === 'HereDoc') return [redirect.body.text];
		const isString = redirect.type === 'HereString' && redirect.target !== undefined;
		return isString ? wordTexts(redirect.target).join(' ') : [];
	});
	return texts.length === 0 ? undefined : texts.join('\n');
}

/** Spellings of the files that redirections open to write. */
export function writtenTargets(redirections: readonly Redirection[]): readonly string[] {
	return redirections.flatMap((redirect) => {
		if (redirect.type !== 'Redirect' || !writing.has(redirect.operator)) return [];
		if (redirect.target === undefined) return [];
		const isDescriptor = redirect.operator === '>&' && /^(?:\d+-?|-)$/.test(redirect.target.text);
		return isDescriptor ? [] : wordSpellings(redirect.target);
	});
}
