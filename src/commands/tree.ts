import {
	Argument,
	type HelpConfiguration,
	InvalidArgumentError,
	Option,
	type OutputConfiguration,
	Command as Program,
} from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { meantText } from '../config/closest-word.ts';
import type { CommandContext } from '../context.ts';
import { oneLine } from '../text/one-line.ts';
import { paint } from '../text/paint.ts';
import type { Command, Detailed } from './command.ts';
import { columns } from './layout.ts';
import { TABLE } from './table.ts';
import { terminal } from './terminal.ts';

/** Wider lines are hard to read, whatever the terminal. */
const MAX_WIDTH = 100;

const USUAL_WIDTH = 80;

/** Narrower columns (characters) are left as they are rather than wrapped. */
const MIN_COLUMN = 20;

/** Commander removes the emphasis for output without colors. */
const BOLD = paint(true).bold;

const HELP: HelpConfiguration = {
	showGlobalOptions: false,
	styleTitle: BOLD,
	minWidthToWrap: MIN_COLUMN,
};

/** Where help and errors go: colors only on a terminal and never with NO_COLOR (D37). */
function outputTo(context: CommandContext): OutputConfiguration {
	const { stdout, stderr } = context;
	const width = () => Math.min(stdout.columns() ?? USUAL_WIDTH, MAX_WIDTH);
	const hasColors = () => terminal(context).colors;
	return {
		writeOut: stdout.write,
		writeErr: stderr.write,
		outputError: (text, write) => write(text.replace(/^error: /, 'req: ')),
		getOutHelpWidth: width,
		getErrHelpWidth: width,
		getOutHasColors: hasColors,
		getErrHasColors: hasColors,
	};
}

/** A part of a help text: rows as columns below its title. */
function part(title: string, rows: readonly (readonly string[])[]): string {
	return ['', BOLD(title), ...columns(rows).map((line) => `  ${line}`)].join('\n');
}

/** What a process says by its status, in words. */
export const EXIT_CODES = [
	['0', 'done'],
	['1', 'the answer is no, it failed, or a check has findings'],
	['2', 'done, with a warning'],
	['64', 'the command line is wrong'],
] as const;

/** What `req help` says after the commands. */
const MANUAL = [
	part('Files:', [
		['.claude/requirements.yaml', 'the requirements of a project, committed'],
		['.claude/requirements.local.yaml', 'what you add or change for yourself'],
		['~/.claude/requirements.yaml', 'the requirements of all your projects'],
		['<git directory>/requirements/', 'what is satisfied on each branch; sessions, tasks, runs, faults'],
		['~/.claude/sessions.json', 'the live sessions'],
		['~/.claude/requirements/', 'configs that sessions saw, the state of projects outside git'],
	]),
	part('Environment:', [
		['CLAUDE_CONFIG_DIR', 'instead of ~/.claude'],
		['CLAUDE_CODE_SESSION_ID', 'the session a command is about, if --session names none'],
		['CLAUDE_PROJECT_DIR', 'where that session started; its config counts if there is no other'],
		['CLAUDECODE', 'set in calls of the model: what only you decide is refused there'],
		['REQ_CLAUDE', 'the client that runs start; default: claude on the PATH'],
		['NO_COLOR', 'no colors'],
	]),
	part('Scripts:', [
		['--json', 'what is shown, as JSON, with absent values null'],
		['', 'an error is then { "error": { "code", "message", "hint" } }, also on stdout'],
	]),
	part('Exit codes:', EXIT_CODES),
	part('Examples:', [
		['req init --preset starter', 'write a first config'],
		['req status', 'show the status of the requirements'],
		['req satisfy commit_plan --evidence "agreed with Ana"'],
		['req approve size --ttl 1h'],
		['req help satisfy', 'explain one command'],
	]),
].join('\n');

/** Carries a command out. `given`: words and options by their names; `words`: all of them, also those after `--`. */
type Perform = (
	run: NonNullable<Command['run']>,
	given: Readonly<Record<string, unknown>>,
	words: readonly string[],
) => Promise<void>;

/**
 * The command line: names, options, help, suggestions for mistyped words (interface: Commands). It throws a
 * CommanderError instead of exiting, so that one place does.
 *
 * @param context where it prints; default: the process
 */
export function commandLine(perform: Perform, context?: CommandContext): Program {
	const program = new Program('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		// So that a group with words of its own can have options that its commands have as well.
		.enablePositionalOptions()
		.configureHelp(HELP)
		.configureOutput(context === undefined ? {} : outputTo(context))
		.showHelpAfterError('(see `req --help`)')
		.addHelpText('after', MANUAL);
	for (const [name, command] of Object.entries(TABLE)) declare(program, name, command, perform);
	program
		.command('help [command...]')
		.description('explain req, or one of its commands')
		.action((words: readonly string[]) => {
			const { command, rest } = commandNamed(program, words);
			if (rest[0] !== undefined) failUnknown(command, rest[0]);
			command.help();
		});
	return program;
}

/** The command that explains the command of a line: `req help task add`. */
export function helpFor(program: Program, args: readonly string[]): string {
	const path = pathOf(commandNamed(program, args).command);
	return path.length === 0 || path[0] === 'help' ? 'req --help' : `req help ${path.join(' ')}`;
}

/** The command that words name, and the words after its name. */
function commandNamed(
	group: Program,
	words: readonly string[],
): { readonly command: Program; readonly rest: readonly string[] } {
	const next = group.commands.find((one) => one.name() === words[0]);
	return next === undefined ? { command: group, rest: words } : commandNamed(next, words.slice(1));
}

/** Ends as commander does if a group of commands has none of that name. */
function failUnknown(group: Program, word: string): void {
	const known = group.commands.map((one) => one.name());
	group.error(`error: unknown command '${oneLine(word)}'${meantText(word, known)}`);
}

function declare(group: Program, name: string, it: Command, perform: Perform): void {
	const { about, details, usage, words = {}, options = {}, examples, run, commands = {} } = it;
	const { isHidden = false, isDefault = false } = it;
	const to = group.command(name, { hidden: isHidden, isDefault });
	to.summary(isDefault ? `${about} (default)` : about);
	to.description(details === undefined ? about : `${about}\n\n${details}`);
	if (usage !== undefined) to.usage(usage);
	for (const [spelling, word] of Object.entries(words)) to.addArgument(argumentOf(spelling, word));
	for (const [flags, option] of Object.entries(options)) to.addOption(optionOf(flags, option));
	if (it.part !== undefined) to.addHelpText('after', part(...it.part));
	const lines = examples.map((line) => [line]);
	to.addHelpText('after', part('Examples:', lines));
	const advice = it.advice === undefined ? '' : `${it.advice}; `;
	to.showHelpAfterError(`(${advice}see \`req help ${pathOf(to).join(' ')}\`)`);
	if (run !== undefined)
		to.enablePositionalOptions().action((...args) => {
			const command: Program = args.at(-1);
			return perform(run, givenTo(command), command.args);
		});
	if (Object.keys(commands).length === 0) return;
	// A command of its own would hide it.
	to.helpCommand(true);
	// A word that names no command reaches the default one.
	to.hook('preSubcommand', ({ args: [word = '-'] }, next) => {
		if (!word.startsWith('-') && word !== next.name()) failUnknown(to, word);
	});
	for (const [inner, nested] of Object.entries(commands)) declare(to, inner, nested, perform);
}

function argumentOf(spelling: string, it: string | Detailed): Argument {
	const { about, choices }: Detailed = typeof it === 'string' ? { about: it } : it;
	const argument = new Argument(spelling, about);
	return choices === undefined ? argument : argument.choices(choices);
}

function optionOf(flags: string, it: string | Detailed): Option {
	const detailed: Detailed = typeof it === 'string' ? { about: it } : it;
	const { about, choices, usual, isRepeatable, isSingle } = detailed;
	const option = new Option(flags, about);
	if (choices !== undefined) option.choices(choices);
	if (usual !== undefined) option.default(usual);
	if (isRepeatable) {
		option.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]);
	}
	if (isSingle) {
		option.argParser((value, before: string | undefined) => {
			if (before === undefined) return value;
			throw new InvalidArgumentError(`It is given twice: ${oneLine(before)} is the first.`);
		});
	}
	return option;
}

/** Words and options by their names; if both have one, the word counts. */
function givenTo(command: Program): Readonly<Record<string, unknown>> {
	const words = command.registeredArguments.flatMap((argument, index) => {
		const value: unknown = command.processedArgs[index];
		return value === undefined ? [] : [[camel(argument.name()), value]];
	});
	return { ...command.opts(), ...Object.fromEntries(words) };
}

function camel(name: string): string {
	return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pathOf(command: Program): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
