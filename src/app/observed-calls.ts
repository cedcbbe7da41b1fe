import { readsOnly } from '../core/command/reads-only.ts';
import { MCP_PREFIX, SHELL_TOOLS } from '../core/protocol/gated-tools.ts';

/** Whether a call may change files that it does not name: it is not plainly one that only reads. */
export async function mayChange(
	tool: string,
	{ command }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
	if (SHELL_TOOLS.includes(tool)) return typeof command === 'string' && !readsOnly(command);
	if (!tool.startsWith(MCP_PREFIX)) return false;
	const { mcpEffect } = await import('../core/written-files/mcp-calls.ts');
	const effect = mcpEffect(tool);
	return effect !== 'reads' && effect !== 'sends';
}
