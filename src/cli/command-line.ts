import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { declareContext } from './declare-context.ts';
import { declareDoctor } from './declare-doctor.ts';
import { declareGates } from './declare-gates.ts';
import { declareInherit } from './declare-inherit.ts';
import { declareLearn } from './declare-learn.ts';
import { declareMemory } from './declare-memory.ts';
import { declarePipelines } from './declare-pipelines.ts';
import { declareRecords } from './declare-records.ts';
import { declareRuns } from './declare-runs.ts';
import { declareSession } from './declare-session.ts';
import { declareSessions } from './declare-sessions.ts';
import { declareSetup } from './declare-setup.ts';
import { declareTask } from './declare-task.ts';
import { declareUpkeep } from './declare-upkeep.ts';
import type { Perform } from './declaring.ts';
import { explain, HELP, OUTPUT } from './help.ts';
import { SHORT_FOR } from './short-for.ts';

/**
 * The whole command line: names, options, help, suggestions for mistyped words (interface: Commands).
 * It throws a CommanderError where it would exit, so that there is one place that does.
 */
export function commandLine(perform: Perform): Command {
	const program = new Command('req')
		.description('Requirements per git branch for Claude Code: what is asked, what is satisfied.')
		.version(packageJson.version)
		.exitOverride()
		.configureHelp(HELP)
		.configureOutput(OUTPUT)
		.showHelpAfterError('(see `req --help`)');
	declareGates(program, perform);
	declareMemory(program, perform);
	declareTask(program, perform);
	declareLearn(program, perform);
	declareSession(program, perform);
	declareInherit(program, perform);
	declareSetup(program, perform);
	declareRuns(program, perform);
	declarePipelines(program, perform);
	declareSessions(program, perform);
	declareContext(program, perform);
	declareRecords(program, perform);
	declareDoctor(program, perform);
	declareUpkeep(program, perform);
	explain(program);
	for (const command of withSubcommands(program)) {
		const behind = command.usage().includes('claude-args')
			? 'options of `claude` stand behind `--`; '
			: '';
		command.showHelpAfterError(`(${behind}see \`${helpCommand(program, pathOf(command))}\`)`);
	}
	return program;
}

/**
 * The command that explains what an arguments' command is: `req help satisfy`.
 *
 * @param args the command line, or a command's own path
 */
export function helpCommand(program: Command, args: readonly string[]): string {
	const command = program.commands.find((one) => one.name() === args[0]);
	if (command === undefined) return 'req --help';
	const nested = command.commands.find((one) => one.name() === args[1]);
	return nested === undefined
		? `req help ${command.name()}`
		: `req ${command.name()} help ${nested.name()}`;
}

/** What a group of commands does where none of them is named. */
const USUAL: ReadonlyMap<string, string> = new Map([
	['config', 'show'],
	['context', 'show'],
	['events', 'list'],
	['sessions', 'list'],
	['pin', 'list'],
	['next', 'list'],
	['block', 'list'],
	['task', 'list'],
	['learn', 'list'],
	['runs', 'list'],
	['inherit', 'show'],
]);

/**
 * A command line with what is usual filled in: nothing asks for help, `req config` shows. What
 * `req help` is asked about a word that is no command is what the word alone would be told.
 */
export function meantBy(program: Command, args: readonly string[]): readonly string[] {
	const [first, next] = args;
	if (first === undefined) return ['--help'];
	if (first === 'help' && next !== undefined) {
		return program.commands.some((one) => one.name() === next) ? args : args.slice(1);
	}
	const usual = usualOf(program, first, args.slice(1));
	return usual === undefined ? args : [first, usual, ...args.slice(1)];
}

/** What is left out between these words, such as `learning` before what `req learn` is to keep. */
function usualOf(program: Command, first: string, rest: readonly string[]): string | undefined {
	const [next] = rest;
	const isWord = next !== undefined && !next.startsWith('-');
	const meant = SHORT_FOR.get(first);
	if (meant !== undefined && isWord) return isCommandOf(program, first, next) ? undefined : meant;
	if (first === 'inherit' && namesOne(program, rest)) return meant;
	return isWord || HELP_OPTIONS.has(next ?? '') ? undefined : USUAL.get(first);
}

/** Whether `req inherit --select learnings auth-v1` names a session, or speaks of the next one. */
function namesOne(program: Command, rest: readonly string[]): boolean {
	const inherit = program.commands.find((one) => one.name() === 'inherit');
	const options = inherit?.commands.flatMap((one) => one.options) ?? [];
	const takesNext = new Set(options.flatMap(({ required, long }) => (required ? [long] : [])));
	return rest.some(
		(word, at) =>
			['--next', '--cancel'].includes(word) ||
			(!word.startsWith('-') && !takesNext.has(rest[at - 1])),
	);
}

function isCommandOf(program: Command, group: string, word: string): boolean {
	const found = program.commands.find((one) => one.name() === group);
	return word === 'help' || found?.commands.some((one) => one.name() === word) === true;
}

const HELP_OPTIONS = new Set(['-h', '--help']);

function withSubcommands(program: Command): Command[] {
	return program.commands.flatMap((command) => [command, ...command.commands]);
}

function pathOf(command: Command): string[] {
	const { parent } = command;
	return parent === null ? [] : [...pathOf(parent), command.name()];
}
