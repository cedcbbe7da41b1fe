import type { CommandContext } from '../context.ts';
import { statusLine } from '../events/status-line.ts';
import { readingContext } from '../store/clock.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { parseJson } from '../store/read-file.ts';
import { command, EXIT } from './command.ts';
import { isPlain } from './terminal.ts';

const USAGE = `req: the status line reads what Claude Code writes to its stdin. In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }
`;

/** `req statusline`, as Claude Code runs it. At a terminal, where it has no input, it exits with 64. */
export const statusline = command({
	about: 'print the status line of Claude Code',
	details:
		"Reads Claude Code's JSON from stdin and prints the status of the requirements in one short line, such as `req ✓ 4/4` or `req ✗ tested`. Writes nothing.",
	isHidden: true,
	part: ['In settings.json:', [['"statusLine": { "type": "command", "command": "req statusline" }']]],
	examples: ['req statusline < input.json'],
	run: async (_, context) => {
		const stdin = context.stdin();
		if (stdin !== undefined) return { text: await lineFor(stdin, context) };
		context.stderr.write(USAGE);
		return { text: '', exit: EXIT.usage };
	},
});

/**
 * The line for what Claude Code sends; each field may be absent (docs/notes/claude-code/status-line.md). Empty after an
 * error: a status line has no room for it, and `req status` prints what is wrong.
 */
async function lineFor(stdin: string, context: CommandContext): Promise<string> {
	try {
		const input = parseJson(stdin);
		const workspace = member(input, 'workspace');
		const cwd = directoryIn(workspace, 'current_dir') ?? directoryIn(input, 'cwd') ?? context.cwd();
		const sessionId = textIn(input, 'session_id');
		// The model has answered in this session, so that hooks must have been seen by now.
		const hasTalked = Number(member(member(input, 'cost'), 'total_api_duration_ms') ?? 0) > 0;
		const projectDir = directoryIn(workspace, 'project_dir') ?? context.env['CLAUDE_PROJECT_DIR'];
		const env = { ...context.env, CLAUDE_PROJECT_DIR: projectDir };
		const request = { cwd, sessionId, hasTalked, colors: !isPlain(context) };
		return (await statusLine(request, readingContext({ ...context, env }))).text;
	} catch {
		return '';
	}
}

function directoryIn(json: unknown, key: string): string | undefined {
	const path = textIn(json, key);
	return path?.startsWith('/') && !path.includes('\0') ? path : undefined;
}
