import type { ParsedCommand } from '../../core/command/parse-command.ts';
import type { Attempt } from '../../core/protection/attempt.ts';
import { clientCall } from '../../core/protection/client-calls.ts';
import { reqCalls, startsHook } from '../../core/protection/req-calls.ts';
import { reservedCall } from '../../core/protection/reserved-calls.ts';
import type { Ports } from '../ports.ts';
import { concernedScenes } from './concerned-scenes.ts';

/** The calls of a command line that are not the model's: of this program, its hooks, and the client. */
export async function attemptsByCalls(
	parsed: ParsedCommand,
	cwd: string,
	ports: Ports,
): Promise<Attempt[]> {
	const calls = reqCalls(parsed);
	const client = clientCall(parsed);
	const scenes = calls.length === 0 ? [] : await concernedScenes(cwd, [], ports);
	const requirements = scenes.flatMap(({ config }) => config.requirements);
	return [
		...calls.flatMap((args) => reservedCall(args, requirements) ?? []),
		...(client === undefined ? [] : [{ kind: client }]),
		...(startsHook(parsed, cwd) ? [{ kind: 'hook' as const }] : []),
	];
}
