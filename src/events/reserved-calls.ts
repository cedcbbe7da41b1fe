import type { Requirement } from '../config/config.ts';
import { refusalByHand } from '../gate/by-hand.ts';
import { UNKNOWN, wordsIn } from '../shell/call.ts';
import type { ReqAttempt } from './attempt.ts';

/** Commands that open a gate whatever they are about; `satisfy` does where `manual` says so (D36). */
const RESERVED = ['approve', 'pause', 'clear'];
const HELP = ['--help', '-h', '--version', '-V'];
/** Options of these commands that take the next word, whatever it looks like. */
export const VALUED = wordsIn('--session --ttl --evidence --by --reason');

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
): ReqAttempt | undefined {
	const { words, options } = split(args);
	const [subcommand, ...names] = words;
	if (subcommand === undefined || asksForHelp(args, subcommand)) return undefined;
	if (RESERVED.includes(subcommand)) return attempt(`req ${subcommand}`);
	if (subcommand.includes(UNKNOWN)) return attempt('req');
	if (subcommand !== 'satisfy') return undefined;
	if (options.some((option) => option.startsWith('--carry'))) return attempt('req satisfy --carry');
	return names.map((name) => satisfying(name, requirements)).find((found) => found !== undefined);
}

function attempt(command: string): ReqAttempt {
	return { kind: 'req', command, requirement: undefined };
}

function satisfying(name: string, requirements: readonly Requirement[]): ReqAttempt | undefined {
	const found = requirements.filter((requirement) => requirement.name === name);
	if (found.length === 0) return attempt(`req satisfy ${name.replaceAll(UNKNOWN, '…')}`);
	const requirement = found.find((one) => refusalByHand(one, true) !== undefined);
	return requirement && { kind: 'req', command: `req satisfy ${name}`, requirement };
}

/** Help of the program, or of a subcommand: `--help` anywhere else may be the value of an option. */
function asksForHelp(args: readonly string[], subcommand: string): boolean {
	const next = args[args.indexOf(subcommand) + 1];
	return [args[0], next].some((word) => word !== undefined && HELP.includes(word));
}

function split(args: readonly string[]) {
	const end = args.indexOf('--');
	const words: string[] = [];
	const options: string[] = [];
	let isValue = false;
	for (const word of end < 0 ? args : args.slice(0, end)) {
		if (isValue) isValue = false;
		else if (!word.startsWith('-')) words.push(word);
		else {
			options.push(word);
			isValue = VALUED.includes(word);
		}
	}
	return { words: end < 0 ? words : [...words, ...args.slice(end + 1)], options };
}
