import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { declareDoctor } from './declare-doctor.ts';
import { declareGates } from './declare-gates.ts';
import { declareSetup } from './declare-setup.ts';
import { declareUpkeep } from './declare-upkeep.ts';
import type { Perform } from './declaring.ts';
import { explain, HELP, OUTPUT } from './help.ts';

/**
 * The whole command line: names, options, help, suggestions for mistyped words (interface: Commands).
 * It throws a CommanderError where it would exit, so that there is one place that does.
 */
export function commandLine(perform: Perform): Command {
	const program = new Command('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		.configureHelp(HELP)
		.configureOutput(OUTPUT)
		.showHelpAfterError('(see `req --help`)');
	declareGates(program, perform);
	declareSetup(program, perform);
	declareDoctor(program, perform);
	declareUpkeep(program, perform);
	explain(program);
	for (const command of withSubcommands(program)) {
		command.showHelpAfterError(`(see \`${helpCommand(program, pathOf(command))}\`)`);
	}
	return program;
}

/**
 * The command that explains what an arguments' command is: `req help satisfy`.
 *
 * @param args the command line, or a command's own path
 */
export function helpCommand(program: Command, args: readonly string[]): string {
	const command = program.commands.find((one) => one.name() === args[0]);
	if (command === undefined) return 'req --help';
	const nested = command.commands.find((one) => one.name() === args[1]);
	return nested === undefined
		? `req help ${command.name()}`
		: `req ${command.name()} help ${nested.name()}`;
}

function withSubcommands(program: Command): Command[] {
	return program.commands.flatMap((command) => [command, ...command.commands]);
}

function pathOf(command: Command): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
