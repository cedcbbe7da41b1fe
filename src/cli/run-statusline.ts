import { writeSync } from 'node:fs';
import { type StatuslineRequest, statusline } from '../app/commands/statusline.ts';
import { onGround } from '../app/on-ground.ts';
import { member, textIn } from '../core/document/foreign-json.ts';
import { readingPorts } from '../runtime/reading-ports.ts';
import { standardInput } from '../runtime/standard-input.ts';
import { isPlain } from '../runtime/terminal.ts';
import { outputOf } from '../runtime/wrapped-command.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { paintWith } from './text/paint.ts';
import { statuslineText } from './text/statusline.ts';

/** A wrapped status line that is slower (ms) is ended: the client shows nothing before ours ends. */
const PATIENCE_MS = 1_000;

const USAGE = `req: the status line is for Claude Code, which tells on stdin where it stands. In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }
beside a status line you have: "command": "req statusline --wrap 'YOUR COMMAND'"
`;

/**
 * `req statusline`: one line for the client's status line. Whatever goes wrong, nothing but a line is
 * printed and the exit code is 0; only at a terminal, where nobody tells anything, it is 64.
 *
 * @param wrap a shell command whose output stands before ours
 */
export async function runStatusline(wrap: string | undefined): Promise<ExitCode> {
	const stdin = await standardInput();
	if (stdin === undefined) {
		writeSync(2, USAGE);
		return EXIT.usage;
	}
	const wrapped =
		wrap === undefined ? '' : outputOf({ command: wrap, stdin, patienceMs: PATIENCE_MS });
	const own = await ownLine(stdin);
	print(beside((await wrapped).trimEnd(), own));
	return EXIT.done;
}

async function ownLine(stdin: string): Promise<string> {
	try {
		const { request, projectDir } = requestIn(stdin);
		const ports = await onGround(request.sessionId, readingPorts(projectDir));
		return statuslineText(await statusline(request, ports), paintWith(!isPlain()));
	} catch {
		// `req status` tells what is wrong; here is no room for it.
		return '';
	}
}

/** What the client says, as far as it says it. */
function requestIn(stdin: string): { request: StatuslineRequest; projectDir: string | undefined } {
	const told = parse(stdin);
	const workspace = member(told, 'workspace');
	const cwd = directoryIn(workspace, 'current_dir') ?? directoryIn(told, 'cwd') ?? process.cwd();
	return {
		request: {
			cwd,
			sessionId: textIn(told, 'session_id'),
			hasTalked: Number(member(member(told, 'cost'), 'total_api_duration_ms') ?? 0) > 0,
		},
		projectDir: directoryIn(workspace, 'project_dir'),
	};
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

/** Ours goes on the last line of what others printed. */
function beside(wrapped: string, own: string): string {
	if (wrapped === '' || own === '') return `${wrapped}${own}`;
	return `${wrapped}${isPlain() ? '' : '\u001b[0m'} · ${own}`;
}

function print(text: string): void {
	if (text === '') return;
	try {
		writeSync(1, `${text}\n`);
	} catch {
		// Nobody reads any more.
	}
}
