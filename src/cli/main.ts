import { CommanderError } from 'commander';
import { withLastConfig } from '../app/last-config.ts';
import { withLocalTimes } from '../app/local-time.ts';
import type { Ports } from '../app/ports.ts';
import { type Answer, EXIT, type ExitCode, jsonText } from '../commands/command.ts';
import { commandLine, helpCommand, meantBy } from '../commands/tree.ts';
import { Fault } from '../core/fault/fault.ts';
import { inView, oneLine, withoutTags } from '../core/text/one-line.ts';
import { commandPorts } from '../runtime/command-ports.ts';

const ports = tellingFaults(commandPorts());
/** As the session of the model sees them, if there is one. */
const here = { ...ports, ...withLastConfig(ports.host.sessionId, ports) };

// A reader such as `head` may leave early.
process.stdout.on('error', () => process.exit(process.exitCode));
// What is told beside the results need not reach anybody: a run goes on.
process.stderr.on('error', () => undefined);
// A bundle with bytecode is no ES module: nothing may `await` up here.
void run(process.argv.slice(2)).then((exit) => {
	process.exitCode = exit;
});

/** Carries out one command line. This is the one place of the command line that catches (D37). */
async function run(args: readonly string[]): Promise<ExitCode> {
	let exit: ExitCode = EXIT.done;
	const program = await commandLine(async ({ run: work, given, line }) => {
		const answer = await work(given as never, here, line);
		exit = print(answer, given['json'] === true);
	}, args);
	const meant = meantBy(program, args);
	try {
		await program.parseAsync(meant, { from: 'user' });
		return exit;
	} catch (error) {
		const failed = await failure(error, helpCommand(program, meant));
		if (asksForJson(meant) && failed.exit !== EXIT.done) {
			const { code, message, hint = null } = failed;
			printJson({ error: { code, message, hint } });
		}
		return failed.exit;
	}
}

/** Ports that also tell of every fault they write down: at the command line somebody is reading (D7). */
function tellingFaults(live: Ports): Ports {
	const { faults } = live;
	const append: typeof faults.append = (place, fault) => {
		warn(fault.message);
		return faults.append(place, fault);
	};
	return { ...live, faults: { ...faults, append } };
}

/** What stands behind `--` is for the client. */
function asksForJson(args: readonly string[]): boolean {
	const end = args.indexOf('--');
	return (end === -1 ? args : args.slice(0, end)).includes('--json');
}

function print(answer: Answer, isJson: boolean): ExitCode {
	const { text, json, changed, warnings = [], exit = EXIT.done } = answer;
	for (const warning of warnings) warn(warning);
	const shown = changed === undefined ? json : () => ({ ...changed, warnings });
	const document = isJson ? shown?.() : undefined;
	if (document !== undefined) printJson(document);
	else write(process.stdout, typeof text === 'string' ? text : text());
	return exit;
}

function warn(message: string): void {
	write(process.stderr, `req: ${oneLine(message)}`);
}

/** The document stays the same. */
function printJson(of: unknown): void {
	write(process.stdout, jsonText(of), '\\u003c');
}

/** The model reads what commands print, too: nothing in it is a tag of the client's. */
function write(stream: NodeJS.WriteStream, text: string, sign?: string): void {
	if (text !== '') stream.write(`${inView(withoutTags(text, sign))}\n`);
}

/** Tells a person what went wrong; what a command that failed exits with, and says to scripts. */
async function failure(
	error: unknown,
	help: string,
): Promise<Pick<Fault, 'code' | 'message' | 'hint'> & { readonly exit: ExitCode }> {
	if (error instanceof CommanderError) {
		// Commander has said what was wrong; help and version that were asked for are no error.
		const exit = error.exitCode === 0 ? EXIT.done : EXIT.usage;
		// Without commander's prefix, and without its guess below.
		const message = error.message.replace(/^error: /, '').replace(/\n.*$/s, '');
		return { exit, code: 'usage', message: oneLine(message), hint: help };
	}
	const { code, message, hint } = await faultOf(error);
	const lines = withLocalTimes(hint ?? '', undefined).split('\n');
	const helps = lines.filter((line) => line !== '').map((line) => `  ${oneLine(line)}`);
	write(process.stderr, [`req: ${oneLine(message)}`, ...helps].join('\n'));
	const failed = { code, message: oneLine(message), hint };
	if (code !== 'usage') return { ...failed, exit: EXIT.no };
	write(process.stderr, `(see \`${help}\`)`);
	return { ...failed, exit: EXIT.usage };
}

async function faultOf(error: unknown): Promise<Fault> {
	if (error instanceof Fault) return error;
	if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') {
		return new Fault('bad_input', 'the working directory is gone; change to one that exists');
	}
	const { reportFault } = await import('../runtime/report-fault.ts');
	await reportFault(error, { cwd: process.cwd(), ports });
	const message = error instanceof Error ? error.message : String(error);
	const hint = 'this is a bug of req: `req status` may tell more; please report it';
	return new Fault('unexpected', message, { hint });
}
