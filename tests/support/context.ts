import { hostname } from 'node:os';
import { join } from 'node:path';
import type { CommandContext, Output } from '../../src/context.ts';

/** What is different about one context. */
interface Given {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** Default: standard input is empty. */
	readonly stdin?: string;
	/** Output goes to a terminal of that width. */
	readonly columns?: number | undefined;
}

/** What was printed so far. */
interface Printed {
	stdout: string;
	stderr: string;
}

/**
 * The context of an event or a command that is answered in the test's own process, and what is printed there. Nothing
 * of this process's environment is in it.
 */
export function contextOf({ env, cwd = '/', stdin = '', columns }: Given): {
	readonly context: CommandContext;
	readonly printed: Printed;
} {
	const printed: Printed = { stdout: '', stderr: '' };
	const output = (name: keyof Printed): Output => ({
		write: (text) => {
			printed[name] += text;
		},
		isTerminal: columns !== undefined,
		columns: () => columns,
	});
	const began = performance.now();
	const stderr = output('stderr');
	const context: CommandContext = {
		env,
		cwd: () => cwd,
		home: env['HOME'] || '/dev/null/home',
		hostname: hostname(),
		configDir: env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || '/dev/null/home', '.claude'),
		session: env['CLAUDE_CODE_SESSION_ID'] || undefined,
		temporary: env['TMPDIR'] || '/tmp',
		platform: process.platform,
		pid: process.pid,
		parentPid: process.ppid,
		now: Date.now,
		systemNow: Date.now,
		elapsedMs: () => performance.now() - began,
		claim: () => true,
		writing: { begin: () => undefined, isReadOnly: false, leftMs: 5_000 },
		debug: (line) => stderr.write(`req: ${line}\n`),
		stdin: () => stdin,
		isStdinTerminal: () => false,
		stdout: output('stdout'),
		stderr,
		watchInterrupts: () => () => undefined,
		exit: (code) => {
			throw new Error(`exit ${code}`);
		},
	};
	return { context, printed };
}
