import { CommanderError } from 'commander';
import { liveBaselines } from '../app/differences.ts';
import { holdingTo, onGround } from '../app/on-ground.ts';
import type { DeskPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { inView, oneLine } from '../core/text/one-line.ts';
import { relativeTime } from '../core/text/relative-time.ts';
import { deskPorts } from '../runtime/desk-ports.ts';
import { reportFault } from '../runtime/report-fault.ts';
import { terminal } from '../runtime/terminal.ts';
import { commandLine } from './command-line.ts';
import type { Answer, Desk, Layout } from './desk.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { GATE_COMMANDS } from './help.ts';
import { helpCommand, meantBy } from './spelling.ts';
import { tellingFaults } from './tell-faults.ts';
import { faultJson, faultText } from './text/fault.ts';
import { paintWith } from './text/paint.ts';
import { minute } from './text/time.ts';

/** Where a terminal does not say how wide it is. */
const USUAL_COLUMNS = 80;

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
		const told = tellingFaults(ports, ({ message }) => warn(message));
		exit = print(await work(deskOf(await grounded(told, meant[0] ?? ''))));
	});
	const meant = meantBy(program, args);
	try {
		await program.parseAsync(meant, { from: 'user' });
		return exit;
	} catch (error) {
		const failed = await failure(error, helpCommand(program, meant));
		if (asksForJson(meant) && failed.exit !== EXIT.done) {
			process.stdout.write(`${inView(faultJson(failed))}\n`);
		}
		return failed.exit;
	}
}

/** The world as the session of the model sees it; a terminal's, where gates are spoken of, as the live session here does. */
async function grounded(live: DeskPorts, command: string): Promise<DeskPorts> {
	const { sessionId } = live.host;
	if (sessionId !== undefined) return { ...live, ...(await onGround(sessionId, live)) };
	const [baseline] = GATE_COMMANDS.includes(command)
		? await liveBaselines(process.cwd(), live)
		: [];
	return baseline === undefined ? live : { ...live, ...(await holdingTo(baseline, live)) };
}

/** What stands behind `--` is for the client. */
function asksForJson(args: readonly string[]): boolean {
	const end = args.indexOf('--');
	return (end === -1 ? args : args.slice(0, end)).includes('--json');
}

function deskOf(live: DeskPorts): Desk {
	const { colours, interactive } = terminal();
	const { calledByModel, user } = live.host;
	const cwd = process.cwd();
	return {
		ports: live,
		paint: paintWith(colours),
		layout: ({ wide }) => layoutAt(live.now(), wide === true),
		interactive,
		caller: (session) => ({ cwd, session, isModel: calledByModel, user }),
	};
}

function layoutAt(now: number, isWide: boolean): Layout {
	const { isTTY, columns } = process.stdout;
	return {
		now,
		width: isTTY && !isWide ? columns || USUAL_COLUMNS : Infinity,
		when: (iso) => (isWide ? minute(iso) : relativeTime(iso, now)),
	};
}

function print({ out, changed, warnings, exit }: Answer): ExitCode {
	for (const warning of warnings) warn(warning);
	const text = changed === undefined ? out : JSON.stringify({ ...changed, warnings }, undefined, 2);
	if (text !== '') process.stdout.write(`${inView(text)}\n`);
	return exit;
}

function warn(message: string): void {
	process.stderr.write(`req: ${oneLine(message)}\n`);
}

/** What a command that failed exits with, and says to scripts. */
interface Failed extends Pick<Fault, 'code' | 'message' | 'hint'> {
	readonly exit: ExitCode;
}

/** Tells a person what went wrong. */
async function failure(error: unknown, help: string): Promise<Failed> {
	if (error instanceof CommanderError) {
		// Commander has said what was wrong; help and version that were asked for are no error.
		const exit = error.exitCode === 0 ? EXIT.done : EXIT.usage;
		return { exit, code: 'usage', message: plain(error.message), hint: help };
	}
	const fault = await faultOf(error);
	process.stderr.write(`${faultText(fault)}\n`);
	if (fault.code !== 'usage') return { ...said(fault), exit: EXIT.no };
	process.stderr.write(`(see \`${help}\`)\n`);
	return { ...said(fault), exit: EXIT.usage };
}

async function faultOf(error: unknown): Promise<Fault> {
	if (error instanceof Fault) return error;
	if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') {
		return new Fault('bad_input', 'the working directory is gone; change to one that exists');
	}
	await reportFault(error, { cwd: process.cwd(), ports });
	const message = error instanceof Error ? error.message : String(error);
	const hint = 'this is a bug of req: `req status` may tell more; please report it';
	return new Fault('unexpected', message, { hint });
}

function said({ code, message, hint }: Fault): Omit<Failed, 'exit'> {
	return { code, message: oneLine(message), hint };
}

/** Without commander's prefix, and without its guess below. */
function plain(message: string): string {
	return oneLine(message.replace(/^error: /, '').replace(/\n.*$/s, ''));
}
