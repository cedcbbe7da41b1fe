import type { ParsedCommand } from '../../core/command/parse-command.ts';
import type { Attempt } from '../../core/protection/attempt.ts';
import { clientCall } from '../../core/protection/client-calls.ts';
import { flaggedFiles } from '../../core/protection/flagged-writes.ts';
import { mentionsPath } from '../../core/protection/mentions.ts';
import { reservedCall } from '../../core/protection/reserved-calls.ts';
import { reqCalls, startsHook } from '../../core/protection/started-programs.ts';
import type { PatchFacts } from '../../core/written-files/patch-writes.ts';
import { writtenFiles } from '../../core/written-files/written-files.ts';
import type { Ports } from '../ports.ts';
import { concernedProjects } from './file-attempts.ts';
import { attemptsByFiles } from './written-attempts.ts';

/** What the letters of a command line say that it may do. */
export interface LineHints {
	/** Call this program or the client. */
	readonly mayCall: boolean;
	readonly mayWrite: boolean;
	/** Names of what is protected that stand in it. */
	readonly names: readonly string[];
}

/** What a parsed line would do to the gates, as far as it was looked at for: few lines are at all. */
export async function attemptsIn(
	parsed: ParsedCommand,
	{ look, facts }: { readonly look: LineHints; readonly facts: PatchFacts },
	ports: Ports,
): Promise<readonly Attempt[]> {
	const { cwd } = facts;
	const files = () => [...writtenFiles(parsed, facts), ...flaggedFiles(parsed, facts)];
	return [
		...(look.mayCall ? await attemptsByCalls(parsed, cwd, ports) : []),
		...(look.mayWrite ? attemptsByFiles(files(), cwd, ports) : []),
		...(mentionsPath(parsed, look.names) ? [{ kind: 'inline' as const }] : []),
	];
}

/** The calls of a command line that are not the model's: of this program, its hooks, and the client. */
async function attemptsByCalls(
	parsed: ParsedCommand,
	cwd: string,
	ports: Ports,
): Promise<Attempt[]> {
	const calls = reqCalls(parsed);
	const client = clientCall(parsed);
	const projects = calls.length === 0 ? [] : await concernedProjects(cwd, [], ports);
	const requirements = projects.flatMap(({ config }) => config.requirements);
	return [
		...calls.flatMap((args) => reservedCall(args, requirements) ?? []),
		...(client === undefined ? [] : [{ kind: client }]),
		...(startsHook(parsed, cwd) ? [{ kind: 'hook' as const }] : []),
	];
}
