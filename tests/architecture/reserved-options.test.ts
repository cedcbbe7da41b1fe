import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { FORMER, FORMER_ALONE, respelt } from '../../src/commands/spelling.ts';
import { commandLine } from '../../src/commands/tree.ts';
import { reservedCall, VALUED } from '../../src/core/protection/reserved-calls.ts';

it('D36: the look at the model’s calls knows every option that takes a word', async () => {
	const all = commandsBelow(await commandLine(async () => undefined));
	const options = all.flatMap((command) => command.options);
	const valued = options.filter(({ required }) => required).map(({ long }) => long ?? '');
	expect([...VALUED].sort()).toEqual([...new Set(valued)].sort());
	// One letter for one of them would be another spelling.
	const shortened = options.filter(({ short, required }) => required && short !== undefined);
	expect(shortened.map(({ flags }) => flags)).toEqual([]);
});

it('D36: what is reserved is reserved by its former spelling, too', async () => {
	const paths = pathsBelow(await commandLine(async () => undefined));
	const calls = [...FORMER, ...FORMER_ALONE].flatMap(([former, now]) => {
		const words = now.split(' ').filter((word) => !word.startsWith('-'));
		return paths
			.filter((path) => words.every((word, at) => path[at] === word))
			.map((path) => [...former.split(' '), ...path.slice(words.length), 'x']);
	});
	const reserved = (args: readonly string[]) => reservedCall(args, [])?.command;
	const asOfNow = calls.map((args) => [args.join(' '), reserved(respelt(args))]);
	expect(calls.map((args) => [args.join(' '), reserved(args)])).toEqual(asOfNow);
	expect(asOfNow).toContainEqual(['sessions forget x', 'req session forget']);
	expect(asOfNow).toContainEqual(['loop x', 'req pipeline loop']);
});

/** The words by which each command is called. */
function pathsBelow(command: Command, above: readonly string[] = []): readonly string[][] {
	return command.commands.flatMap((one) => {
		const path = [...above, one.name()];
		return [path, ...pathsBelow(one, path)];
	});
}

function commandsBelow(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(commandsBelow)];
}
