import type { SyntaxNode } from 'unbash';
import type { Hiding } from './call.ts';

/**
 * The direct children of a node whose failure makes the node fail, so that its success proves
 * theirs (D33). The last of a list and of a pipeline (all of it under `set -o pipefail`), all of
 * `a && b`, of `a || b && c` only `c`; none of what is negated, in the background, in a condition,
 * a loop, a function or a substitution.
 */
export function decidingChildren(node: SyntaxNode, pipefail: boolean): readonly SyntaxNode[] {
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return node.commands.slice(-1);
		case 'Statement':
			return node.background ? [] : [node.command];
		case 'AndOr': {
			const or = node.operators.lastIndexOf('||');
			return or < 0 ? node.commands : node.commands.slice(or + 2);
		}
		case 'Pipeline': {
			const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
			return negated ? [] : node.commands.slice(pipefail ? 0 : -1);
		}
		case 'Subshell':
		case 'BraceGroup':
			return [node.body];
		case 'Redirected':
			return [node.command];
		default:
			return [];
	}
}

/** What keeps the success of a node from proving that of the children that do not decide it. */
export function hidingOf(node: SyntaxNode): Hiding {
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return 'followed';
		case 'Statement':
			return 'background';
		case 'AndOr':
			return 'or';
		case 'Pipeline':
			return node.commands.length > 1 ? 'pipe' : 'line';
		default:
			return 'line';
	}
}

/** The direct children of a node that run whenever it does, whatever became of those before them. */
export function certainChildren(node: SyntaxNode): readonly SyntaxNode[] {
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return node.commands;
		case 'AndOr':
			return node.commands.slice(0, 1);
		default:
			return decidingChildren(node, false);
	}
}
