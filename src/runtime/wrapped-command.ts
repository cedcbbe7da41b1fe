import { signalGroup } from '../adapters/processes.ts';

const MAX_OUTPUT = 65_536;
/** What a command left running in the background keeps the pipe; what is in it arrives at once. */
const LAST_WORDS_MS = 30;
const ENDINGS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A command somebody else wrote, and how long it may take in milliseconds. */
interface WrappedCommand {
	readonly command: string;
	readonly stdin: string;
	readonly patienceMs: number;
}

/**
 * What a shell command prints, in the environment and directory of this process. One that fails has
 * printed what it has printed; one that hangs is ended, with everything it started. Never throws.
 */
export async function outputOf({ command, stdin, patienceMs }: WrappedCommand): Promise<string> {
	const { spawn } = await import('node:child_process');
	return new Promise((resolve) => {
		let output = '';
		// A process group of its own, so that what it started ends with it.
		const child = spawn('sh', ['-c', command], {
			stdio: ['pipe', 'pipe', 'ignore'],
			detached: true,
		});
		const giveUp = () => {
			signalGroup(child, 'SIGKILL');
			resolve(output);
		};
		const timer = setTimeout(giveUp, patienceMs);
		const ended = () => {
			clearTimeout(timer);
			child.stdout.destroy();
			resolve(output);
		};
		child.on('error', ended).on('close', ended);
		child.on('exit', () => setTimeout(ended, LAST_WORDS_MS).unref());
		child.stdin.on('error', () => undefined);
		child.stdin.end(stdin);
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (output.length >= MAX_OUTPUT) giveUp();
		});
		// The client ends a status line whose answer it no longer wants.
		const endWithIt = () => {
			signalGroup(child, 'SIGKILL');
			process.exit(1);
		};
		for (const signal of ENDINGS) process.once(signal, endWithIt);
	});
}
