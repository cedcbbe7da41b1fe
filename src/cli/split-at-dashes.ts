import type { Command } from 'commander';

/** The words of a command line on both sides of `--`. */
export interface Divided {
	readonly words: readonly string[];
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** @param all the last arguments of the command, of which those behind `--` are the last ones */
export function splitAtDashes(all: readonly string[], command: Command): Divided {
	const { rawArgs } = rootOf(command) as unknown as { readonly rawArgs: readonly string[] };
	const at = rawArgs.indexOf('--');
	const behind = at === -1 ? 0 : rawArgs.length - at - 1;
	const divide = Math.max(0, all.length - behind);
	return { words: all.slice(0, divide), more: all.slice(divide) };
}

function rootOf(command: Command): Command {
	return command.parent === null ? command : rootOf(command.parent);
}
