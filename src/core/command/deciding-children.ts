import type { SyntaxNode } from 'unbash';

/**
 * The direct children of a node whose failure makes the node fail, so that its success proves
 * theirs (D33). The last of a list and of a pipeline (`set -o pipefail` is not interpreted), all of
 * `a && b`, of `a || b && c` only `c`; none of what is negated, in the background, in a condition,
 * a loop, a function or a substitution.
 */
export function decidingChildren(node: SyntaxNode): readonly SyntaxNode[] {
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
			return negated ? [] : node.commands.slice(-1);
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
