import { UNKNOWN, wordsIn } from '../command/call.ts';
import type { Requirement } from '../config/config.ts';
import { refusalByHand } from '../requirement/by-hand.ts';
import type { ReqAttempt } from './attempt.ts';

/** Subcommands that only the user may run (D36). */
const RESERVED = ['approve', 'pause', 'clear', 'init', 'prune', 'run'];
/** Those below a group: its name, and which are meant. */
const NESTED: Readonly<Record<string, readonly [group: string, ...nested: string[]]>> = {
	session: ['session', 'forget'],
	pipeline: ['pipeline', 'run', 'loop'],
};
/** What `req run` only shows. */
const RUNS_SHOWN = ['list', 'show'];
/** Those that with `--dry-run` only show what they would do. */
const SHOWING = ['init', 'prune', 'run'];
/** Options by which `req inherit` decides for a session that is not there yet. */
const ARMING = ['--cancel'];
const HELP = ['--help', '-h', '--version', '-V'];
/** Options of any subcommand that take the next word, whatever it looks like. */
export const VALUED = wordsIn(
	`--session --ttl --evidence --by --reason --branch --select --max-age --stage
		--description --kind --why --supersedes --tags --preset --test-command --default-branch
		--since --until --depth --limit --format --archive-older-than --inherit --timeout`,
);

/**
 * What one call of this program would decide in the user's place; `undefined` where the model may run it.
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
	if (SHOWING.includes(subcommand) && options.includes('--dry-run')) return undefined;
	const behind = args[args.indexOf(subcommand) + 1] ?? '';
	if (subcommand === 'run' && RUNS_SHOWN.includes(behind)) return undefined;
	const command = reservedCommand(subcommand, names[0], options);
	if (command !== undefined) return attempt(command);
	if (subcommand.includes(UNKNOWN)) return attempt('req');
	if (subcommand !== 'satisfy') return undefined;
	if (options.some((option) => option.startsWith('--carry'))) return attempt('req satisfy --carry');
	return names.map((name) => satisfying(name, requirements)).find((found) => found !== undefined);
}

/** What is the user's whatever it is about. */
function reservedCommand(
	subcommand: string,
	next: string | undefined,
	options: readonly string[],
): string | undefined {
	if (RESERVED.includes(subcommand)) return `req ${subcommand}`;
	const nested = nestedIn(subcommand, next);
	if (nested !== undefined) return nested;
	const arms = options.some((option) => ARMING.includes(option));
	return subcommand === 'inherit' && arms ? 'req inherit --cancel' : undefined;
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
	const at = args.indexOf(subcommand);
	const isNested = nestedIn(subcommand, args[at + 1]) !== undefined;
	return [args[0], args[at + 1], isNested ? args[at + 2] : undefined].some(
		(word) => word !== undefined && HELP.includes(word),
	);
}

/** What a word after a subcommand may mean of what is the user's. */
function nestedIn(subcommand: string, word: string | undefined): string | undefined {
	if (word === undefined || !Object.hasOwn(NESTED, subcommand)) return undefined;
	const [group, ...nested] = NESTED[subcommand] ?? [''];
	const meant = nested.includes(word) ? word : word.includes(UNKNOWN) ? nested[0] : undefined;
	return meant && `req ${group} ${meant}`;
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
