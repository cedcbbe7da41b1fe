import { expect, it } from 'vitest';
import { commandLine } from '../../src/commands/tree.ts';
import { VALUED } from '../../src/events/protect.ts';

it('D36: the names in a parsed `req satisfy` are read past every option that takes a word', () => {
	const satisfy = commandLine(async () => undefined).commands.find((command) => command.name() === 'satisfy');
	const options = satisfy?.options ?? [];
	const valued = options.flatMap(({ required, long }) => (required && long ? [long] : []));
	expect([...VALUED].sort()).toEqual(valued.sort());
	// One letter for one of them would be another spelling.
	const shortened = options.filter(({ short, required }) => required && short !== undefined);
	expect(shortened.map(({ flags }) => flags)).toEqual([]);
});
