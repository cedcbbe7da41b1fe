import { type ClientCall, clientCall } from '../core/command/client-calls.ts';
import { mentionsPath } from '../core/command/mentions-path.ts';
import { mentionsWrite } from '../core/command/mentions-write.ts';
import type { ParsedCommand } from '../core/command/parse-command.ts';
import { mentionsReq, reqCalls } from '../core/command/req-calls.ts';
import type { Attempt, CommandAttempt } from '../core/gate/attempt.ts';
import { reservedCall } from '../core/gate/reserved-calls.ts';
import { concernedScenes } from './concerned-scenes.ts';
import type { Ports } from './ports.ts';
import { attemptsByWrites } from './protected-writes.ts';

const CLIENT: Readonly<Record<ClientCall, Omit<CommandAttempt, 'kind'>>> = {
	typing: {
		command: 'claude -p "/req:…"',
		why: 'a nested `claude` that types req’s commands would speak for the user',
	},
	plugins: {
		command: 'claude plugin',
		why: 'only the user can switch plugins off: they hold the gates',
	},
	settings: {
		command: 'claude --settings',
		why: 'only the user can start a `claude` whose settings switch gates off',
	},
};

/** Names by which a program in the line (`python -c …`) may speak of what is protected. */
const NAMES = [
	...['.claude/requirements', 'requirements.yaml', 'requirements.local.yaml', '.git/requirements'],
	...['.claude/sessions.json', '.claude/settings', '.claude/plugins', 'disableAllHooks'],
];

/** A Bash command, and where it starts. */
export interface Shell {
	readonly source: string;
	readonly cwd: string;
}

/** What a Bash command would do to the gates. The parser is loaded only where its letters say it may. */
export async function attemptsByCommand(shell: Shell, ports: Ports): Promise<readonly Attempt[]> {
	const { source } = shell;
	const [mayCall, mayWrite, mayName] = [mentionsReq(source), mentionsWrite(source), names(source)];
	if (!mayCall && !mayWrite && !mayName) return [];
	const { parseCommand } = await import('../core/command/parse-command.ts');
	const parsed = parseCommand(source);
	return [
		...(mayCall ? await attemptsByCalls(parsed, shell, ports) : []),
		...(mayWrite ? attemptsByWrites(parsed, shell.cwd, ports) : []),
		...(mayName && mentionsPath(parsed, NAMES) ? [INLINE] : []),
	];
}

const INLINE: CommandAttempt = {
	kind: 'command',
	command: 'an inline program',
	why: 'a program written in the command line speaks of files that hold the gates, and only the user changes those',
};

function names(source: string): boolean {
	const letters = source.toLowerCase();
	return NAMES.some((name) => letters.includes(name.toLowerCase()));
}

async function attemptsByCalls(
	parsed: ParsedCommand,
	{ source, cwd }: Shell,
	ports: Ports,
): Promise<Attempt[]> {
	const calls = reqCalls(parsed, source);
	const client = clientCall(parsed, source);
	const scenes = calls.length === 0 ? [] : await concernedScenes(cwd, [], ports);
	const requirements = scenes.flatMap(({ config }) => config.requirements);
	return [
		...calls.flatMap((args) => reservedCall(args, requirements) ?? []),
		...(client === undefined ? [] : [{ kind: 'command' as const, ...CLIENT[client] }]),
	];
}
