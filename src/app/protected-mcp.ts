import type { FileAttempt } from '../core/gate/attempt.ts';
import { mcpPaths } from './mcp-files.ts';
import type { Ports } from './ports.ts';
import { attemptsByEdit } from './protected-edits.ts';
import type { ToolEvent } from './tool-event.ts';

/** What an MCP tool would do to the gates. What it makes of a file is not known: settings count as a whole. */
export async function attemptsByMcp(event: ToolEvent, ports: Ports): Promise<FileAttempt[]> {
	const { cwd } = event;
	const found = mcpPaths(event, ports).map((file) =>
		attemptsByEdit({ file, cwd, input: {} }, ports),
	);
	return (await Promise.all(found)).flat();
}
