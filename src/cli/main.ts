import { CommanderError } from 'commander';
import type { DeskPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { oneLine } from '../core/text/one-line.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { reportFault } from '../runtime/report-fault.ts';
import { terminal } from '../runtime/terminal.ts';
import { commandLine } from './command-line.ts';
import type { Answer, Desk } from './desk.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { helpCommand, meantBy } from './spelling.ts';
import { tellingFaults } from './tell-faults.ts';
import { faultText } from './text/fault.ts';
import { paintWith } from './text/paint.ts';

/** Patience for a lock: somebody waits, but no tool call does (D8). */
const LOCK_WAIT_MS = 2_000;

const ports = deskPorts(LOCK_WAIT_MS);

// A reader such as `head` may leave early.
process.stdout.on('error', () => process.exit(process.exitCode));
// What is told beside the results need not reach anybody: a run goes on.
process.stderr.on('error', () => undefined);
process.exitCode = await run(process.argv.slice(2));

/** Carries out one command line. This is the one place of the command line that catches (D37). */
async function run(args: readonly string[]): Promise<ExitCode> {
	let exit: ExitCode = EXIT.done;
	const program = commandLine(async (work) => {
		exit = print(await work(deskOf(tellingFaults(ports, ({ message }) => warn(message)))));
	});
	const meant = meantBy(program, args);
	try {
		await program.parseAsync(meant, { from: 'user' });
		return exit;
	} catch (error) {
		return failure(error, helpCommand(program, meant));
	}
}

function deskOf(live: DeskPorts): Desk {
	const { colours, interactive } = terminal();
	const { calledByModel, user } = live.host;
	const cwd = process.cwd();
	return {
		ports: live,
		paint: paintWith(colours),
		interactive,
		caller: (session) => ({ cwd, session, isModel: calledByModel, user }),
	};
}

function print({ out, warnings, exit }: Answer): ExitCode {
	for (const warning of warnings) warn(warning);
	if (out !== '') process.stdout.write(`${out}\n`);
	return exit;
}

function warn(message: string): void {
	process.stderr.write(`req: ${oneLine(message)}\n`);
}

async function failure(error: unknown, help: string): Promise<ExitCode> {
	// Commander has said what was wrong; help and version that were asked for are no error.
	if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
	if (error instanceof Fault) {
		process.stderr.write(`${faultText(error)}\n`);
		if (error.code !== 'usage') return EXIT.no;
		process.stderr.write(`(see \`${help}\`)\n`);
		return EXIT.usage;
	}
	if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') {
		warn('the working directory is gone; change to one that exists');
		return EXIT.no;
	}
	await reportFault(error, { cwd: process.cwd(), ports });
	const message = error instanceof Error ? error.message : String(error);
	const hint = 'this is a bug of req: `req status` may tell more; please report it';
	const unexpected = new Fault('unexpected', message, { hint });
	process.stderr.write(`${faultText(unexpected)}\n`);
	return EXIT.no;
}
