import type { Command, HelpConfiguration, OutputConfiguration } from 'commander';
import { terminal } from '../runtime/terminal.ts';
import { bold, MANUAL } from './text/manual.ts';

/** What shows or changes where requirements stand. */
export const GATE_COMMANDS: readonly string[] = [
	...['status', 'satisfy', 'done', 'approve', 'clear', 'pause', 'unpause', 'trust', 'history'],
];

/** What people do with the commands, as `req help` groups them: a newcomer reads them all, so there are at most 24. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
	'Gates:': GATE_COMMANDS,
	'Memory:': ['learn', 'pin', 'next', 'block', 'task', 'inherit', 'search'],
	'Sessions:': ['session'],
	'Headless:': ['run', 'pipeline'],
	'Set up:': ['init', 'config', 'doctor', 'prune', 'help'],
};

/** Wider lines are hard to read, whatever the terminal. */
const MAX_WIDTH = 100;
const USUAL_WIDTH = 80;

/** Narrower columns (characters) are left as they are rather than wrapped. */
const MIN_COLUMN = 20;

export const HELP: HelpConfiguration = {
	showGlobalOptions: false,
	styleTitle: bold,
	minWidthToWrap: MIN_COLUMN,
};

/** Where help and errors go: colours only on a terminal and never with NO_COLOR (D37). */
export const OUTPUT: OutputConfiguration = {
	outputError: (text, write) => write(withoutGuess(text).replace(/^error: /, 'req: ')),
	getOutHelpWidth: width,
	getErrHelpWidth: width,
	getOutHasColors: () => terminal().colours,
	getErrHasColors: () => terminal().colours,
};

/** Sorts the commands of the program into groups and adds what its help says beyond them. */
export function explain(program: Command): void {
	program.helpCommand('help [command...]', 'explain req, or one of its commands');
	const commands = program.createHelp().visibleCommands(program);
	for (const [heading, names] of Object.entries(GROUPS)) {
		for (const command of commands) if (names.includes(command.name())) command.helpGroup(heading);
	}
	program.addHelpText('after', MANUAL);
}

/** Who asks for JSON where there is none means no other option that looks like it. */
function withoutGuess(text: string): string {
	return text.includes("'--json'") ? text.replace(/^\(Did you mean .*\)\n?/m, '') : text;
}

function width(): number {
	return Math.min(process.stdout.columns ?? USUAL_WIDTH, MAX_WIDTH);
}
