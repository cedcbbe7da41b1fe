import { type Call, UNKNOWN } from '../command/call.ts';
import { parseCommand } from '../command/parse-command.ts';

/** Words the shell carries out itself. */
const BUILT_IN: ReadonlySet<string> = new Set(
	`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs
	disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local
	logout mapfile noglob nocorrect popd printf pushd pwd read readarray readonly return set shift shopt
	source suspend test times trap true type typeset ulimit umask unalias unset wait`.split(/\s+/),
);
/** No pattern, no expansion, no `~`. */
const PLAIN = /^[\w./@+:-]+$/;

/** The calls that a command of a requirement must make in the project's own folder (D33). */
export function neededCalls(command: string): readonly Call[] {
	const parsed = parseCommand(command);
	if (parsed.kind === 'unparsed') return [];
	return parsed.calls.filter(
		({ hiddenBy, directory }) => hiddenBy === undefined && directory === '',
	);
}

/** The programs among them: `make` of `CI=1 make`, as they are written. What the shell itself does is none. */
export function programsOf(command: string): string[] {
	const programs = neededCalls(command).map(({ words }) => words[0] ?? UNKNOWN);
	return [...new Set(programs)].filter((word) => PLAIN.test(word) && !BUILT_IN.has(word));
}
