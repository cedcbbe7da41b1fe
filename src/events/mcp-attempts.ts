import type { Ports } from '../app/ports.ts';
import type { FileAttempt } from './attempt.ts';
import { attemptsByFiles } from './command-attempts.ts';
import { filesOfMcp } from './mcp-files.ts';
import type { ToolEvent } from './projects.ts';
import { switchesIn } from './settings-change.ts';

/**
 * What an MCP call would do to the gates, by the files that it edits. What it makes of Claude Code's settings is not
 * known: it is held if it speaks of a key that switches hooks or plugins.
 */
export function attemptsByMcp(event: ToolEvent, ports: Ports): FileAttempt[] {
	const files = filesOfMcp(event, ports);
	const attempts = attemptsByFiles(files, event.cwd, ports);
	if (!attempts.some(({ thing }) => thing === 'settings')) return attempts;
	const keys = switchesIn(JSON.stringify(event.tool_input));
	return attempts.flatMap((one) => {
		if (one.thing !== 'settings') return [one];
		return keys.length === 0 ? [] : [{ ...one, keys }];
	});
}
