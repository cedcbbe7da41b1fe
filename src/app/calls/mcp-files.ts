import { absolutePath } from '../../core/place/paths.ts';
import { mcpWrites } from '../../core/written-files/mcp-writes.ts';
import type { Ports } from '../ports.ts';
import { isNobodysWork } from './edits-by-project.ts';
import type { ToolEvent } from './tool-event.ts';

/** The files an MCP tool changes, absolute. The client starts its servers where the session starts. */
export function mcpPaths({ tool_name, tool_input, cwd }: ToolEvent, { host }: Ports): string[] {
	const start = host.projectDir ?? cwd;
	return mcpWrites(tool_name, tool_input).map((path) => absolutePath(path, start));
}

/** Those of them that are somebody's work. */
export function filesOfMcp(event: ToolEvent, ports: Ports): string[] {
	return mcpPaths(event, ports).filter((path) => !isNobodysWork(path, ports.host.configDir));
}
