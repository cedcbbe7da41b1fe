import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { declareGates } from './declare-gates.ts';
import { declareInherit } from './declare-inherit.ts';
import { declareMemory } from './declare-memory.ts';
import { declareRuns } from './declare-runs.ts';
import { declareSession } from './declare-session.ts';
import { declareSetup } from './declare-setup.ts';
import type { Perform } from './declaring.ts';
import { explain, HELP, OUTPUT } from './help.ts';
import { helpCommand } from './spelling.ts';

/**
 * The whole command line: names, options, help, suggestions for mistyped words (interface: Commands).
 * It throws a CommanderError where it would exit, so that there is one place that does.
 */
export function commandLine(perform: Perform): Command {
	const program = new Command('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		// So that `req run` can have it: its `list` and `show` have options of the same names.
		.enablePositionalOptions()
		.configureHelp(HELP)
		.configureOutput(OUTPUT)
		.showHelpAfterError('(see `req --help`)');
	declareGates(program, perform);
	declareMemory(program, perform);
	declareInherit(program, perform);
	declareSession(program, perform);
	declareRuns(program, perform);
	declareSetup(program, perform);
	explain(program);
	for (const command of withSubcommands(program)) {
		const behind = command.usage().includes('claude-args')
			? 'options of `claude` stand behind `--`; '
			: '';
		command.showHelpAfterError(`(${behind}see \`${helpCommand(program, pathOf(command))}\`)`);
	}
	return program;
}

function withSubcommands(program: Command): Command[] {
	return program.commands.flatMap((command) => [command, ...command.commands]);
}

function pathOf(command: Command): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
