import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandLine } from '../../src/commands/tree.ts';
import { VALUED } from '../../src/events/req-calls.ts';

/** Commands that open a gate. */
const OPENING = ['satisfy', 'approve', 'pause', 'clear'];

it('D36: a parsed call of what opens a gate is read with every option that takes a word', async () => {
	const all = commandsBelow(commandLine(async () => undefined));
	const opening = all.filter((command) => OPENING.includes(command.name()));
	const options = opening.flatMap((command) => command.options);
	const valued = options.filter(({ required }) => required).map(({ long }) => long ?? '');
	expect([...VALUED].sort()).toEqual([...new Set(valued)].sort());
	// One letter for one of them would be another spelling.
	const shortened = options.filter(({ short, required }) => required && short !== undefined);
	expect(shortened.map(({ flags }) => flags)).toEqual([]);
});

function commandsBelow(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(commandsBelow)];
}
