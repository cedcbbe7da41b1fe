import type { ParsedCommand } from '../../core/command/parse-command.ts';
import type { CommandAttempt } from '../../core/protection/attempt.ts';
import { type ClientCall, clientCall } from '../../core/protection/client-calls.ts';
import { reqCalls } from '../../core/protection/req-calls.ts';
import { reservedCall } from '../../core/protection/reserved-calls.ts';
import type { Ports } from '../ports.ts';
import { concernedScenes } from './concerned-scenes.ts';

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

/** The calls of a command line that are the user's: of this program, and of the client. */
export async function attemptsByCalls(
	parsed: ParsedCommand,
	cwd: string,
	ports: Ports,
): Promise<CommandAttempt[]> {
	const calls = reqCalls(parsed);
	const client = clientCall(parsed);
	const scenes = calls.length === 0 ? [] : await concernedScenes(cwd, [], ports);
	const requirements = scenes.flatMap(({ config }) => config.requirements);
	return [
		...calls.flatMap((args) => reservedCall(args, requirements) ?? []),
		...(client === undefined ? [] : [{ kind: 'command' as const, ...CLIENT[client] }]),
	];
}
