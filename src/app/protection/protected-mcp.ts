import type { FileAttempt } from '../../core/protection/attempt.ts';
import { mcpPaths } from '../calls/mcp-files.ts';
import type { ToolEvent } from '../calls/tool-event.ts';
import type { Ports } from '../ports.ts';
import { attemptsByEdit } from './protected-edits.ts';

/** What an MCP tool would do to the gates. What it makes of a file is not known: settings count as a whole. */
export async function attemptsByMcp(event: ToolEvent, ports: Ports): Promise<FileAttempt[]> {
	const { cwd } = event;
	const found = mcpPaths(event, ports).map((file) =>
		attemptsByEdit({ file, cwd, input: {} }, ports),
	);
	return (await Promise.all(found)).flat();
}
