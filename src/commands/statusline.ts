import { statusLine } from '../app/status-line.ts';
import type { CommandContext } from '../core/context.ts';
import { member, textIn } from '../core/document/foreign-json.ts';
import { readingPorts } from '../runtime/reading-ports.ts';
import { isPlain } from '../runtime/terminal.ts';
import { command, EXIT, type ExitCode } from './command.ts';

const USAGE = `req: the status line is for Claude Code, which tells on stdin where it stands. In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }
`;

/**
 * `req statusline`: one line for the client's status line. Whatever goes wrong, nothing but a line is
 * printed and the exit code is 0; only at a terminal, where nobody tells anything, it is 64.
 */
async function runStatusline(context: CommandContext): Promise<ExitCode> {
	const stdin = context.stdin();
	if (stdin === undefined) {
		context.stderr.write(USAGE);
		return EXIT.usage;
	}
	const line = await ownLine(stdin, context);
	if (line !== '') context.stdout.write(`${line}\n`);
	return EXIT.done;
}

/** What the client tells a status line, as far as it does (docs/notes/claude-code/status-line.md). */
async function ownLine(stdin: string, context: CommandContext): Promise<string> {
	try {
		const told = parse(stdin);
		const workspace = member(told, 'workspace');
		const cwd = directoryIn(workspace, 'current_dir') ?? directoryIn(told, 'cwd') ?? context.cwd();
		const sessionId = textIn(told, 'session_id');
		// The model has answered in this session, so that hooks must have been seen by now.
		const hasTalked = Number(member(member(told, 'cost'), 'total_api_duration_ms') ?? 0) > 0;
		const ports = readingPorts(context, directoryIn(workspace, 'project_dir'));
		const request = { cwd, sessionId, hasTalked, colors: !isPlain(context) };
		return (await statusLine(request, ports)).text;
	} catch {
		// `req status` tells what is wrong; here is no room for it.
		return '';
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function directoryIn(json: unknown, key: string): string | undefined {
	const path = textIn(json, key);
	return path?.startsWith('/') && !path.includes('\0') ? path : undefined;
}

/** `req statusline`, as Claude Code runs it. */
export const statusline = command({
	about:
		"Reads the client's JSON from stdin and prints in one short line where the gates stand, such as `req ✓ 4/4` or `req ✗ tested`. Writes nothing.",
	part: [
		'In settings.json:',
		[['"statusLine": { "type": "command", "command": "req statusline" }']],
	],
	examples: ['req statusline < input.json'],
	run: async (_, { context }) => ({ text: '', exit: await runStatusline(context) }),
});
