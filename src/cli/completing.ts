import type { Argument, Command, Option } from 'commander';
import type { Subject } from '../app/commands/candidates.ts';
import type { Named } from '../app/commands/named.ts';
import { respelt, SHORT_FOR } from './spelling.ts';

/** What can stand at the end of a command line: these words, and names of what these subjects are. */
export interface Completion {
	readonly words: readonly Named[];
	readonly subjects: readonly Subject[];
	/** Words that stand there already and are not said twice. */
	readonly given: readonly string[];
}

/** What arguments and options name, by their own names. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
	name: 'requirement',
	names: 'requirement',
	skill: 'skill',
	session: 'session',
	ref: 'session',
	carry: 'session',
	branch: 'branch',
	label: 'pin',
	task: 'task',
	tasks: 'task',
	inherit: 'session',
	id: 'insight',
};

/**
 * What may come next, from the tree of commands alone.
 *
 * @param words what is typed after `req`; the last one is not finished and may be empty
 */
export function completion(program: Command, words: readonly string[]): Completion {
	const last = words.at(-1) ?? '';
	const before = respelt(words.slice(0, -1));
	if (before[0] === 'help') return helped(program, respelt(before.slice(1)));
	const { command, given, waiting } = walk(
		program,
		inFull(program, [...before, last]).slice(0, -1),
	);
	if (waiting !== undefined) return { ...valuesOf(waiting), given: [] };
	if (last.startsWith('-')) return { words: optionsOf(command, given), subjects: [], given: [] };
	const commands = given.words.length === 0 ? commandsOf(command) : [];
	const argument = argumentAt(command, given.words.length);
	const values = argument === undefined ? unnamed(command, given) : valuesOf(argument);
	return { ...values, words: [...commands, ...values.words], given: given.words };
}

/** What can be explained: commands, and those of a group. */
function helped(program: Command, words: readonly string[]): Completion {
	const { command, given } = walk(program, words);
	return {
		words: given.words.length === 0 ? commandsOf(command) : [],
		subjects: [],
		given: ['help'],
	};
}

/** With the command that is left out where a word or an option of it stands there. */
function inFull(program: Command, words: readonly string[]): readonly string[] {
	const [first = '', next = ''] = words;
	const meant = SHORT_FOR.get(first);
	const group = subcommand(program, first);
	if (meant === undefined || group === undefined || next === 'help') return words;
	const isOpen = words.length === 2 && !next.startsWith('-');
	if (isOpen || subcommand(group, next) !== undefined) return words;
	return [first, meant, ...words.slice(1)];
}

/** `req inherit REF` is short for one of its commands. */
function unnamed(command: Command, { words }: Given): Pick<Completion, 'words' | 'subjects'> {
	const isShort = command.name() === 'inherit' && words.length === 0;
	return { words: [], subjects: isShort ? ['session'] : [] };
}

interface Given {
	/** Arguments of the command. */
	readonly words: string[];
	readonly options: string[];
}

interface Walk {
	readonly command: Command;
	readonly given: Given;
	/** The option whose value comes next. */
	readonly waiting: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Walk {
	let command = program;
	let given: Given = { words: [], options: [] };
	let waiting: Option | undefined;
	for (const word of words) {
		const isValue = waiting !== undefined;
		waiting = undefined;
		if (isValue) continue;
		const nested = given.words.length === 0 ? subcommand(command, word) : undefined;
		if (nested !== undefined) {
			command = nested;
			given = { words: [], options: [] };
		} else if (word.startsWith('-')) {
			given.options.push(word);
			waiting = valuedOption(command, word);
		} else given.words.push(word);
	}
	return { command, given, waiting };
}

function subcommand(command: Command, word: string): Command | undefined {
	return command.commands.find((one) => one.name() === word);
}

function valuedOption(command: Command, word: string): Option | undefined {
	const option = command.options.find(({ long, short }) => long === word || short === word);
	return option?.required === true || option?.optional === true ? option : undefined;
}

/** The last argument goes on where it takes several. */
function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
	const argument = registeredArguments[index];
	const last = registeredArguments.at(-1);
	return argument ?? (last?.variadic === true ? last : undefined);
}

function valuesOf(taker: Option | Argument): Pick<Completion, 'words' | 'subjects'> {
	const choices = taker.argChoices ?? [];
	const name = 'attributeName' in taker ? taker.attributeName() : taker.name();
	const subject = SUBJECTS[name];
	return {
		words: choices.map((word) => ({ word, about: '' })),
		subjects: choices.length > 0 || subject === undefined ? [] : [subject],
	};
}

function commandsOf(command: Command): Named[] {
	return command
		.createHelp()
		.visibleCommands(command)
		.map((one) => ({ word: one.name(), about: one.summary() || one.description() }));
}

function optionsOf(command: Command, { options }: Given): Named[] {
	return command
		.createHelp()
		.visibleOptions(command)
		.filter(({ long, short }) => ![long, short].some((flag) => options.includes(flag ?? '')))
		.map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description }));
}
