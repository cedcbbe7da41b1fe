import {
	Argument,
	type HelpConfiguration,
	InvalidArgumentError,
	Option,
	type OutputConfiguration,
	Command as Program,
} from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
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

/** Commander takes the emphasis away where nobody wants any. */
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
		[
			'<git directory>/requirements/',
			'what is satisfied on each branch; sessions, tasks, runs, faults',
		],
		['~/.claude/sessions.json', 'the live sessions'],
		['~/.claude/requirements/', 'compiled configs, the state of projects outside git'],
	]),
	part('Environment:', [
		['CLAUDE_CONFIG_DIR', 'instead of ~/.claude'],
		['CLAUDE_CODE_SESSION_ID', 'the session a command is about, where --session names none'],
		['CLAUDE_PROJECT_DIR', 'where that session started; its config counts where there is no other'],
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
		['req status', 'see where the gates stand'],
		['req satisfy commit_plan --evidence "agreed with Ana"'],
		['req approve size --ttl 1h'],
		['req help satisfy', 'explain one command'],
	]),
].join('\n');

/** Carries a command out. */
type Perform = (work: {
	/** Words and options by their names; where both have one, the word counts. */
	readonly given: Readonly<Record<string, unknown>>;
	readonly run: NonNullable<Command['run']>;
	/** All words of the command, also those after `--`. */
	readonly words: readonly string[];
}) => Promise<void>;

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
		.helpCommand('help [command...]', 'explain req, or one of its commands')
		.addHelpText('after', MANUAL);
	for (const [name, [summary, command, inHelp]] of Object.entries(TABLE)) {
		const declared = program.command(name, { hidden: inHelp === 'hidden' }).summary(summary);
		declare(declared, command, perform);
	}
	return program;
}

/**
 * A command line as commander knows it: no word asks for help, `req config` is `req config show`,
 * `req help task add` is `req task add --help`. Nothing after `help` is carried out; an unknown command is answered as such.
 */
export function meantBy(program: Program, args: readonly string[]): readonly string[] {
	const [first, second = '-'] = args;
	if (first === undefined) return ['--help'];
	const group = commandIn(program, first);
	const isGroup = group !== undefined && group.commands.length > 0;
	if (first === 'help' || (isGroup && second === 'help')) {
		const named = args.filter((word) => word !== 'help' && !word.startsWith('-')).slice(0, 2);
		const [name] = named;
		return name === undefined || commandIn(program, name) ? [...named, '--help'] : [name];
	}
	const isBare = second.startsWith('-') && !['-h', '--help'].includes(second);
	// A group with words of its own, such as `req learn TEXT`, runs by itself.
	const usual = group?.registeredArguments.length === 0 ? ['list', 'show'] : [];
	const meant = isBare ? usual.find((name) => commandIn(group, name)) : undefined;
	return meant === undefined ? args : [first, meant, ...args.slice(1)];
}

/** The command that explains the command of a line: `req help task add`. */
export function helpCommand(program: Program, [first = '', second = '']: readonly string[]) {
	const command = commandIn(program, first);
	if (command === undefined) return 'req --help';
	const nested = commandIn(command, second);
	return ['req help', command.name(), ...(nested === undefined ? [] : [nested.name()])].join(' ');
}

function commandIn(group: Program | undefined, word: string): Program | undefined {
	return group?.commands.find((one) => one.name() === word);
}

function declare(to: Program, it: Command, perform: Perform): void {
	const { summary, about, usage, words = {}, options = {}, examples, run, commands = {} } = it;
	if (summary !== undefined) to.summary(summary);
	to.description(about);
	if (usage !== undefined) to.usage(usage);
	for (const [spelling, word] of Object.entries(words)) to.addArgument(argumentOf(spelling, word));
	for (const [flags, option] of Object.entries(options)) to.addOption(optionOf(flags, option));
	if (it.part !== undefined) to.addHelpText('after', part(...it.part));
	to.addHelpText(
		'after',
		part(
			'Examples:',
			examples.map((line) => [line]),
		),
	);
	let advice = '';
	if (usage?.includes('claude-args')) advice = 'options of `claude` go after `--`; ';
	else if ('--reason <text>' in options) advice = 'a reason goes after `--reason`; ';
	to.showHelpAfterError(`(${advice}see \`req help ${pathOf(to).join(' ')}\`)`);
	if (run !== undefined)
		to.enablePositionalOptions().action((...args) => perform(workOf(args.at(-1), run)));
	for (const [name, nested] of Object.entries(commands)) {
		declare(to.command(name), nested, perform);
	}
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

function workOf(command: Program, run: NonNullable<Command['run']>): Parameters<Perform>[0] {
	const words = command.registeredArguments.flatMap((argument, index) => {
		const value: unknown = command.processedArgs[index];
		return value === undefined ? [] : [[camel(argument.name()), value]];
	});
	return { given: { ...command.opts(), ...Object.fromEntries(words) }, run, words: command.args };
}

function camel(name: string): string {
	return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pathOf(command: Program): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
