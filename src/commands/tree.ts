import {
	Argument,
	type HelpConfiguration,
	Option,
	type OutputConfiguration,
	Command as Program,
} from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { terminal } from '../runtime/terminal.ts';
import type { Command, TypedLine } from './command.ts';
import { paint } from './paint.ts';
import { helpCommand, respelt } from './spelling.ts';
import { TABLE } from './table.ts';

/** Wider lines are hard to read, whatever the terminal. */
const MAX_WIDTH = 100;

const USUAL_WIDTH = 80;

/** Narrower columns (characters) are left as they are rather than wrapped. */
const MIN_COLUMN = 20;

const HELP: HelpConfiguration = {
	showGlobalOptions: false,
	styleTitle: paint(true).bold,
	minWidthToWrap: MIN_COLUMN,
};

/** Where help and errors go: colours only on a terminal and never with NO_COLOR (D37). */
const OUTPUT: OutputConfiguration = {
	outputError: (text, write) => write(withoutGuess(text).replace(/^error: /, 'req: ')),
	getOutHelpWidth: width,
	getErrHelpWidth: width,
	getOutHasColors: () => terminal().colours,
	getErrHasColors: () => terminal().colours,
};

/** Who asks for JSON where there is none means no other option that looks like it. */
function withoutGuess(text: string): string {
	return text.includes("'--json'") ? text.replace(/^\(Did you mean .*\)\n?/m, '') : text;
}

function width(): number {
	return Math.min(process.stdout.columns ?? USUAL_WIDTH, MAX_WIDTH);
}

/** Carries a command out. */
type Perform = (work: {
	/** Words and options by their names; where both have one, the word counts. */
	readonly given: Readonly<Record<string, unknown>>;
	readonly run: NonNullable<Command['run']>;
	readonly line: TypedLine;
}) => Promise<void>;

/**
 * The command line: names, options, help, suggestions for mistyped words (interface: Commands). It throws a
 * CommanderError where it would exit, so that there is one place that does.
 *
 * @param typed the words of a command line, of which only what they name is loaded and declared; default: everything
 */
export async function commandLine(perform: Perform, typed?: readonly string[]): Promise<Program> {
	const program = new Program('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		// So that `req run` can have it: its `list` and `show` have options of the same names.
		.enablePositionalOptions()
		.configureHelp(HELP)
		.configureOutput(OUTPUT)
		.showHelpAfterError('(see `req --help`)');
	const { isNamed, second, areNamesNeeded, isExplained } = askedIn(typed);
	for (const [heading, rows] of Object.entries(TABLE)) {
		for (const [name, [summary, load, inHelp]] of Object.entries(rows)) {
			if (!isNamed(name) && !areNamesNeeded) continue;
			const declared = program
				.command(name, { hidden: inHelp === 'hidden' })
				.summary(summary)
				.helpGroup(heading);
			if (isNamed(name)) {
				await declare(declared, await load(), { perform, isExplained, only: second });
			}
		}
	}
	program.helpCommand('help [command...]', 'explain req, or one of its commands');
	program.createHelp().visibleCommands(program).at(-1)?.helpGroup('Set up:');
	if (isExplained) program.addHelpText('after', (await import('./help.ts')).MANUAL);
	for (const one of program.commands.flatMap((first) => [first, ...first.commands])) {
		const isPassedOn = one.usage().includes('claude-args');
		const behind = isPassedOn ? 'options of `claude` stand behind `--`; ' : '';
		one.showHelpAfterError(`(${behind}see \`${helpCommand(program, pathOf(one))}\`)`);
	}
	return program;
}

/** Words of a line whose answer may be a help text. */
const FOR_HELP: ReadonlySet<string> = new Set(['help', '-h', '--help']);

/** What of the command line has to be declared. */
interface Asked {
	readonly isNamed: (command: string) => boolean;
	/** The word behind the command. */
	readonly second: string | undefined;
	/** Whether the names of the other commands are needed, too. */
	readonly areNamesNeeded: boolean;
	/** Whether a help text may be shown. */
	readonly isExplained: boolean;
}

const EVERYTHING: Asked = {
	isNamed: () => true,
	second: undefined,
	areNamesNeeded: true,
	isExplained: true,
};

function askedIn(typed: readonly string[] | undefined): Asked {
	if (typed === undefined) return EVERYTHING;
	const isCompletion = typed[0] === 'complete';
	const words = isCompletion ? typed.slice(1) : typed;
	const [first = '', second] = respelt(words.filter((word) => word !== '--' && word !== 'help'));
	if (!isCompletion && (first === '' || first.startsWith('-'))) return EVERYTHING;
	const isKnown = Object.values(TABLE).some((rows) => Object.hasOwn(rows, first));
	return {
		isNamed: (name) => name === first || (isCompletion && name === 'complete'),
		second,
		areNamesNeeded: isCompletion || !isKnown,
		isExplained: typed.some((word) => FOR_HELP.has(word)),
	};
}

interface Declaring {
	readonly perform: Perform;
	/** Its help may be shown: what a group may say of itself is shown where none of its commands is named, too. */
	readonly isExplained: boolean;
	/** The only subcommand that is loaded, where there is one of this name. */
	readonly only: string | undefined;
}

async function declare(to: Program, it: Command, how: Declaring): Promise<void> {
	const { perform, isExplained, only } = how;
	const { summary, about, usage, words = {}, options = {}, run } = it;
	if (summary !== undefined) to.summary(summary);
	to.description(about);
	if (usage !== undefined) to.usage(usage);
	for (const [spelling, word] of Object.entries(words)) to.addArgument(argumentOf(spelling, word));
	for (const [flags, option] of Object.entries(options)) to.addOption(optionOf(flags, option));
	if (isExplained || run === undefined) await explain(to, it);
	if (run !== undefined) to.action((...args) => perform(workOf(args.at(-1), run)));
	if (it.commands === undefined) return;
	if (run !== undefined) to.enablePositionalOptions();
	for (const [name, nested] of namedBelow(it.commands, only)) {
		const loaded = typeof nested === 'function' ? await nested() : nested;
		await declare(to.command(name), loaded, { ...how, only: undefined });
	}
}

/** All subcommands, or the one that a line names. */
function namedBelow(commands: NonNullable<Command['commands']>, only: string | undefined) {
	const all = Object.entries(commands);
	const named = all.filter(([name]) => name === only);
	return named.length > 0 ? named : all;
}

/** What its help says after words and options. */
async function explain(to: Program, { part: extra, examples }: Command): Promise<void> {
	const { part } = await import('./help.ts');
	if (extra !== undefined) to.addHelpText('after', part(...extra));
	const rows = examples.map((line) => [line]);
	if (rows.length > 0) to.addHelpText('after', part('Examples:', rows));
}

function argumentOf(spelling: string, it: NonNullable<Command['words']>[string]): Argument {
	if (typeof it === 'string') return new Argument(spelling, it);
	return new Argument(spelling, it.about).choices(it.choices);
}

function optionOf(flags: string, it: NonNullable<Command['options']>[string]): Option {
	if (typeof it === 'string') return new Option(flags, it);
	const option = new Option(flags, it.about);
	if ('choices' in it) option.choices(it.choices);
	if ('usual' in it) option.default(it.usual);
	if ('isRepeatable' in it) {
		option.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]);
	}
	return option;
}

function workOf(command: Program, run: NonNullable<Command['run']>): Parameters<Perform>[0] {
	const words = command.registeredArguments.flatMap((argument, index) => {
		const value: unknown = command.processedArgs[index];
		return value === undefined ? [] : [[camel(argument.name()), value]];
	});
	const given = { ...command.opts(), ...Object.fromEntries(words) };
	let program = command;
	while (program.parent !== null) program = program.parent;
	return { given, run, line: { ...splitAtDashes(command.args, program), program } };
}

function camel(name: string): string {
	return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The words of a command before `--`, and what goes to the client untouched: the last ones. */
function splitAtDashes(all: readonly string[], program: Program) {
	const { rawArgs } = program as unknown as { readonly rawArgs: readonly string[] };
	const at = rawArgs.indexOf('--');
	const behind = at === -1 ? 0 : rawArgs.length - at - 1;
	const divide = Math.max(0, all.length - behind);
	return { words: all.slice(0, divide), more: all.slice(divide) };
}

function pathOf(command: Program): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
