import type { Command } from 'commander';
import { examples, type Perform } from './declaring.ts';

/** The commands that keep things in order around the gates. */
export function declareUpkeep(program: Command, perform: Perform): void {
	declareStatusline(program, perform);
}

function declareStatusline(program: Command, perform: Perform): void {
	program
		.command('statusline')
		.summary('one line for the status line of Claude Code')
		.description(
			"Reads the client's JSON from stdin and prints in one short line where the gates stand. Writes nothing.",
		)
		.option('--wrap <command>', 'a status line of yours: its output comes first, ours after it')
		.addHelpText('after', SETTINGS)
		.addHelpText(
			'after',
			examples('req statusline < input.json', "req statusline --wrap '~/.claude/statusline.sh'"),
		)
		.action((options) =>
			perform(async () => (await import('./commands/statusline.ts')).statusline(options)),
		);
}

const SETTINGS = `
In settings.json:
  "statusLine": { "type": "command", "command": "req statusline" }`;
