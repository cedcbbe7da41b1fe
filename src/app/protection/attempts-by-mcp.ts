import { plainPath } from '../../core/place/paths.ts';
import type { FileAttempt } from '../../core/protection/attempt.ts';
import { mcpRemoves } from '../../core/written-files/mcp-writes.ts';
import { mcpPaths } from '../calls/mcp-files.ts';
import type { ToolEvent } from '../calls/tool-event.ts';
import type { Ports } from '../ports.ts';
import { attemptsByEdit } from './attempts-by-edit.ts';

/** What an MCP tool would do to the gates. What it makes of a file is not known: settings count as a whole. */
export async function attemptsByMcp(event: ToolEvent, ports: Ports): Promise<FileAttempt[]> {
	const { cwd } = event;
	const paths = mcpPaths(event, ports);
	const edits = paths.map((file) => attemptsByEdit({ file, cwd, input: {} }, ports));
	const found = (await Promise.all(edits)).flat();
	if (found.length > 0 || !mcpRemoves(event.tool_name)) return found;
	const { attemptsByFiles } = await import('./attempts-by-writes.ts');
	const gone = paths.map((path) => ({
		path: plainPath(path),
		pattern: false,
		how: 'gone' as const,
	}));
	return attemptsByFiles(gone, cwd, ports);
}
