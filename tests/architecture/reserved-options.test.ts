import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandLine } from '../../src/commands/tree.ts';
import { VALUED } from '../../src/core/protection/reserved-calls.ts';

it('D36: the look at the model’s calls knows every option that takes a word', async () => {
	const all = commandsBelow(await commandLine(async () => undefined));
	const options = all.flatMap((command) => command.options);
	const valued = options.filter(({ required }) => required).map(({ long }) => long ?? '');
	expect([...VALUED].sort()).toEqual([...new Set(valued)].sort());
	// One letter for one of them would be another spelling.
	const shortened = options.filter(({ short, required }) => required && short !== undefined);
	expect(shortened.map(({ flags }) => flags)).toEqual([]);
});

function commandsBelow(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(commandsBelow)];
}
