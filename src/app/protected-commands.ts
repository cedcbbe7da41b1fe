import { mentionsWrite } from '../core/command/mentions-write.ts';
import { mentionsReq } from '../core/command/req-mentions.ts';
import type { Attempt, CommandAttempt } from '../core/gate/attempt.ts';
import type { Ports } from './ports.ts';

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
	const attempts: Attempt[] = [];
	if (mayCall) {
		const { attemptsByCalls } = await import('./protected-calls.ts');
		attempts.push(...(await attemptsByCalls(parsed, shell, ports)));
	}
	if (mayWrite) {
		const { attemptsByWrites } = await import('./protected-writes.ts');
		attempts.push(...attemptsByWrites(parsed, shell.cwd, ports));
	}
	if (mayName) {
		const { mentionsPath } = await import('../core/command/mentions-path.ts');
		if (mentionsPath(parsed, NAMES)) attempts.push(INLINE);
	}
	return attempts;
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
