import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { declareGates } from './declare-gates.ts';
import { declareSetup } from './declare-setup.ts';
import { examples, type Perform } from './declaring.ts';

/**
 * The whole command line: names, options, help, suggestions for mistyped words (interface: Commands).
 * It throws a CommanderError where it would exit, so that there is one place that does.
 */
export function commandLine(perform: Perform): Command {
	const program = new Command('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		.configureHelp({ showGlobalOptions: false })
		.configureOutput({
			outputError: (text, write) => write(text.replace(/^error: /, 'req: ')),
		})
		.showHelpAfterError('(see `req --help`)')
		.addHelpText('after', examples('req status', 'req init --preset starter', 'req help satisfy'));
	declareGates(program, perform);
	declareSetup(program, perform);
	return program;
}
