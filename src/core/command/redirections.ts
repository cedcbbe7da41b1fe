import type { Redirection, SyntaxNode } from 'unbash';
import { wordSpellings } from './word-text.ts';

const writing = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);

/** The redirections that a node has itself. */
export function redirectionsOf(node: SyntaxNode): readonly Redirection[] {
	return node.type === 'Redirected' || node.type === 'Command' ? node.redirects : [];
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
