import type { Attempt } from '../../core/protection/attempt.ts';
import { mentionsReq } from '../../core/protection/mentions-req.ts';
import { mentionsWrite } from '../../core/written-files/mentions-write.ts';
import type { Look, Shell } from '../calls/shell-line.ts';
import type { Ports } from '../ports.ts';

/** Names by which a program in the line (`python -c …`) may speak of what is protected. */
const NAMES = [
	...['.claude/requirements', 'requirements.yaml', 'requirements.local.yaml', '.git/requirements'],
	...[".claude'", '.claude"', '.claude\\"', '.claude/*', '.claude)', 'git/requirements'],
	...['.claude/sessions.json', '.claude/settings', '.claude/plugins', 'disableAllHooks'],
];

/** What a Bash command would do to the gates. The parser is loaded only where its letters say it may. */
export async function attemptsByCommand(shell: Shell, ports: Ports): Promise<readonly Attempt[]> {
	const { source } = shell;
	const letters = source.toLowerCase();
	const look: Look = {
		mayCall: mentionsReq(source),
		mayWrite: mentionsWrite(source),
		names: NAMES.filter((name) => letters.includes(name.toLowerCase())),
	};
	if (!look.mayCall && !look.mayWrite && look.names.length === 0) return [];
	const { attemptsInLine } = await import('../calls/shell-line.ts');
	return attemptsInLine(shell, look, ports);
}
