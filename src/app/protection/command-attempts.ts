import { mentionsWrite } from '../../core/command/prefilter.ts';
import type { Attempt } from '../../core/protection/attempt.ts';
import {
	mentionsChange,
	mentionsFilling,
	mentionsInterpreter,
	mentionsReq,
	protectedNames,
} from '../../core/protection/mentions.ts';
import type { ShellCommand } from '../calls/shell-line.ts';
import type { Ports } from '../ports.ts';
import { distinctPlaces, startOf } from '../projects.ts';
import { groundsOf } from './file-attempts.ts';
import type { LineHints } from './line-attempts.ts';

/** What a Bash command would do to the gates. The parser is loaded only where its letters say it may. */
export async function attemptsByCommand(
	shell: ShellCommand,
	ports: Ports,
): Promise<readonly Attempt[]> {
	const { source } = shell;
	const mayChange = mentionsChange(source);
	const maySpeak = mayChange || mentionsInterpreter(source);
	const names = maySpeak ? namesIn(shell, ports) : [];
	const look: LineHints = {
		mayCall: mentionsReq(source),
		mayWrite: mentionsWrite(source) || (mayChange && names.length > 0) || mentionsFilling(source),
		names,
	};
	if (!look.mayCall && !look.mayWrite && look.names.length === 0) return [];
	const { attemptsInLine } = await import('../calls/shell-line.ts');
	return attemptsInLine(shell, look, ports);
}

function namesIn({ source, cwd }: ShellCommand, ports: Ports): readonly string[] {
	const start = startOf(cwd, ports);
	const places = distinctPlaces([start, ports.places.at(cwd)]);
	return protectedNames(source, cwd, groundsOf(places, start, ports));
}
