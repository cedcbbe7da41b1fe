import { absolutePath, plainPath } from '../../core/place/paths.ts';
import {
	type McpPath,
	type McpPaths,
	mcpEffect,
	mcpPaths,
	mcpRemoves,
} from '../../core/written-files/mcp-calls.ts';
import type { Ports } from '../ports.ts';
import { isNobodysWork } from './edits-by-project.ts';
import type { ToolEvent } from './tool-event.ts';

/** The paths among a call's arguments, absolute. The client starts its servers where the session starts. */
export function pathsOfMcp({ tool_name, tool_input, cwd }: ToolEvent, ports: Ports): McpPaths {
	const { host, places } = ports;
	const absolute = (path: string) => plainPath(absolutePath(path, host.projectDir ?? cwd));
	const isDirectory = (path: string) => places.exists(`${absolute(path)}/.`);
	const { paths, isWhole } = mcpPaths(tool_name, tool_input, { home: host.home, isDirectory });
	return { paths: paths.map((one) => ({ ...one, path: absolute(one.path) })), isWhole };
}

/**
 * The files an MCP call changes that are somebody's work. Where the tool's name says that it writes, whatever is
 * named as a file is one. What another tool does is not known: it changes what is there, and what has the name of
 * a file.
 */
export function filesOfMcp(event: ToolEvent, ports: Ports): string[] {
	const effect = mcpEffect(event.tool_name);
	if (effect === 'reads' || effect === 'sends') return [];
	const { exists } = ports.places;
	const takesAll = mcpRemoves(event.tool_name);
	const isEdit = ({ path, isNamed }: McpPath) => {
		if (!takesAll && exists(`${path}/.`)) return false;
		const isMeant = effect === 'writes' || /\/[^/]*\.[a-z]\w*$/i.test(path);
		return isNamed && isMeant ? true : exists(path) && !exists(`${path}/.`);
	};
	const files = pathsOfMcp(event, ports).paths.filter(isEdit);
	return files.map(({ path }) => path).filter((path) => !isNobodysWork(path, ports.host.configDir));
}
