import type { Requirement } from '../config/config.ts';
import type { Fault } from '../core/fault/fault.ts';
import { refuseManual } from '../gate/next-steps.ts';
import { programName, wordsIn } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';

/** `req`, `/opt/x/bin/req`, `dist/cli/req.cjs`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Programs whose first operand may be this one. */
const STARTS = /^(?:node|tsx|deno|bun|(?:ba|da|z|k)?sh)$/;

/** Commands that open a gate whatever they are about; `satisfy` does where `manual` says so (D36). */
const RESERVED = ['approve', 'pause', 'clear'];
const HELP = ['--help', '-h', '--version', '-V'];
/** Options of these commands that take the next word, whatever it looks like. */
export const VALUED = wordsIn('--session --ttl --evidence --by --reason');

/** The arguments of every call of this program in a command line; in one that does not parse, what follows its name. */
export function reqCalls({ kind, calls, words }: ParsedCommand): readonly (readonly string[])[] {
	const all = kind === 'unparsed' ? [words] : calls.map((call) => call.words);
	return all.flatMap((line) => {
		const isStarted = STARTS.test(programName(line[0]));
		const isOperand = (word: string, at: number) => at > 0 && !word.startsWith('-');
		const first = isStarted ? line.findIndex(isOperand) : 0;
		const at = kind === 'unparsed' ? line.findIndex((word) => OWN_WORD.test(word)) : first;
		return OWN_WORD.test(line[at] ?? '') ? [line.slice(at + 1)] : [];
	});
}

/** A call of this program that would decide in the user's place. */
export interface ReservedCall {
	/** As the user would type it: `req pause`. */
	readonly command: string;
	/** Why its requirement is not the model's to satisfy; `undefined`: the command itself is the user's. */
	readonly refusal: Fault | undefined;
}

/**
 * What one call of this program would decide in the user's place; `undefined` if the model may run it. Commands
 * that only a person may start for other reasons (`init`, `run`, `prune` …) refuse the model themselves.
 *
 * @param args its arguments, as `reqCalls` finds them
 * @param requirements those of all projects concerned
 */
export function reservedCall(
	args: readonly string[],
	requirements: readonly Requirement[],
): ReservedCall | undefined {
	const isValue = (at: number) => VALUED.includes(args[at - 1] ?? '');
	const words = args.filter((word, at) => !word.startsWith('-') && !isValue(at));
	const [subcommand = '', ...names] = words;
	const isHelp = [args[0], args[args.indexOf(subcommand) + 1]].some((one) =>
		HELP.includes(one ?? ''),
	);
	if (isHelp) return undefined;
	if (RESERVED.includes(subcommand)) return { command: `req ${subcommand}`, refusal: undefined };
	if (subcommand !== 'satisfy') return undefined;
	if (args.some((word) => word.startsWith('--carry')))
		return { command: 'req satisfy --carry', refusal: undefined };
	for (const requirement of requirements.filter(({ name }) => names.includes(name))) {
		const refusal = refuseManual(requirement, true);
		if (refusal !== undefined) return { command: `req satisfy ${requirement.name}`, refusal };
	}
	return undefined;
}
