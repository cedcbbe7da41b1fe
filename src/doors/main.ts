import { CommanderError } from 'commander';
import { EXIT, type ExitCode, jsonText } from '../commands/command.ts';
import { commandLine, helpFor } from '../commands/tree.ts';
import type { CommandContext, Output } from '../context.ts';
import { reportFault } from '../events/report-fault.ts';
import { withSteadyClock } from '../store/clock.ts';
import { reasonOf } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { withLocalTimes } from '../text/local-time.ts';
import { escapeInvisible, oneLine, withoutTags } from '../text/one-line.ts';

/**
 * Carries out one command line: all of `req` but the process around it. This is the one place of the command line that
 * catches (D37), so it does not throw.
 *
 * @param args the words behind `req`
 */
export async function main(args: readonly string[], given: CommandContext): Promise<ExitCode> {
	const { stdout, stderr } = given;
	const warn = (message: string) => write(stderr, `req: ${oneLine(message)}`);
	const context = { ...withSteadyClock(given), onFault: warn };
	let exit: ExitCode = EXIT.done;
	// What is after `--` is for Claude Code.
	const end = args.indexOf('--');
	const more = end === -1 ? [] : args.slice(end + 1);
	const program = commandLine(async (run, options, all) => {
		const words = all.slice(0, all.length - more.length);
		const answer = await run(options as never, context, { words, more });
		const { text, json, warnings = [] } = answer;
		for (const warning of warnings) warn(warning);
		if (options['json'] === true && json !== undefined) printJson(stdout, json());
		else write(stdout, typeof text === 'string' ? text : text());
		exit = answer.exit ?? EXIT.done;
	}, context);
	try {
		await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
		return exit;
	} catch (error) {
		const failed = await failure(error, helpFor(program, args), context);
		const isJson = args.slice(0, args.length - more.length).includes('--json');
		if (isJson && failed.exit !== EXIT.done) {
			const { code, message, hint = null } = failed;
			printJson(stdout, { error: { code, message, hint } });
		}
		return failed.exit;
	}
}

/** The document stays the same. */
function printJson(stdout: Output, of: unknown): void {
	write(stdout, jsonText(of), '\\u003c');
}

/** The model also reads what commands print: nothing in it is a tag of Claude Code. */
function write(to: Output, text: string, sign?: string): void {
	if (text !== '') to.write(`${escapeInvisible(withoutTags(text, sign))}\n`);
}

/** Prints what went wrong; what a command that failed exits with, and says to scripts. */
async function failure(
	error: unknown,
	help: string,
	context: CommandContext,
): Promise<Pick<Fault, 'code' | 'message' | 'hint'> & { readonly exit: ExitCode }> {
	if (error instanceof CommanderError) {
		// Commander has said what was wrong; help and version that were asked for are no error.
		const exit = error.exitCode === 0 ? EXIT.done : EXIT.usage;
		// Without commander's prefix; its guess is below.
		const [message = '', ...guesses] = error.message.replace(/^error: /, '').split('\n');
		return { exit, code: 'usage', message: oneLine(message), hint: [...guesses, help].join('\n') };
	}
	const { stderr } = context;
	const { code, message, hint } = await faultOf(error, context);
	const lines = withLocalTimes(hint ?? '', undefined).split('\n');
	const helps = lines.filter((line) => line !== '').map((line) => `  ${oneLine(line)}`);
	write(stderr, [`req: ${oneLine(message)}`, ...helps].join('\n'));
	const failed = { code, message: oneLine(message), hint };
	if (code !== 'usage') return { ...failed, exit: EXIT.no };
	write(stderr, `(see \`${help}\`)`);
	return { ...failed, exit: EXIT.usage };
}

async function faultOf(error: unknown, context: CommandContext): Promise<Fault> {
	if (error instanceof Fault) return error;
	await reportFault(error, { context, cwd: undefined, claim: () => true });
	const message = reasonOf(error);
	const hint = 'this is a bug of req: `req status` may show more; please report it';
	return new Fault('unexpected', message, { hint });
}
