import type { Ports } from '../app/ports.ts';
import { absolutePath, parentOf, plainPath } from '../core/text/paths.ts';
import type { WrittenFile } from '../shell/written-files.ts';
import { isDirectory, pathExists } from '../store/paths.ts';
import { mayEdit, mayRemove, pathsAmong } from './mcp-calls.ts';
import type { ToolEvent } from './tool-event.ts';
import { workAmong } from './work-among.ts';

/**
 * The files that an MCP call edits: each argument that is an absolute path, a relative one whose directory exists, or the
 * name of a file that is there (`document.title` may be anything), unless the tool's name says that it reads. Claude Code
 * starts its servers where the session starts. A directory counts only for a tool that removes.
 */
export function filesOfMcp({ tool_name, tool_input, cwd }: ToolEvent, ports: Ports): WrittenFile[] {
	if (!mayEdit(tool_name)) return [];
	const removes = mayRemove(tool_name);
	return pathsAmong(tool_input).flatMap((text): WrittenFile[] => {
		const path = plainPath(absolutePath(text, ports.host.projectDir ?? cwd));
		const isNamed = text.includes('/') ? isDirectory(parentOf(path)) : pathExists(path);
		const isFile = text.startsWith('/') || isNamed;
		const isEdited = isDirectory(path) ? removes : isFile;
		return isEdited ? [{ path, pattern: false, how: removes ? 'gone' : 'content' }] : [];
	});
}

/** Of them those that are somebody's work. */
export function workOfMcp(event: ToolEvent, ports: Ports): string[] {
	return workAmong(filesOfMcp(event, ports), ports);
}
