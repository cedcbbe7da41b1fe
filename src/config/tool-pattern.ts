import { GATED_TOOLS, MCP_PREFIX, TOOL_GLOB } from '../host/tools.ts';
import { alternatives, isGlob } from '../text/glob.ts';

const REGULAR_EXPRESSION = /\.\*|[|(^$]/;

/** What is wrong with a glob for names of tools; `undefined` if it can match a gated tool. */
export function toolFault(pattern: string): string | undefined {
	if (REGULAR_EXPRESSION.test(pattern)) {
		const advice = globFor(pattern) ?? `a glob such as ${TOOL_GLOB}`;
		return `is a regular expression; write ${advice}`;
	}
	const starts = alternatives(pattern);
	if (starts === undefined || !isGlob(pattern)) return `must be a glob such as ${TOOL_GLOB}`;
	if (starts.some(canBeGated)) return undefined;
	return `matches no gated tool: ${GATED_TOOLS.join(', ')}, ${MCP_PREFIX}*`;
}

/** Whether a pattern without braces could match a gated tool, by its literal start. */
function canBeGated(pattern: string): boolean {
	const prefix = /^[\w-]*/.exec(pattern)?.[0] ?? '';
	if (prefix.startsWith(MCP_PREFIX)) return true;
	if (prefix === pattern) return GATED_TOOLS.includes(pattern);
	return [...GATED_TOOLS, MCP_PREFIX].some((name) => name.startsWith(prefix));
}

/** The glob that matches the same tools as a simple regular expression; `undefined` for any other. */
function globFor(pattern: string): string | undefined {
	const named = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('.*', '*');
	const chosen = named.replaceAll('(?:', '{').replaceAll('(', '{').replaceAll(')', '}');
	const isChoice = /^[^{}]*\|[^{}]*$/.test(chosen);
	const glob = (isChoice ? `{${chosen}}` : chosen).replaceAll('|', ',');
	const isSimple = /^[\w*-]*(?:\{[\w*,-]*\}[\w*-]*)*$/.test(glob);
	return isSimple && isGlob(glob) ? glob : undefined;
}
