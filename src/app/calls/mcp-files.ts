import { absolutePath, plainPath } from '../../core/place/place.ts';
import {
	type McpPath,
	type McpPaths,
	mayHoldArguments,
	mcpPaths,
	mcpTexts,
	mcpTool,
} from '../../core/written-files/mcp-calls.ts';
import type { Ports } from '../ports.ts';
import { isNobodysWork } from './edits-by-project.ts';
import type { ToolEvent } from './tool-event.ts';

/** No server has arguments nested deeper; what lies below stays as it is. */
const MAX_DEPTH = 16;

/** The call with those of its arguments read that are JSON in a text, as some servers take them. */
export async function withArgumentsRead(event: ToolEvent, ports: Ports): Promise<ToolEvent> {
	const read = async (key: string, value: unknown, depth: number): Promise<unknown> => {
		if (depth > MAX_DEPTH) return value;
		if (typeof value === 'string') {
			if (!mayHoldArguments(key, value)) return value;
			const json = await ports.attempt(async () => JSON.parse(value) as unknown);
			return json.kind === 'done' ? read(key, json.value, depth + 1) : value;
		}
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return Promise.all(value.map((item) => read(key, item, depth + 1)));
		const members = Object.entries(value).map(
			async ([name, item]) => [name, await read(name, item, depth + 1)] as const,
		);
		return Object.fromEntries(await Promise.all(members));
	};
	const { tool_input } = event;
	if (!/^"\s*[[{]/m.test(mcpTexts(tool_input))) return event;
	return { ...event, tool_input: (await read('', tool_input, 0)) as ToolEvent['tool_input'] };
}

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
export async function filesOfMcp(given: ToolEvent, ports: Ports): Promise<string[]> {
	const { effect, removes } = mcpTool(given.tool_name);
	if (effect === 'reads' || effect === 'sends') return [];
	const event = await withArgumentsRead(given, ports);
	const { exists } = ports.places;
	const isEdit = ({ path, isNamed }: McpPath) => {
		if (!removes && exists(`${path}/.`)) return false;
		const isMeant = effect === 'writes' || /\/[^/]*\.[a-z]\w*$/i.test(path);
		return isNamed && isMeant ? true : exists(path) && !exists(`${path}/.`);
	};
	const files = pathsOfMcp(event, ports).paths.filter(isEdit);
	return files.map(({ path }) => path).filter((path) => !isNobodysWork(path, ports.host.configDir));
}
