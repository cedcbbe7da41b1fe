import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import type { CommandContext, Context, Output } from '../context.ts';
import { claimEvent } from '../state/claims.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { claudeConfigDir, homeOf } from './process-facts.ts';

/** Milliseconds that all locks of one event, or of a command, may be waited for. */
const LOCKS_MS = 5_000;

/** The context of a process that was started for one event. */
export function processContext(): Context {
	const configDir = claudeConfigDir(process.env);
	return {
		env: process.env,
		configDir,
		session: process.env['CLAUDE_CODE_SESSION_ID'] || undefined,
		// Without a claim the server leaves the event to this process.
		claim: (event, identity) => claimEvent(configDir, { event, identity }, Date.now()) ?? true,
		cwd: workingDirectory,
		home: homeOf(process.env),
		hostname: hostname(),
		temporary: tmpdir(),
		platform: process.platform,
		pid: process.pid,
		parentPid: process.ppid,
		now: Date.now,
		systemNow: Date.now,
		elapsedMs: () => process.uptime() * 1_000,
		writing: { begin: () => undefined, isReadOnly: false, leftMs: LOCKS_MS },
		debug,
	};
}

/** Synchronous: the hook process exits before asynchronous writes finish. The other end may be closed. */
function debug(line: string): void {
	unlessError(() => writeSync(2, `req: ${line}\n`));
}

/** The context of a command in a terminal, a script or the model's shell. */
export function commandContext(): CommandContext {
	return {
		...processContext(),
		stdin,
		isStdinTerminal: () => process.stdin.isTTY === true,
		stdout: outputTo(process.stdout),
		stderr: outputTo(process.stderr),
		watchInterrupts,
		exit: (code) => process.exit(code),
	};
}

function workingDirectory(): string {
	try {
		return process.cwd();
	} catch {
		throw new Fault('bad_input', 'the working directory is gone; change to one that exists');
	}
}

function stdin(): string | undefined {
	try {
		// A look at the file first: `process.stdin` of a terminal would be opened for reading.
		if (fstatSync(0).isCharacterDevice() && process.stdin.isTTY) return undefined;
		return readFileSync(0, 'utf8');
	} catch {
		return '';
	}
}

function outputTo(stream: NodeJS.WriteStream): Output {
	return {
		write: (text) => void stream.write(text),
		isTerminal: stream.isTTY === true,
		columns: () => stream.columns || undefined,
	};
}

/** After these there is no second one. */
const FINAL = ['SIGTERM', 'SIGHUP'] as const;

function watchInterrupts(onInterrupt: (isFinal: boolean) => void): () => void {
	const again = () => onInterrupt(false);
	const final = () => onInterrupt(true);
	process.on('SIGINT', again);
	for (const signal of FINAL) process.on(signal, final);
	return () => {
		process.off('SIGINT', again);
		for (const signal of FINAL) process.off(signal, final);
	};
}
