import { UNKNOWN } from '../../core/command/call.ts';
import { absolutePath, plainPath } from '../../core/place/place.ts';
import type { Attempt, FileAttempt } from '../../core/protection/attempt.ts';
import { protectedNames } from '../../core/protection/mentions.ts';
import { isSkillFolder, isSkills } from '../../core/protection/protected-files.ts';
import {
	type McpPath,
	mcpCommands,
	mcpTexts,
	mcpTool,
} from '../../core/written-files/mcp-calls.ts';
import { pathsOfMcp, withArgumentsRead } from '../calls/mcp-files.ts';
import type { ToolEvent } from '../calls/tool-event.ts';
import type { Ports } from '../ports.ts';
import { distinctPlaces, startOf } from '../projects.ts';
import { attemptsByEdit, groundsOf } from './file-attempts.ts';

/** The folder itself, or what is in it: who brings it up to date may take away or replace what configures gates. */
const CLIENTS_FOLDER = /\/\.claude(?:\/[^/]*[*?[].*)?$/i;

/**
 * What an MCP tool that is not known to read would do to the gates: to each protected file that an argument leads
 * to, whatever the argument is called. What the tool makes of a file is not known: settings count as a whole.
 */
export async function attemptsByMcp(given: ToolEvent, ports: Ports): Promise<readonly Attempt[]> {
	const { cwd, tool_name: tool } = given;
	const { effect, removes, brings } = mcpTool(tool);
	if (effect === 'reads') return [];
	const event = await withArgumentsRead(given, ports);
	const { paths, isWhole } = pathsOfMcp(event, ports);
	if (!isWhole && speaksOfProtected(event, ports)) return [{ kind: 'arguments' }];
	const found: FileAttempt[] = [];
	for (const { path } of paths) {
		// One after the other: a call may name hundreds.
		found.push(...(await attemptsByEdit({ file: path, cwd, input: {} }, ports)));
	}
	if (brings) found.push(...pluginsAmong(paths, cwd, ports));
	const run = await attemptsByCommands(event, ports);
	// What is done by a command line was read there.
	const isUnknown = effect === 'unknown' && mcpCommands(event.tool_input).length === 0;
	const reached = removes
		? paths
		: paths.filter(({ path }) => isUnknown && CLIENTS_FOLDER.test(path));
	if (found.length + run.length > 0 || reached.length === 0) return [...found, ...run];
	const { attemptsByFiles } = await import('./written-attempts.ts');
	const gone = reached.map(({ path }) => ({
		path: path.replaceAll('**', UNKNOWN),
		pattern: /[*?[]/.test(path),
		how: 'gone' as const,
	}));
	return attemptsByFiles(gone, cwd, ports);
}

/** Folders of skills, and the folder of all of them: what arrives there may be a plugin. */
function pluginsAmong(
	paths: readonly McpPath[],
	cwd: string,
	ports: Ports,
): readonly FileAttempt[] {
	const grounds = groundsOf([], startOf(cwd, ports), ports);
	return paths
		.map(({ path }) => absolutePath(path, cwd))
		.flatMap((path) => [...new Set([plainPath(path), ports.places.realPath(path)])])
		.filter((path) => isSkills(path, grounds) || isSkillFolder(path, grounds))
		.map((path) => ({ kind: 'file', path, thing: 'extension', keys: [] }));
}

/** Some servers run command lines: what one would do to the gates counts as in a shell of the client's. */
async function attemptsByCommands(
	{ tool_input, cwd }: ToolEvent,
	ports: Ports,
): Promise<Attempt[]> {
	const sources = mcpCommands(tool_input);
	if (sources.length === 0) return [];
	const { attemptsByCommand } = await import('./command-attempts.ts');
	const found: Attempt[] = [];
	for (const source of sources) found.push(...(await attemptsByCommand({ source, cwd }, ports)));
	return found;
}

function speaksOfProtected({ tool_input, cwd }: ToolEvent, ports: Ports): boolean {
	const start = startOf(cwd, ports);
	const places = distinctPlaces([start, ports.places.at(cwd)]);
	const source = mcpTexts(tool_input);
	return protectedNames(source, cwd, groundsOf(places, start, ports)).length > 0;
}
