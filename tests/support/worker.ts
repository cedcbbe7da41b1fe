import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { STANDALONE } from './standalone.ts';

/** A process of its own that runs one file of `tests/concurrency/workers/`. */
export interface Worker extends AsyncDisposable {
	readonly process: ChildProcessWithoutNullStreams;
	/** Whole lines it has said so far. */
	readonly said: () => string[];
	/** Waits until it has said something. Rejects when it ends without a word. */
	readonly speaks: () => Promise<void>;
	/** Waits for its end; the exit code or the signal. */
	readonly ended: Promise<number | string>;
}

const built = new Map<string, string>();

/** A worker as one file of JavaScript, made once: hundreds are started, and tsx would take longer than their work. */
function builtWorker(file: string): string {
	const known = built.get(file);
	if (known !== undefined) return known;
	const dir = mkdtempSync(join(tmpdir(), 'req-worker-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	const source = fileURLToPath(new URL(`../concurrency/workers/${file}`, import.meta.url));
	const outfile = join(dir, 'worker.mjs');
	buildSync({ ...STANDALONE, entryPoints: [source], outfile });
	built.set(file, outfile);
	return outfile;
}

/** Starts a worker. What it writes to stderr fails the test that awaits its end. */
export function startWorker(file: string, args: readonly string[]): Worker {
	const child = spawn(process.execPath, [builtWorker(file), ...args]);
	let out = '';
	let errors = '';
	child.stdout.on('data', (chunk) => {
		out += chunk;
	});
	child.stderr.on('data', (chunk) => {
		errors += chunk;
	});
	// `close`, not `exit`: all it said has then arrived.
	const ended = once(child, 'close').then(([code, signal]) => {
		if (errors !== '') throw new Error(errors);
		return (code ?? signal) as number | string;
	});
	const said = () => out.split('\n').slice(0, -1);
	const speaks = async () => {
		while (said().length === 0) {
			const heard = await Promise.race([once(child.stdout, 'data'), ended]);
			if (!Array.isArray(heard) && said().length === 0) throw new Error('ended without a word');
		}
	};
	const stop = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	return { process: child, said, speaks, ended, [Symbol.asyncDispose]: stop };
}
