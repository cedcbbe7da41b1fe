import { readsOnly } from '../core/command/reads-only.ts';
import { asksForLooks } from '../core/observe/what-to-look-for.ts';
import { MCP_PREFIX, SHELL_TOOLS } from '../core/protocol/gated-tools.ts';
import type { PreToolUseInput } from '../core/protocol/hook-messages.ts';
import type { Project } from './projects.ts';

/**
 * Whether a call is looked at: a requirement may ask what it changes, and it may change files that it does not name, as it
 * is not plainly one that only reads. Outside git nothing is.
 */
export async function isLookedAt(
	{ place, config }: Project,
	{ tool_name: tool, tool_input }: PreToolUseInput,
): Promise<boolean> {
	if (!place.git || place.unreadable !== undefined || !asksForLooks(config)) return false;
	const { command } = tool_input;
	if (SHELL_TOOLS.includes(tool)) return typeof command === 'string' && !readsOnly(command);
	if (!tool.startsWith(MCP_PREFIX)) return false;
	const { mayEdit } = await import('../core/written-files/mcp-calls.ts');
	return mayEdit(tool);
}
