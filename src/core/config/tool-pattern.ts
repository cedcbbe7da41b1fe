import { EDIT_TOOLS, MCP_PREFIX, SHELL_TOOLS } from '../protocol/gated-tools.ts';

const NAMED = [...Object.keys(EDIT_TOOLS), ...SHELL_TOOLS];

/** The tools the hooks gate, as a problem lists them. */
export const GATED_TOOLS = `${NAMED.join(', ')}, ${MCP_PREFIX}*`;

/**
 * Whether a tool pattern could match a tool the hooks gate. Judged by how each alternative begins
 * literally, so `Read.*` is refused and anything less plain passes.
 */
export function canMatchGatedTool(pattern: string): boolean {
	return topAlternatives(pattern).some((one) => {
		const { prefix, whole } = literalStart(one);
		if (prefix.startsWith(MCP_PREFIX)) return true;
		if (whole) return NAMED.includes(prefix);
		return [...NAMED, MCP_PREFIX].some((name) => name.startsWith(prefix));
	});
}

const DEPTH: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

/** Splits at each `|` that stands outside every group and character class. */
function topAlternatives(pattern: string): readonly string[] {
	let depth = 0;
	const parts = [''];
	for (const [piece] of pattern.matchAll(/\\.|\[\^?\]?[^\]]*\]|./gsu)) {
		depth += DEPTH[piece] ?? 0;
		if (piece === '|' && depth === 0) parts.push('');
		else parts.push(`${parts.pop() ?? ''}${piece}`);
	}
	return parts;
}

function literalStart(pattern: string): { readonly prefix: string; readonly whole: boolean } {
	const anchored = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
	const prefix = /^[\w-]*/.exec(anchored)?.[0] ?? '';
	const next = anchored[prefix.length] ?? '';
	if (next === '') return { prefix, whole: true };
	const optional = next === '*' || next === '?' || next === '{';
	return { prefix: optional ? prefix.slice(0, -1) : prefix, whole: false };
}
