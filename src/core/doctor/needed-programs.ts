import { type Call, UNKNOWN } from '../command/call.ts';
import { parseCommand } from '../command/parse-command.ts';
import { readRun } from '../command/read-run.ts';
import { member, textIn } from '../document/foreign-json.ts';
import { isTestScript } from '../setup/test-command.ts';

/** Words the shell carries out itself. */
const BUILT_IN: ReadonlySet<string> = new Set(
	`. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs
	disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local
	logout mapfile noglob nocorrect popd printf pushd pwd read readarray readonly return set shift shopt
	source suspend test times trap true type typeset ulimit umask unalias unset wait`.split(/\s+/),
);
/** No pattern, no expansion, no `~`. */
const PLAIN = /^[\w./@+:-]+$/;

/** The programs that a command of a requirement needs: `make` of `CI=1 make`, as they are written. What the shell itself does is none. */
export function programsOf(command: string): string[] {
	const programs = neededCalls(command).map(({ words }) => words[0] ?? UNKNOWN);
	return [...new Set(programs)].filter((word) => PLAIN.test(word) && !BUILT_IN.has(word));
}

/** Whether a command runs the tests of a `package.json` that has none: it can never succeed. */
export function lacksTestScript(command: string, packageJson: unknown): boolean {
	const runsTestScript = neededCalls(command).some(({ words }) => {
		const run = readRun(words);
		// With options the script may be that of another folder.
		const isHere = run?.directory === '' && run.args.every(({ effect }) => effect === 'none');
		return isHere && run.script?.name === 'test';
	});
	if (!runsTestScript) return false;
	const script = textIn(member(packageJson, 'scripts'), 'test');
	return script === undefined || !isTestScript(script);
}

/** The calls that a command must make in the project's own folder. */
function neededCalls(command: string): readonly Call[] {
	const parsed = parseCommand(command);
	if (parsed.kind === 'unparsed') return [];
	return parsed.calls.filter(
		({ hiddenBy, directory }) => hiddenBy === undefined && directory === '',
	);
}
