import type { Command } from 'commander';

/**
 * How commands were called before each noun got one place. They go on working, and no page, help or message
 * names them. The first row that fits counts; a group alone, or before options, is what it used to show.
 */
export const FORMER: readonly (readonly [former: string, now: string])[] = [
	['sessions chain', 'session lineage --continued'],
	['sessions', 'session'],
	['lineage', 'session lineage'],
	['context show', 'session show --context'],
	['context preview', 'session preview'],
	['context export', 'session export'],
	['events list', 'session events'],
	['events verify', 'session events --verify'],
	['runs list', 'run list'],
	['runs show', 'run show'],
	['ack', 'inherit ack'],
	['loop', 'pipeline loop'],
	['completion', 'config completion'],
	['why', 'search --as-prompt'],
];

export const FORMER_ALONE: ReadonlyMap<string, string> = new Map([
	['context', 'session show --context'],
	['events', 'session events'],
	['runs', 'run list'],
]);

/** What a group of commands does where none of them is named. */
const USUAL: ReadonlyMap<string, string> = new Map([
	['config', 'show'],
	['session', 'list'],
	['pin', 'list'],
	['next', 'list'],
	['block', 'list'],
	['task', 'list'],
	['learn', 'list'],
	['inherit', 'show'],
]);

/** What a word means in these groups that is none of their commands: `req inherit auth-v1` is `req inherit from auth-v1`. */
export const SHORT_FOR: ReadonlyMap<string, string> = new Map([
	['learn', 'learning'],
	['inherit', 'from'],
]);

const HELP_OPTIONS = ['-h', '--help'];

/** Words in which a former spelling is replaced by the one of now. */
export function respelt(args: readonly string[]): readonly string[] {
	const [first = '', second] = args;
	for (const [former, now] of FORMER) {
		const words = former.split(' ');
		if (words.every((word, at) => args[at] === word)) {
			return [...now.split(' '), ...args.slice(words.length)];
		}
	}
	const alone =
		second === undefined || second.startsWith('-') ? FORMER_ALONE.get(first) : undefined;
	return alone === undefined ? args : [...alone.split(' '), ...args.slice(1)];
}

/**
 * A command line as the tree of commands knows it, with what is usual filled in: nothing asks for help,
 * `req config` shows, `req help task add` is `req task add --help`.
 */
export function meantBy(program: Command, args: readonly string[]): readonly string[] {
	const [first, second] = args;
	if (first === undefined) return ['--help'];
	if (first === 'help') return helpOn(program, args.slice(1));
	if (second === 'help' && isGroup(program, first))
		return helpOn(program, [first, ...args.slice(2)]);
	const words = respelt(args);
	const usual = usualOf(program, words[0] ?? '', words.slice(1));
	return usual === undefined ? words : [words[0] ?? '', usual, ...words.slice(1)];
}

function isGroup(program: Command, word: string): boolean {
	if (FORMER.some(([former]) => former.startsWith(`${word} `))) return true;
	return (commandIn(program, word)?.commands.length ?? 0) > 0;
}

/** A word that is no command is answered as it is alone: by what it may have meant. */
function helpOn(program: Command, asked: readonly string[]): readonly string[] {
	// Nothing behind `help` is carried out: `req help -- pause` explains.
	const words = respelt(asked.filter((word) => word !== '--'));
	const [first, second] = words;
	if (first === undefined) return ['--help'];
	const group = commandIn(program, first);
	if (group === undefined) return [first];
	if (second === undefined || group.commands.length === 0) return [first, '--help'];
	if (commandIn(group, second) !== undefined) return [first, second, '--help'];
	return group.registeredArguments.length > 0 ? [first, '--help'] : [first, second];
}

/** What is left out between these words, such as `learning` before what `req learn` is to keep. */
function usualOf(program: Command, first: string, rest: readonly string[]): string | undefined {
	const [next] = rest;
	const isWord = next !== undefined && !next.startsWith('-');
	const meant = SHORT_FOR.get(first);
	const group = commandIn(program, first);
	if (group === undefined) return undefined;
	if (meant !== undefined && isWord) return commandIn(group, next) ? undefined : meant;
	if (first === 'inherit' && namesOne(group, rest)) return meant;
	return isWord || HELP_OPTIONS.includes(next ?? '') ? undefined : USUAL.get(first);
}

/** Whether `req inherit --select learnings auth-v1` names a session, or speaks of the next one. */
function namesOne(inherit: Command, rest: readonly string[]): boolean {
	const options = inherit.commands.flatMap((one) => one.options);
	const takesNext = new Set(options.flatMap(({ required, long }) => (required ? [long] : [])));
	return rest.some(
		(word, at) =>
			['--next', '--cancel'].includes(word) ||
			(!word.startsWith('-') && !takesNext.has(rest[at - 1])),
	);
}

/**
 * The command that explains what an arguments' command is: `req help task add`.
 *
 * @param args a command line of now, or a command's own path
 */
export function helpCommand(program: Command, args: readonly string[]): string {
	const command = commandIn(program, args[0] ?? '');
	if (command === undefined) return 'req --help';
	const nested = commandIn(command, args[1] ?? '');
	return ['req help', command.name(), ...(nested === undefined ? [] : [nested.name()])].join(' ');
}

function commandIn(group: Command, word: string): Command | undefined {
	return group.commands.find((one) => one.name() === word);
}
